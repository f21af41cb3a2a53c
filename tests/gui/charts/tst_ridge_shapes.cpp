// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/ridge_shapes.h"

#include "tests/gui/support/sample_distributions.h"

#include <QTest>

#include <cmath>
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
    Distribution odd = distributionOf(3, {1, 2});
    odd.counts.removeLast(); // a damaged file
    QVERIFY(makeRidges({odd}).ridges.isEmpty());
    odd = distributionOf(3, {1, 2});
    odd.maximum = std::numeric_limits<double>::infinity();
    QVERIFY(makeRidges({odd}).ridges.isEmpty());
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
