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

private:
    static MetricBatch losses(qint64 first, qint64 last, int segment = 0)
    {
        MetricBatch batch{7, segment, QStringLiteral("train/loss"), {}};
        for (qint64 step = first; step <= last; ++step) {
            batch.points.append({step, 1.0 / double(step), double(step)});
        }
        return batch;
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

QTEST_MAIN(TestRunSeriesFeed)
#include "tst_run_series_feed.moc"
