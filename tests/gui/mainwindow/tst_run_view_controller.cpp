// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which runs are shown and selected, and what the panels make of it.
#include "tests/gui/support/window_fixture.h"

#include "gui/charts/charts_view.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestRunViewController : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }

    void aRecentRunIsShownByItsName();
    void aRecentRunIsContinuedByItsLink();
    void aClickOnTheMarkerShowsAndHides();
    void spaceShowsAndHidesTheRowInFocus();
    void theFilterLeavesMatchingRuns();
    void pointsAreDrawnOnceWhenStoreAndRunTellTheSame();
    void aCheckpointIsContinued();
    void theReadoutIsCopied();

private:
    MainWindow& window() { return *m_fixture->window; }
    FakeTrainingController& controller() { return m_fixture->controller; }
    FakeRunLibrary& library() { return m_fixture->library; }
    QListView& runs() { return *m_fixture->find<QListView>("runs.list"); }
    ChartsView& charts() { return *m_fixture->window->findChild<ChartsView*>(); }
    QStringList& calls() { return controller().calls; }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestRunViewController::init()
{
    failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestRunViewController::aRecentRunIsShownByItsName()
{
    m_fixture->click("start.run.6");
    QVERIFY(charts().isVisible());
    QCOMPARE(charts().runs(), QList<RunId>({6}));
    QCOMPARE(runs().currentIndex().row(), 1);
    QVERIFY(calls().isEmpty());
}

void TestRunViewController::aRecentRunIsContinuedByItsLink()
{
    m_fixture->click("start.continue.5");
    QCOMPARE(calls(), QStringList({QStringLiteral("open run 5 start")}));
    QVERIFY(!m_fixture->find<QWidget>("start.continue.6")); // it is finished
}

void TestRunViewController::aClickOnTheMarkerShowsAndHides()
{
    m_fixture->openRun();
    m_fixture->clickMarker(1);
    QCOMPARE(charts().runs().size(), 2);
    QCOMPARE(library().calls.count(QStringLiteral("load 6")), 1);
    QCOMPARE(runs().currentIndex().row(), 0); // showing is not selecting
    QCOMPARE(m_fixture->find<QLabel>("runs.count")->text(), QStringLiteral("7 runs · 2 shown"));
    m_fixture->clickMarker(1);
    QCOMPARE(charts().runs(), QList<RunId>({7}));
    m_fixture->clickMarker(0);
    QVERIFY(charts().runs().isEmpty());
    QVERIFY(!charts().isVisible());
    m_fixture->click("charts.showLastRun");
    QCOMPARE(charts().runs(), QList<RunId>({7}));
}

void TestRunViewController::spaceShowsAndHidesTheRowInFocus()
{
    m_fixture->openRun();
    runs().setFocus();
    QTest::keyClick(&runs(), Qt::Key_Down);
    QTest::keyClick(&runs(), Qt::Key_Space);
    QCOMPARE(charts().runs().size(), 2);
}

void TestRunViewController::theFilterLeavesMatchingRuns()
{
    m_fixture->openRun();
    QTest::keyClick(&window(), Qt::Key_F, Qt::ControlModifier);
    auto* field = m_fixture->find<QLineEdit>("runs.filter");
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("spirals"));
    QCOMPARE(runs().model()->rowCount(), 2);
}

void TestRunViewController::pointsAreDrawnOnceWhenStoreAndRunTellTheSame()
{
    m_fixture->openRun(RunState::Running, 4000);
    // The store told steps 1 … 4210; the new segment tells 4200 … 4220 once more, live.
    emit controller().metricsArrived({sampleSeries(7, 4200, 4220, .2).first()});
    charts().refreshNow();
    QCOMPARE(charts().lastX(), 4220.);
    emit controller().metricsArrived({sampleSeries(7, 4200, 4215, 9).first()}); // told before
    charts().refreshNow();
    const ReadoutTable table = charts().readoutAt(4210);
    QVERIFY(!table.rows.isEmpty());
    for (std::optional<double> value : table.rows.first().values) {
        QVERIFY(!value || *value < 1000);
    }
    QCOMPARE(charts().lastX(), 4220.);
}

void TestRunViewController::aCheckpointIsContinued()
{
    m_fixture->click("start.run.7");
    auto* table = m_fixture->find<QTableView>("inspector.checkpoints");
    QCOMPARE(table->model()->rowCount(), 4);
    QVERIFY(!m_fixture->find<QPushButton>("inspector.continue")->isEnabled());
    table->selectRow(2);
    m_fixture->click("inspector.continue");
    QCOMPARE(calls(), QStringList({QStringLiteral("open run 7 start")}));
    QCOMPARE(controller().lastOpen.fromStep, 2000);
    m_fixture->openRun(RunState::Running, 2000);
    QVERIFY(!m_fixture->find<QPushButton>("inspector.continue")->isEnabled());
}

void TestRunViewController::theReadoutIsCopied()
{
    m_fixture->click("start.run.7");
    auto* table = m_fixture->find<QTableView>("readout.table");
    QTRY_VERIFY(table->model()->rowCount() == 1);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    QVERIFY(lines.first().startsWith(QStringLiteral("run\t")));
    QVERIFY(lines.at(1).startsWith(QStringLiteral("fashion-mlp\t")));
    QTest::keyClick(table, Qt::Key_F);
    QVERIFY(m_fixture->find<QToolButton>("readout.freeze")->isChecked());
    const int rows = table->model()->rowCount();
    m_fixture->clickMarker(1);
    QTest::qWait(200); // longer than the readout waits; frozen, it does not follow
    QCOMPARE(table->model()->rowCount(), rows);
}

QTEST_MAIN(TestRunViewController)
#include "tst_run_view_controller.moc"
