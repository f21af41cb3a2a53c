// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Every way to open a run: off, with a reason, exactly as long as the call would be ignored.
#include "tests/gui/support/window_fixture.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestRunOpener : public WindowTest
{
    Q_OBJECT

private slots:
    void openersAreOnExactlyWhenARunGivesWay_data();
    void openersAreOnExactlyWhenARunGivesWay();
    void nothingIsOpenedWhileARunIsBeingPrepared();
    void theFocusComesBackWhenARunCannotBeOpened();
    void aDroppedJobFileIsOpened();
    void recentFilesAreOpenedAgain();

private:
    QStringList enabledOpeners() const;
    bool acceptsDrop() const;
};

namespace {

constexpr const char* kActions[] = {"file.open", "file.demo.fashion-mlp", "file.demo.iris",
                                    "file.demo.spirals"};

bool accepts(MainWindow& window, const QString& path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QCoreApplication::sendEvent(&window, &enter);
    return enter.isAccepted();
}

void drop(MainWindow& window, const QString& path)
{
    QVERIFY(accepts(window, path)); // without it Qt knows no target of the next
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &event);
}

} // namespace

bool TestRunOpener::acceptsDrop() const
{
    return accepts(window(), QStringLiteral("/tmp/mine.toml"));
}

QStringList TestRunOpener::enabledOpeners() const
{
    QStringList enabled;
    for (const char* name : kActions) {
        if (m_fixture->find<QAction>(name)->isEnabled()) {
            enabled.append(QLatin1String(name));
        }
    }
    if (m_fixture->find<QMenu>("file.recent")->menuAction()->isEnabled()) {
        enabled.append(QStringLiteral("file.recent"));
    }
    if (m_fixture->find<QPushButton>("inspector.continue")->isEnabled()) {
        enabled.append(QStringLiteral("inspector.continue"));
    }
    if (acceptsDrop()) {
        enabled.append(QStringLiteral("a drop"));
    }
    return enabled;
}

void TestRunOpener::openersAreOnExactlyWhenARunGivesWay_data()
{
    QTest::addColumn<RunState>("state");
    QTest::newRow("ready") << RunState::Ready;
    QTest::newRow("running") << RunState::Running;
    QTest::newRow("pausing") << RunState::Pausing;
    QTest::newRow("paused") << RunState::Paused;
    QTest::newRow("stopping") << RunState::Stopping;
    QTest::newRow("halted") << RunState::Halted;
    QTest::newRow("finished") << RunState::Finished;
    QTest::newRow("stopped") << RunState::Stopped;
    QTest::newRow("failed") << RunState::Failed;
}

void TestRunOpener::openersAreOnExactlyWhenARunGivesWay()
{
    QFETCH(RunState, state);
    m_fixture->settings->addRecentFile(QStringLiteral("/tmp/old.toml"));
    m_fixture->makeWindow();
    m_fixture->openRun(state);
    m_fixture->find<QTableView>("inspector.checkpoints")->selectRow(1);
    const QStringList enabled = enabledOpeners();
    QVERIFY2(enabled.size() == (givesWay(state) ? 7 : 0), qPrintable(enabled.join(u' ')));
    QCOMPARE(m_fixture->find<QAction>("view.start")->isEnabled(), givesWay(state));
    for (const char* name : kActions) {
        const QString toolTip = m_fixture->find<QAction>(name)->toolTip();
        QCOMPARE(toolTip == u"Stop the run that is being trained first.", !givesWay(state));
    }
    if (givesWay(state)) { // and each of them asks for it
        m_fixture->find<QAction>("file.demo.iris")->trigger();
        m_fixture->click("inspector.continue");
        m_fixture->find<QMenu>("file.recent")->actions().constFirst()->trigger();
        QTRY_COMPARE(calls().size(), 3);
        QCOMPARE(calls(),
                 QStringList({QStringLiteral("open iris start"), QStringLiteral("open run 7 start"),
                              QStringLiteral("open /tmp/old.toml start")}));
    }
}

void TestRunOpener::nothingIsOpenedWhileARunIsBeingPrepared()
{
    controller().answerOpening(true);
    QCOMPARE(enabledOpeners(), QStringList());
    QCOMPARE(m_fixture->find<QAction>("file.open")->toolTip(),
             QStringLiteral("A run is being prepared."));
    for (const char* name : {"start.demo.iris", "start.continue.5", "start.openFile"}) {
        QVERIFY2(!m_fixture->find<QWidget>(name)->isEnabled(), name);
    }
    // It is to be seen that something goes on, and said when it takes long.
    const auto* start = m_fixture->find<QToolButton>("toolbar.start");
    QVERIFY(start->toolTip().contains(QStringLiteral("A run is being prepared.")));
    QTRY_VERIFY(m_fixture->find<QLabel>("status.state")
                    ->text()
                    .contains(QStringLiteral("preparing the run")));
    controller().answerOpening(false);
    QVERIFY(m_fixture->find<QWidget>("start.demo.iris")->isEnabled());
    QVERIFY(m_fixture->find<QAction>("file.open")->isEnabled());
}

void TestRunOpener::theFocusComesBackWhenARunCannotBeOpened()
{
    auto* card = m_fixture->find<QPushButton>("start.demo.spirals");
    card->setFocus();
    QTest::keyClick(card, Qt::Key_Space);
    controller().answerOpening(true);
    controller().answerOpening(false);
    QVERIFY(card->hasFocus());
}

void TestRunOpener::aDroppedJobFileIsOpened()
{
    QVERIFY(!accepts(window(), QStringLiteral("/tmp/mine.txt")));
    drop(window(), QStringLiteral("/tmp/mine.toml"));
    QCOMPARE(calls(), QStringList({QStringLiteral("open /tmp/mine.toml start")}));
}

void TestRunOpener::recentFilesAreOpenedAgain()
{
    auto* recent = m_fixture->find<QMenu>("file.recent");
    QVERIFY(!recent->menuAction()->isEnabled());
    for (const char* path : {"/tmp/a&b.toml", "/tmp/c.toml"}) {
        drop(window(), QLatin1String(path));
    }
    m_fixture->makeWindow(); // the next start
    recent = m_fixture->find<QMenu>("file.recent");
    QCOMPARE(recent->actions().size(), 2);
    QCOMPARE(recent->actions()[0]->toolTip(), QStringLiteral("/tmp/c.toml"));
    QAction* older = recent->actions()[1];
    QCOMPARE(older->text(), QStringLiteral("a&&b.toml")); // the name, and no underlined b
    calls().clear();
    older->trigger();
    QTRY_COMPARE(calls(), QStringList({QStringLiteral("open /tmp/a&b.toml start")}));
    QCOMPARE(recent->actions()[0]->toolTip(), QStringLiteral("/tmp/a&b.toml")); // the newest now
}

QTEST_MAIN(TestRunOpener)
#include "tst_run_opener.moc"
