// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The pyramid against a walk over all points.
#include "gui/charts/series_pyramid.h"

#include <QElapsedTimer>
#include <QtTest>

#include <cmath>
#include <random>

using namespace gui;

class TestSeriesPyramid : public QObject
{
    Q_OBJECT

private slots:
    void summariesEqualAWalk_data();
    void summariesEqualAWalk();
    void columnsCoverEveryPointOnce();
    void aSpikeIsInItsColumnAtEveryZoom();
    void extremesAndNonFiniteAreFound();
    void keysNeverFall();
    void anEmptySeriesHasNothing();
    void costDependsOnPixelsOnly();
};

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

SeriesPyramid randomSeries(qsizetype size, double nonFiniteShare)
{
    std::mt19937 generator(unsigned(size) + 7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    SeriesPyramid series;
    for (qsizetype i = 0; i < size; ++i) {
        double value = uniform(generator);
        if (std::abs(uniform(generator)) < nonFiniteShare) {
            value = i % 3 == 0 ? kNan : i % 3 == 1 ? kInfinity : -kInfinity;
        }
        series.append({double(i), double(i) * 0.5, value});
    }
    return series;
}

SeriesSummary walk(const SeriesPyramid& series, qsizetype begin, qsizetype end)
{
    SeriesSummary all;
    for (qsizetype i = begin; i < end; ++i) {
        const double v = series.value(i);
        if (!std::isfinite(v)) {
            ++all.nonFinite;
            continue;
        }
        all.first = std::isnan(all.first) ? v : all.first;
        all.last = v;
        all.min = std::isnan(all.min) ? v : std::min(all.min, v);
        all.max = std::isnan(all.max) ? v : std::max(all.max, v);
        if (v > 0) {
            all.minPositive = std::isnan(all.minPositive) ? v : std::min(all.minPositive, v);
        } else {
            ++all.nonPositive;
        }
    }
    return all;
}

bool same(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

bool same(const SeriesSummary& a, const SeriesSummary& b)
{
    return same(a.first, b.first) && same(a.last, b.last) && same(a.min, b.min)
        && same(a.max, b.max) && same(a.minPositive, b.minPositive) && a.nonFinite == b.nonFinite
        && a.nonPositive == b.nonPositive;
}

} // namespace

void TestSeriesPyramid::summariesEqualAWalk_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<double>("nonFiniteShare");
    QTest::newRow("one point") << 1 << 0.0;
    QTest::newRow("a node less one") << 15 << 0.0;
    QTest::newRow("a node") << 16 << 0.2;
    QTest::newRow("a node and one") << 17 << 0.2;
    QTest::newRow("two levels") << 256 << 0.1;
    QTest::newRow("ragged end") << 4913 << 0.05;
    QTest::newRow("nothing finite") << 1000 << 1.0;
}

void TestSeriesPyramid::summariesEqualAWalk()
{
    QFETCH(int, size);
    QFETCH(double, nonFiniteShare);
    const SeriesPyramid series = randomSeries(size, nonFiniteShare);
    std::mt19937 generator(3);
    for (int i = 0; i < 300; ++i) {
        qsizetype begin = std::uniform_int_distribution<qsizetype>(0, size)(generator);
        qsizetype end = std::uniform_int_distribution<qsizetype>(begin, size)(generator);
        QVERIFY2(same(series.summary(begin, end), walk(series, begin, end)),
                 qPrintable(QStringLiteral("[%1, %2)").arg(begin).arg(end)));
    }
    QVERIFY(same(series.summary(0, size), walk(series, 0, size)));
}

