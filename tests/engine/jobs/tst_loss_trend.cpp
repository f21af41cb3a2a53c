// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/loss_trend.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace engine;

class TestLossTrend : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsKnownAtFirst();
    void constantsStayWhatTheyAre();
    void halfLife();
    void onsetIsWhereTheAverageWasLowest();
    void plateausCountAsLowest();
    void nonFiniteLossesAreLeftOut();
};

void TestLossTrend::nothingIsKnownAtFirst()
{
    const LossTrend trend;
    QVERIFY(trend.isEmpty());
    QVERIFY(std::isnan(trend.average()));
    QCOMPARE(trend.lowestStep(), std::int64_t{-1});
}

void TestLossTrend::constantsStayWhatTheyAre()
{
    LossTrend trend(5);
    for (int step = 1; step <= 50; ++step) {
        trend.add(step, 2.5);
        QVERIFY(std::abs(trend.average() - 2.5) < 1e-12); // debiased from the first step on
    }
}

void TestLossTrend::halfLife()
{
    LossTrend trend(10);
    for (int step = 1; step <= 10'000; ++step) {
        trend.add(step, 1);
    }
    for (int step = 1; step <= 10; ++step) {
        trend.add(10'000 + step, 3);
    }
    QVERIFY(std::abs(trend.average() - 2) < 1e-9);
}

void TestLossTrend::onsetIsWhereTheAverageWasLowest()
{
    LossTrend trend(2);
    for (int step = 1; step <= 100; ++step) {
        trend.add(step, 10.0 / step);
    }
    QCOMPARE(trend.lowestStep(), std::int64_t{100});
    for (int step = 101; step <= 120; ++step) {
        trend.add(step, std::exp2(step - 100));
    }
    QCOMPARE(trend.lowestStep(), std::int64_t{100});
    QVERIFY(trend.average() > 1e5);
}

void TestLossTrend::plateausCountAsLowest()
{
    LossTrend trend(1);
    for (int step = 1; step <= 10; ++step) {
        trend.add(step, 0);
    }
    QCOMPARE(trend.lowestStep(), std::int64_t{10});
}

void TestLossTrend::nonFiniteLossesAreLeftOut()
{
    LossTrend trend;
    trend.add(1, std::numeric_limits<double>::quiet_NaN());
    QVERIFY(trend.isEmpty());
    trend.add(2, 4);
    trend.add(3, std::numeric_limits<double>::infinity());
    trend.add(4, -std::numeric_limits<double>::infinity());
    QCOMPARE(trend.average(), 4.0);
    QCOMPARE(trend.lowestStep(), std::int64_t{2});
}

QTEST_APPLESS_MAIN(TestLossTrend)
#include "tst_loss_trend.moc"
