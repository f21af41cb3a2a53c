// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Segments, abandoned tails, best and nearest points of one series.
#include "gui/charts/chart_series.h"

#include <QtTest>

#include <cmath>

using namespace gui;

class TestChartSeries : public QObject
{
    Q_OBJECT

private slots:
    void aResumedRunLeavesItsTail();
    void segmentsCutTagsWithoutNewPoints();
    void theMeanGoesOnWhereTheRunWasResumed();
    void repeatedPointsAreIgnored();
    void aLaterPointAtASmallerStepStartsAStretch();
    void olderSegmentsMayArriveLater();
    void smoothingInPiecesGivesTheSameMeans();
    void anotherHalfLifeRecomputes();
    void best_data();
    void best();
    void nonFiniteValuesBreakTheMean();
    void nearestAndNeighbour();
};

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr qsizetype kAll = std::numeric_limits<qsizetype>::max();

// Steps first … last with the value `value(step)`, one a second from `wall`.
template <typename Value>
QList<MetricPoint> points(qint64 first, qint64 last, double wall, Value value)
{
    QList<MetricPoint> result;
    for (qint64 step = first; step <= last; ++step) {
        result.append({step, value(step), wall + double(step)});
    }
    return result;
}

QList<MetricPoint> points(qint64 first, qint64 last, double wall = 0)
{
    return points(first, last, wall, [](qint64 step) { return double(step); });
}

} // namespace

void TestChartSeries::aResumedRunLeavesItsTail()
{
    ChartSeries series;
    series.append(0, points(1, 100));
    series.append(1, points(61, 150, 1000));
    QCOMPARE(series.stretches().size(), 2u);
    QCOMPARE(series.stretches()[0].kept, 60);
    QCOMPARE(series.stretches()[0].raw.size(), 100);
    QCOMPARE(series.stretches()[1].kept, 90);
    QCOMPARE(series.lastPoint()->step, 150.0);
}

void TestChartSeries::segmentsCutTagsWithoutNewPoints()
{
    ChartSeries series;
    series.append(0, points(1, 100));
    series.setSegments({{0, 0}, {1, 60}});
    QCOMPARE(series.stretches()[0].kept, 60); // step 60 itself was done before the checkpoint
    QCOMPARE(series.lastPoint()->step, 60.0);
    series.setSegments({{0, 0}, {1, 60}, {2, 40}});
    QCOMPARE(series.stretches()[0].kept, 40);
}

void TestChartSeries::theMeanGoesOnWhereTheRunWasResumed()
{
    const auto value = [](qint64 step) { return std::sin(0.1 * double(step)); };
    ChartSeries undisturbed;
    undisturbed.setHalfLife(20);
    undisturbed.append(0, points(1, 300, 0, value));
    undisturbed.catchUp(kAll);

    ChartSeries resumed;
    resumed.setHalfLife(20);
    resumed.append(0, points(1, 200, 0, value));
    resumed.catchUp(kAll);
    resumed.setSegments({{0, 0}, {1, 120}});
    resumed.append(1, points(121, 300, 1000, value));
    resumed.catchUp(kAll);
    for (const double step : {121.0, 150.0, 300.0}) {
        QVERIFY(std::abs(resumed.nearestSmooth(SeriesKey::Step, step)->value
                         - undisturbed.nearestSmooth(SeriesKey::Step, step)->value)
                < 1e-12);
    }
}

void TestChartSeries::repeatedPointsAreIgnored()
{
    ChartSeries series;
    series.append(0, points(1, 50));
    series.append(0, points(30, 60));
    QCOMPARE(series.size(), 60);
    QCOMPARE(series.stretches().size(), 1u);
}

void TestChartSeries::aLaterPointAtASmallerStepStartsAStretch()
{
    ChartSeries series;
    series.append(0, points(1, 50));
    series.append(0, points(31, 40, 1000));
    QCOMPARE(series.stretches().size(), 2u);
    QCOMPARE(series.stretches()[0].kept, 30);
    QCOMPARE(series.lastPoint()->step, 40.0);
}

