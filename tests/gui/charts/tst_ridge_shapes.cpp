// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/ridge_shapes.h"

#include "tests/gui/support/sample_distributions.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

using namespace gui;

namespace {

Distribution distributionOf(qint64 step, const std::vector<double>& values)
{
    return toDistribution({step, 0, engine::makeHistogram(values, "")});
}

double sum(const QList<double>& values)
{
    return std::accumulate(values.cbegin(), values.cend(), 0.0);
}

} // namespace

class TestRidgeShapes : public QObject
{
    Q_OBJECT

private slots:
    void countsAreMonotoneAndExactAtTheEndsOfBuckets();
    void sharesAreAllOfTheValues_data();
    void sharesAreAllOfTheValues();
    void aNormalDistributionIsABell();
    void theRangeIsThatOfAll();
    void aPeakFarAboveTheOthersIsCut();
    void whatHasNoValuesIsLeftOut();
    void whatIsDamagedIsLeftOut_data();
    void whatIsDamagedIsLeftOut();
    void aBucketIsTheStoredOne();
};

void TestRidgeShapes::countsAreMonotoneAndExactAtTheEndsOfBuckets()
{
    const Distribution distribution = normalDistribution(1, 0.2, 1);
    const CumulativeCounts counts(distribution);
    double all = 0;
    for (qsizetype i = 0; i < distribution.limits.size(); ++i) {
        all += distribution.counts[i];
        QVERIFY(std::abs(counts.below(distribution.limits[i]) - all) < 1e-6);
    }
    double before = 0;
    for (double value = distribution.minimum - 1; value < distribution.maximum + 1;
         value += 0.0007) {
        const double below = counts.below(value);
        QVERIFY2(below >= before - 1e-9, qPrintable(QString::number(value)));
        before = below;
    }
    QCOMPARE(before, 4000.);
    QCOMPARE(counts.below(distribution.minimum), 0.);
}

void TestRidgeShapes::sharesAreAllOfTheValues_data()
{
    QTest::addColumn<QList<double>>("values");
    QTest::newRow("one value") << QList<double>{0.5};
    QTest::newRow("all the same") << QList<double>(100, -3.0);
    QTest::newRow("all zero") << QList<double>(100, 0.0);
    QTest::newRow("two far apart") << QList<double>{-1e6, 1e6};
    QTest::newRow("next to each other") << QList<double>{1, std::nextafter(1.0, 2.0)};
    QTest::newRow("tiny") << QList<double>{1e-30, 2e-30, -1e-30};
    QTest::newRow("zeros and others") << QList<double>{0, 0, 0, 0, 1, -1, 0.5};
    QTest::newRow("huge") << QList<double>{1e300, -1e300, 0};
}

void TestRidgeShapes::sharesAreAllOfTheValues()
{
    QFETCH(QList<double>, values);
    const RidgeSet set = makeRidges({distributionOf(1, {values.cbegin(), values.cend()})});
    QCOMPARE(set.ridges.size(), 1);
    QVERIFY(set.low < set.high);
    QCOMPARE(set.ridges[0].shares.size(), set.bins);
    QVERIFY2(std::abs(sum(set.ridges[0].shares) - 1) < 1e-9,
             qPrintable(QString::number(sum(set.ridges[0].shares))));
    QVERIFY(set.peak > 0 && set.peak <= 1);
}