void TestSeriesPyramid::columnsCoverEveryPointOnce()
{
    const SeriesPyramid series = randomSeries(10'000, 0.01);
    for (const int count : {1, 7, 640, 20'000}) {
        qsizetype next = 0;
        for (const auto& column :
             series.columns(SeriesKey::Step, 0, 10'000, count, 0, series.size())) {
            QCOMPARE(column.begin, next);
            QVERIFY(same(column.summary, walk(series, column.begin, column.end)));
            next = column.end;
        }
        QCOMPARE(next, series.size());
    }
    // Only the asked part of the points and of the axis.
    const auto part = series.columns(SeriesKey::Wall, 100, 200, 10, 250, 300);
    QCOMPARE(part.front().begin, 250);
    QCOMPARE(part.back().end, 300);
}

void TestSeriesPyramid::aSpikeIsInItsColumnAtEveryZoom()
{
    SeriesPyramid series;
    constexpr qsizetype kSpike = 77'777;
    for (qsizetype i = 0; i < 200'000; ++i) {
        series.append({double(i), 0, i == kSpike ? 9.0 : 1.0});
    }
    for (double width = 200'000; width >= 10; width /= 3) {
        const double lower = kSpike - width / 2.7;
        int seen = 0;
        for (const auto& column :
             series.columns(SeriesKey::Step, lower, lower + width, 500, 0, series.size())) {
            if (column.summary.max == 9.0) {
                ++seen;
                QVERIFY(column.begin <= kSpike && kSpike < column.end);
            }
        }
        QCOMPARE(seen, 1);
    }
}

void TestSeriesPyramid::extremesAndNonFiniteAreFound()
{
    SeriesPyramid series;
    for (qsizetype i = 0; i < 5000; ++i) {
        series.append({double(i), 0, i == 1234 ? kNan : i == 4321 ? -5.0 : double(i % 10)});
    }
    QCOMPARE(series.findNonFinite(0, series.size()), 1234);
    QCOMPARE(series.findNonFinite(1235, series.size()), -1);
    QCOMPARE(series.findNonFinite(0, 1234), -1);
    QCOMPARE(series.findExtreme(-5, 0, series.size()), 4321);
    QCOMPARE(series.findExtreme(9, 0, series.size()), 9);
    QCOMPARE(series.findExtreme(9, 10, series.size()), 19);
    QCOMPARE(series.findExtreme(11, 0, series.size()), -1);
}

void TestSeriesPyramid::keysNeverFall()
{
    SeriesPyramid series;
    series.append({10, 100, 1});
    series.append({5, 90, 2});
    QCOMPARE(series.at(1).step, 10.0);
    QCOMPARE(series.at(1).wallSeconds, 100.0);
    QCOMPARE(series.at(1).value, 2.0);
}

void TestSeriesPyramid::anEmptySeriesHasNothing()
{
    const SeriesPyramid series;
    QVERIFY(std::isnan(series.summary(0, 0).max));
    QVERIFY(series.columns(SeriesKey::Step, 0, 1, 100, 0, 0).isEmpty());
    QCOMPARE(series.findNonFinite(0, 0), -1);
    QCOMPARE(series.lowerBound(SeriesKey::Step, 3), 0);
}

// A hundred times the points take nowhere near a hundred times as long.
void TestSeriesPyramid::costDependsOnPixelsOnly()
{
    const auto cost = [](qsizetype points) {
        SeriesPyramid series;
        for (qsizetype i = 0; i < points; ++i) {
            series.append({double(i), 0, double(i % 97)});
        }
        qint64 best = std::numeric_limits<qint64>::max();
        for (int i = 0; i < 7; ++i) {
            QElapsedTimer timer;
            timer.start();
            const auto columns =
                series.columns(SeriesKey::Step, 0, double(points), 700, 0, series.size());
            best = std::min(best, timer.nsecsElapsed());
            if (columns.size() != 700) {
                return std::numeric_limits<qint64>::max();
            }
        }
        return best;
    };
    const qint64 small = cost(20'000);
    const qint64 large = cost(2'000'000);
    QVERIFY2(large < 20 * small, qPrintable(QStringLiteral("%1 ns, %2 ns").arg(small).arg(large)));
}

QTEST_APPLESS_MAIN(TestSeriesPyramid)
#include "tst_series_pyramid.moc"
