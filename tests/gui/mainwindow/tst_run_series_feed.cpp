// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A run's points come from the store and live; either may be late.
#include "tests/gui/support/window_fixture.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestRunSeriesFeed : public WindowTest
{
    Q_OBJECT

private slots:
    void aRunWhoseStoreCannotBeReadIsDrawnLive();
    void aStoredRunThatCouldNotBeReadComesLater();
    void aRunThatIsShownAgainIsReadAgain();
    void whatAnotherProcessTrainsGrows();
    void anAnswerFromBeforeTheRunWasHiddenIsNoAnswer();
    void aStoredRunAtRestIsReadOnce();
    void aFollowedRunThatCannotBeReadKeepsItsPoints();

private:
    static MetricBatch losses(qint64 first, qint64 last, int segment = 0, RunId run = 7)
    {
        MetricBatch batch{run, segment, QStringLiteral("train/loss"), {}};
        for (qint64 step = first; step <= last; ++step) {
            batch.points.append({step, 1.0 / double(step), double(step)});
        }
        return batch;
    }

    // The list is read and has the run so.
    void setStored(RunId run, RunState state, qint64 lastStep)
    {
        for (RunSummary& summary : library().stored) {
            if (summary.id == run) {
                summary.state = state;
                summary.lastStep = lastStep;
            }
        }
        library().refresh();
    }

    // The loss at a step as the Readout has it; nothing where no point is near.
    bool hasLossNear(qint64 step) const
    {
        charts().refreshNow();
        const ReadoutTable table = charts().readoutAt(double(step));
        return !table.rows.isEmpty()
            && std::ranges::any_of(table.rows.constFirst().values,
                                   [](const auto& value) { return value.has_value(); });
    }
};

void TestRunSeriesFeed::aRunWhoseStoreCannotBeReadIsDrawnLive()
{
    library().failingLoads = 2;
    library().series[7] = {losses(1, 100)};
    m_fixture->openRun(RunState::Running, 0);
    QCOMPARE(charts().lastX(), 0.);
    emit controller().metricsArrived({losses(101, 120)});
    QCOMPARE(charts().lastX(), 120.);
    library().load(7); // as the library does by itself; in vain once more
    emit controller().metricsArrived({losses(121, 140)});
    QCOMPARE(charts().lastX(), 140.);
    library().load(7);
    emit controller().metricsArrived({losses(141, 150)});
    QCOMPARE(charts().lastX(), 150.);
    QCOMPARE(charts().runs(), QList<RunId>{7});
    for (const qint64 step : {1, 50, 100, 101, 130, 150}) { // all of it, before and after
        QVERIFY2(hasLossNear(step), qPrintable(QString::number(step)));
    }
    QCOMPARE(charts().readoutAt(1).rows.constFirst().values.constFirst().value_or(0), 1.0);
}

void TestRunSeriesFeed::aStoredRunThatCouldNotBeReadComesLater()
{
    library().failingLoads = 1;
    m_fixture->click("start.run.6");
    QVERIFY(!hasLossNear(2000));
    library().load(6);
    QVERIFY(hasLossNear(2000));
}

void TestRunSeriesFeed::aRunThatIsShownAgainIsReadAgain()
{
    library().failingLoads = 1;
    m_fixture->click("start.run.6");
    m_fixture->clickMarker(1);
    m_fixture->clickMarker(1);
    QVERIFY(hasLossNear(2000));
}

void TestRunSeriesFeed::whatAnotherProcessTrainsGrows()
{
    m_fixture->click("start.run.6");
    const auto known = qint64(charts().lastX());
    library().series[6] = {losses(1, known + 100, 0, 6)};
    setStored(6, RunState::Running, known + 100);
    QCOMPARE(charts().lastX(), double(known + 100));
    library().series[6] = {losses(1, known + 130, 0, 6)};
    setStored(6, RunState::Running, known + 130);
    QCOMPARE(charts().lastX(), double(known + 130));
    // It went on from an earlier step in another segment, and ended.
    library().segments[6] = {{0, 0}, {1, known + 120}};
    library().series[6].append(losses(known + 121, known + 150, 1, 6));
    setStored(6, RunState::Finished, known + 150);
    QCOMPARE(charts().lastX(), double(known + 150));
    for (const qint64 step : {known, known + 100, known + 101, known + 130, known + 150}) {
        QVERIFY2(hasLossNear(step), qPrintable(QString::number(step)));
    }
}

// It has new points only, and the chart knows no older ones any more.
void TestRunSeriesFeed::anAnswerFromBeforeTheRunWasHiddenIsNoAnswer()
{
    m_fixture->click("start.run.6");
    const auto known = qint64(charts().lastX());
    library().series[6] = {losses(1, known + 100, 0, 6)};
    library().holdsAnswers = true;
    setStored(6, RunState::Running, known + 100);
    m_fixture->clickMarker(1);
    m_fixture->clickMarker(1);
    library().answer();
    QCOMPARE(charts().lastX(), double(known + 100));
    QVERIFY(hasLossNear(1) && hasLossNear(known / 2) && hasLossNear(known + 100));
}

void TestRunSeriesFeed::aStoredRunAtRestIsReadOnce()
{
    m_fixture->click("start.run.6");
    const qsizetype reads = library().calls.count(QStringLiteral("load 6"));
    QVERIFY(reads > 0);
    library().refresh();
    library().refresh();
    QCOMPARE(library().calls.count(QStringLiteral("load 6")), reads);
}

void TestRunSeriesFeed::aFollowedRunThatCannotBeReadKeepsItsPoints()
{
    m_fixture->click("start.run.6");
    library().series[6] = {losses(1, 5000, 0, 6)};
    setStored(6, RunState::Running, 5000);
    library().failingLoads = 1;
    library().series[6] = {losses(1, 6000, 0, 6)};
    setStored(6, RunState::Running, 6000);
    QCOMPARE(charts().lastX(), 5000.);
    library().load(6, {{{0, QStringLiteral("train/loss")}, 5000}}); // as the library does
    QCOMPARE(charts().lastX(), 6000.);
    QVERIFY(hasLossNear(1) && hasLossNear(4999) && hasLossNear(6000));
}

QTEST_MAIN(TestRunSeriesFeed)
#include "tst_run_series_feed.moc"