void TestRidgeShapes::aNormalDistributionIsABell()
{
    constexpr double kDeviation = 0.3;
    const RidgeSet set = makeRidges({normalDistribution(1, 0, kDeviation, 200'000)});
    const double width = set.binStart(1) - set.binStart(0);
    for (int bin = 0; bin < set.bins; ++bin) {
        const double x = set.binMiddle(bin) / kDeviation;
        const double expected =
            std::exp(-x * x / 2) / std::sqrt(2 * 3.14159265358979) * width / kDeviation;
        QVERIFY2(std::abs(set.ridges[0].shares[bin] - expected) < 0.05 * set.peak,
                 qPrintable(QStringLiteral("%1: %2 instead of %3")
                                .arg(x)
                                .arg(set.ridges[0].shares[bin])
                                .arg(expected)));
    }
}

void TestRidgeShapes::theRangeIsThatOfAll()
{
    const RidgeSet set =
        makeRidges({distributionOf(1, {-1, 0, 1}), distributionOf(2, {0, 0.5, 3})});
    QVERIFY(set.low < -1 && set.low > -1.2);
    QVERIFY(set.high > 3 && set.high < 3.2);
    QCOMPARE(set.ridges[0].step, 1);
    QCOMPARE(set.ridges[1].step, 2);
}

void TestRidgeShapes::aPeakFarAboveTheOthersIsCut()
{
    QList<Distribution> all{distributionOf(0, std::vector<double>(500, 0.0))};
    for (const qint64 step : {1, 2, 3, 4}) {
        all.append(normalDistribution(step, 0, 1));
    }
    const RidgeSet set = makeRidges(all);
    QVERIFY(set.isCut);
    QVERIFY(set.peak < 0.5);
    all.removeFirst();
    QVERIFY(!makeRidges(all).isCut);
}

void TestRidgeShapes::whatHasNoValuesIsLeftOut()
{
    QVERIFY(makeRidges({}).ridges.isEmpty());
    Distribution empty = distributionOf(1, {});
    QVERIFY(makeRidges({empty}).ridges.isEmpty());
    QCOMPARE(makeRidges({empty, distributionOf(2, {1})}).ridges.size(), 1);
}

void TestRidgeShapes::whatIsDamagedIsLeftOut_data()
{
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    QTest::addColumn<Distribution>("odd");
    const Distribution sound = distributionOf(3, {1, 2});
    const auto row = [&](const char* name, const std::function<void(Distribution&)>& damage) {
        Distribution odd = sound;
        damage(odd);
        QTest::newRow(name) << odd;
    };
    row("a count is missing", [](Distribution& odd) { odd.counts.removeLast(); });
    row("a limit is missing", [](Distribution& odd) { odd.limits.removeLast(); });
    row("no buckets", [](Distribution& odd) {
        odd.limits.clear();
        odd.counts.clear();
    });
    row("nothing is counted", [](Distribution& odd) { odd.counts.fill(0); });
    row("a count is no number", [=](Distribution& odd) { odd.counts[0] = kNaN; });
    row("a count is infinite", [=](Distribution& odd) { odd.counts[0] = kInfinity; });
    row("infinitely many", [=](Distribution& odd) { odd.count = kInfinity; });
    row("not a number of values", [=](Distribution& odd) { odd.count = kNaN; });
    row("the maximum is infinite", [=](Distribution& odd) { odd.maximum = kInfinity; });
    row("the minimum is no number", [=](Distribution& odd) { odd.minimum = kNaN; });
    row("the minimum is the larger", [](Distribution& odd) { odd.minimum = 3; });
}

void TestRidgeShapes::whatIsDamagedIsLeftOut()
{
    QFETCH(Distribution, odd);
    QVERIFY(makeRidges({odd}).ridges.isEmpty());
    QCOMPARE(makeRidges({odd, distributionOf(4, {1, 2})}).ridges.size(), 1);
    for (const double value : {0.5, 1.0, 1.5, 2.0, 3.0}) { // pointed at
        QCOMPARE(bucketAt(odd, value).count, 0.);
    }
}

void TestRidgeShapes::aBucketIsTheStoredOne()
{
    const Distribution distribution = distributionOf(1, {-2, 0.5, 0.5, 0.5, 8});
    const RidgeBucket bucket = bucketAt(distribution, 0.5);
    QCOMPARE(bucket.count, 3.);
    QVERIFY(bucket.low <= 0.5 && bucket.high > 0.5 && bucket.high < 0.6);
    QCOMPARE(bucketAt(distribution, 3).count, 0.);
    QCOMPARE(bucketAt(distribution, -2.1).count, 0.);
    QCOMPARE(bucketAt(distribution, 8.1).count, 0.);
    QCOMPARE(bucketAt(distribution, 8).count, 1.);
    QCOMPARE(bucketAt(distribution, 8).high, 8.); // not beyond the largest value
    QCOMPARE(bucketAt(distribution, -2).low, -2.);
}

QTEST_GUILESS_MAIN(TestRidgeShapes)
#include "tst_ridge_shapes.moc"
