// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The context menu of the Runs list offers what the run can do, by the actions that do it
// elsewhere.
#include "tests/gui/support/window_fixture.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestRunMenu : public WindowTest
{
    Q_OBJECT

private slots:
    void theRunThatTheButtonsActOnHasThem();
    void anotherRunThanTheOneThatTrainsDoesNot();
    void theListsActionsWork();
    void theMenuBarHasThemToo();

private:
    // The menu for a row, as a right click on it brings.
    QMenu* menuOf(int row)
    {
        const QPoint at = runs().visualRect(runs().model()->index(row, 0)).center();
        QTest::mouseClick(runs().viewport(), Qt::RightButton, Qt::NoModifier, at);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, runs().viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(runs().viewport(), &event);
        return m_fixture->find<QMenu>("runs.menu");
    }

    static QStringList namesOf(const QMenu& menu)
    {
        QStringList names;
        const auto actions = menu.actions();
        for (const QAction* action : actions) {
            if (!action->isSeparator()) {
                names.append(action->objectName());
            }
        }
        return names;
    }

    const QStringList m_buttons{QStringLiteral("run.start"), QStringLiteral("run.pause"),
                                QStringLiteral("run.step"), QStringLiteral("run.stop"),
                                QStringLiteral("run.checkpoint")};
    const QStringList m_list{QStringLiteral("run.show"), QStringLiteral("run.showOnly"),
                             QStringLiteral("run.remove")};
};

void TestRunMenu::theRunThatTheButtonsActOnHasThem()
{
    m_fixture->click("start.run.7");
    QMenu* menu = menuOf(2);
    QVERIFY(menu && menu->isVisible());
    QCOMPARE(namesOf(*menu), m_buttons + m_list);
    QCOMPARE(menu->actions().constFirst(), m_fixture->find<QAction>("run.start"));
    menu->actions().constFirst()->trigger();
    QCOMPARE(calls(), QStringList({QStringLiteral("open run 5 start")}));
    menu->close();
    QTRY_VERIFY(!m_fixture->find<QMenu>("runs.menu"));
}

void TestRunMenu::anotherRunThanTheOneThatTrainsDoesNot()
{
    m_fixture->openRun();
    QMenu* menu = menuOf(1);
    QVERIFY(menu);
    QCOMPARE(namesOf(*menu), m_list);
    menu->close();
    QTRY_VERIFY(!m_fixture->find<QMenu>("runs.menu"));
    menu = menuOf(0); // the one that does
    QVERIFY(menu);
    QCOMPARE(namesOf(*menu), m_buttons + m_list);
    const QAction* remove = menu->actions().constLast();
    QVERIFY(!remove->isEnabled());
    QCOMPARE(remove->toolTip(), QStringLiteral("Stop the run before it is moved to the trash."));
    menu->close();
}

void TestRunMenu::theListsActionsWork()
{
    m_fixture->click("start.run.7");
    const QMenu* menu = menuOf(1);
    QVERIFY(menu);
    auto* show = m_fixture->find<QAction>("run.show");
    QVERIFY(menu->actions().contains(show));
    QVERIFY(!show->isChecked()); // a right click selects, and shows nothing
    show->trigger();
    QCOMPARE(charts().runs(), QList<RunId>({7, 6}));
    QVERIFY(show->isChecked());
    m_fixture->find<QAction>("run.showOnly")->trigger();
    QCOMPARE(charts().runs(), QList<RunId>({6}));
    show->trigger();
    QVERIFY(charts().runs().isEmpty());
    m_fixture->find<QAction>("run.remove")->trigger();
    QVERIFY(library().calls.contains(QStringLiteral("removeRun 6")));
}

void TestRunMenu::theMenuBarHasThemToo()
{
    for (const QString& name : m_list) {
        const auto* action = m_fixture->find<QAction>(qPrintable(name));
        QVERIFY2(action, qPrintable(name));
        QVERIFY2(!action->isEnabled(), qPrintable(name)); // no run is selected
        QCOMPARE(action->toolTip(), QStringLiteral("Select a run first."));
        int menus = 0;
        const auto objects = action->associatedObjects();
        for (QObject* object : objects) {
            menus += qobject_cast<QMenu*>(object) ? 1 : 0;
        }
        QCOMPARE(menus, 1);
    }
}

QTEST_MAIN(TestRunMenu)
#include "tst_run_menu.moc"