void TestChartSeries::olderSegmentsMayArriveLater()
{
    ChartSeries series;
    series.append(2, points(81, 120, 2000));
    series.append(0, points(1, 100));
    series.append(1, points(51, 90, 1000));
    QCOMPARE(series.stretches().size(), 3u);
    QCOMPARE(series.stretches()[0].kept, 50);
    QCOMPARE(series.stretches()[1].kept, 30);
    QCOMPARE(series.stretches()[2].kept, 40);
}

void TestChartSeries::smoothingInPiecesGivesTheSameMeans()
{
    ChartSeries whole;
    ChartSeries pieces;
    for (ChartSeries* series : {&whole, &pieces}) {
        series->setHalfLife(15);
        series->append(0, points(1, 1000));
    }
    whole.catchUp(kAll);
    int calls = 1;
    while (!pieces.catchUp(70)) {
        ++calls;
    }
    QVERIFY(calls > 10);
    for (qsizetype i = 0; i < 1000; ++i) {
        QCOMPARE(pieces.stretches()[0].smooth.value(i), whole.stretches()[0].smooth.value(i));
    }
}

void TestChartSeries::anotherHalfLifeRecomputes()
{
    ChartSeries series;
    series.append(0, points(1, 100));
    series.catchUp(kAll);
    QCOMPARE(series.nearestSmooth(SeriesKey::Step, 100)->value, 100.0);
    series.setHalfLife(10);
    series.catchUp(kAll);
    QVERIFY(series.nearestSmooth(SeriesKey::Step, 100)->value < 90.0);
    series.setHalfLife(0);
    series.catchUp(kAll);
    QCOMPARE(series.nearestSmooth(SeriesKey::Step, 100)->value, 100.0);
}

void TestChartSeries::best_data()
{
    QTest::addColumn<int>("better");
    QTest::addColumn<double>("step"); // −1: none
    QTest::newRow("lowest, the earlier of two") << int(BetterValues::Lower) << 40.0;
    QTest::newRow("highest of what was kept") << int(BetterValues::Higher) << 60.0;
    QTest::newRow("unknown") << int(BetterValues::Unknown) << -1.0;
}

void TestChartSeries::best()
{
    QFETCH(int, better);
    QFETCH(double, step);
    ChartSeries series;
    series.append(0, points(1, 100, 0, [](qint64 s) {
                      return s == 40 || s == 50 ? -7.0 : s == 20 ? kNan : double(s);
                  }));
    series.setSegments({{0, 0}, {1, 60}});
    const auto best = series.best(BetterValues(better));
    QCOMPARE(best ? best->step : -1.0, step);
}

void TestChartSeries::nonFiniteValuesBreakTheMean()
{
    ChartSeries series;
    series.setHalfLife(5);
    series.append(0, points(1, 20, 0, [](qint64 s) { return s == 10 ? kNan : 1.0; }));
    series.catchUp(kAll);
    const SeriesPyramid& means = series.stretches()[0].smooth;
    QVERIFY(std::isnan(means.value(9)));
    QCOMPARE(means.value(10), 1.0);
    QCOMPARE(series.firstNonFinite()->step, 10.0);
    QCOMPARE(series.lastFinite()->step, 20.0);
}

void TestChartSeries::nearestAndNeighbour()
{
    ChartSeries series;
    series.append(0, {{10, 1, 100}, {20, 2, 130}, {30, 3, 131}});
    QCOMPARE(series.nearest(SeriesKey::Step, 14.9)->step, 10.0);
    QCOMPARE(series.nearest(SeriesKey::Step, 15.1)->step, 20.0);
    QCOMPARE(series.nearest(SeriesKey::Wall, 130.6)->step, 30.0);
    QCOMPARE(series.neighbour(SeriesKey::Step, 20, 1)->step, 30.0);
    QCOMPARE(series.neighbour(SeriesKey::Step, 20, -1)->step, 10.0);
    QVERIFY(!series.neighbour(SeriesKey::Step, 30, 1));
    QVERIFY(!ChartSeries().nearest(SeriesKey::Step, 1));
}

QTEST_APPLESS_MAIN(TestChartSeries)
#include "tst_chart_series.moc"
