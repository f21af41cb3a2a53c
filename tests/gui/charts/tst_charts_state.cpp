// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a page of charts shows of its runs, and what it keeps.
#include "trained_page.h"

using namespace gui;

class TestChartsState : public QObject
{
    Q_OBJECT

private slots:
    void xModesShowTheSameRun_data();
    void xModesShowTheSameRun();
    void hiddenRunsTakeTheirCardsAway();
    void stateComesBack();
    void foreignStatesAreRefused();
    void pointsOfUnknownRunsAreIgnored();
};

void TestChartsState::xModesShowTheSameRun_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<double>("last");
    QTest::newRow("steps") << int(XMode::Step) << 1000.0;
    QTest::newRow("seconds") << int(XMode::RelativeTime) << 0.999;
    QTest::newRow("clock") << int(XMode::WallClock) << 1e9 + 1.0;
    QTest::newRow("epochs") << int(XMode::Epoch) << 4.0;
}

void TestChartsState::xModesShowTheSameRun()
{
    QFETCH(int, mode);
    QFETCH(double, last);
    Page page;
    QVERIFY(!page.view.hasEpochs());
    page.view.setStepsPerEpoch(1, 250);
    QVERIFY(page.view.hasEpochs());
    page.view.setXMode(XMode(mode));
    page.view.refreshNow();
    QVERIFY(near(page.view.lastX(), last, 1e-6));
    QVERIFY(page.view.xRange().first <= last && page.view.xRange().second >= last);
    QVERIFY(countColor(page.image("loss"), page.source.theme().series(1).line, 90) > 100);
}

void TestChartsState::hiddenRunsTakeTheirCardsAway()
{
    Page page;
    page.view.setRun(2, QStringLiteral("second"), 1);
    page.append("weights/norm", 1, 100, line, 2);
    QVERIFY(page.view.findChild<QWidget*>(QStringLiteral("charts.card.weights/norm")));
    page.view.removeRun(2);
    QVERIFY(!page.view.findChild<QWidget*>(QStringLiteral("charts.card.weights/norm")));
    QCOMPARE(page.view.runs(), QList<RunId>{1});
    page.view.clear();
    QVERIFY(page.view.findChildren<ChartCard*>().isEmpty());
    page.view.refreshNow();
}

void TestChartsState::stateComesBack()
{
    Page page;
    page.view.setSmoothing(33);
    drag(page.plot("loss"), Qt::LeftButton, inPlot(page, "loss", 200, 1.8),
         inPlot(page, "loss", 600, 1.4));
    page.press("accuracy", Qt::Key_L);
    page.press("accuracy", Qt::Key_P);
    page.view.refreshNow();
    const QByteArray state = page.view.saveState();

    Page other;
    QVERIFY(other.view.restoreState(state));
    other.view.refreshNow();
    QCOMPARE(other.view.smoothing(), 33.0);
    QCOMPARE(other.view.xRange(), page.view.xRange());
    QCOMPARE(other.view.follow(), false);
    QVERIFY(other.card("accuracy").y() < other.card("loss").y());
    // Cards that appear later get their own as well.
    ChartPage late;
    QVERIFY(late.view.restoreState(state));
    late.append("train/loss", 1, 1000, line);
    late.append("train/accuracy", 1, 1000, line);
    late.view.refreshNow();
    QVERIFY(late.card("accuracy").options().logY);
    QCOMPARE(late.card("loss").yRange(), page.card("loss").yRange());
    QCOMPARE(late.view.xRange(), page.view.xRange());
}

void TestChartsState::foreignStatesAreRefused()
{
    Page page;
    const QByteArray state = page.view.saveState();
    const auto before = page.view.xRange();
    QVERIFY(!page.view.restoreState(QByteArray()));
    QVERIFY(!page.view.restoreState(QByteArray("something else entirely, and long enough")));
    for (int length = 0; length < state.size(); ++length) {
        QVERIFY(!page.view.restoreState(state.left(length)));
    }
    QCOMPARE(page.view.xRange(), before);
}

void TestChartsState::pointsOfUnknownRunsAreIgnored()
{
    Page page;
    page.append("train/other", 1, 10, line, 77);
    page.view.addEvent({77, 0, 5, 1, RunEventKind::CheckpointSaved, {}});
    page.view.setDivergence(77, 1, 2);
    page.view.setSelectedRun(77);
    page.view.setLiveRun(77);
    page.view.refreshNow();
    QVERIFY(!page.view.findChild<QWidget*>(QStringLiteral("charts.card.other")));
    QVERIFY(!page.view.readoutAt(500).position.isEmpty());
}

QTEST_MAIN(TestChartsState)
#include "tst_charts_state.moc"
