// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/formats/event_codec.h"
#include "engine/formats/histogram.h"
#include "tests/support/errors.h"
#include "tests/support/golden.h"

#include <QJsonArray>
#include <QTest>
#include <qfloat16.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

using namespace engine;

namespace {

double numberOf(const QJsonValue& value)
{
    return value.isString() ? value.toString().replace("Infinity", "inf").toDouble()
                            : value.toDouble();
}

std::vector<double> numbersOf(const QJsonValue& values)
{
    std::vector<double> numbers;
    for (const QJsonValue& value : values.toArray()) {
        numbers.push_back(numberOf(value));
    }
    return numbers;
}

} // namespace

// Histograms as TensorFlow's histogram summary makes them.
class TestHistogram : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void limitsAreTensorFlows();
    void bucketsAreTensorFlows_data();
    void bucketsAreTensorFlows();
    void v9_aCountForEachLimit_data();
    void v9_aCountForEachLimit();
    void bucketsAreThoseOfASearch();
    void theLargestDoubleHasABucket();
    void messagesComeBack();
    void limitsWithoutCountsAreDataLoss();
    void valuesThatAreNowhereAreDataLoss();

private:
    QJsonObject m_golden;
};

void TestHistogram::initTestCase()
{
    m_golden = jsonObject(goldenFolder("events") + "/histogram-buckets.json");
    QVERIFY(!m_golden["cases"].toArray().isEmpty());
}

void TestHistogram::limitsAreTensorFlows()
{
    const std::vector<double> expected = numbersOf(m_golden["default_bucket_limits"]);
    const std::span<const double> limits = histogramLimits();
    QCOMPARE(std::vector<double>(limits.begin(), limits.end()), expected);
}

void TestHistogram::bucketsAreTensorFlows_data()
{
    QTest::addColumn<QJsonObject>("golden");
    for (const QJsonValue& golden : m_golden["cases"].toArray()) {
        QTest::newRow(qPrintable(golden["name"].toString())) << golden.toObject();
    }
}

void TestHistogram::bucketsAreTensorFlows()
{
    QFETCH(const QJsonObject, golden);
    std::vector<double> values = numbersOf(golden["values"]);
    if (golden["dtype"] == "float16") { // written with few digits
        std::ranges::transform(values, values.begin(), [](double value) {
            return static_cast<double>(qfloat16(static_cast<float>(value)));
        });
    }
    if (golden.contains("error")) {
        VERIFY_THROWS(InvalidArgumentError, qPrintable(golden["message"].toString()),
                      makeHistogram(values, "tag"));
        return;
    }
    const QJsonObject expected = golden["histogram"].toObject();
    const Histogram histogram = makeHistogram(values, "tag");
    QCOMPARE(histogram.minimum, numberOf(expected["min"]));
    QCOMPARE(histogram.maximum, numberOf(expected["max"]));
    QCOMPARE(histogram.count, numberOf(expected["num"]));
    QCOMPARE(histogram.sum, numberOf(expected["sum"]));
    QCOMPARE(histogram.sumOfSquares, numberOf(expected["sum_squares"]));
    QCOMPARE(histogram.limits, numbersOf(expected["bucket_limit"]));
    QCOMPARE(histogram.counts, numbersOf(expected["bucket"]));
}

void TestHistogram::v9_aCountForEachLimit_data()
{
    QTest::addColumn<std::vector<double>>("values");
    QTest::newRow("zero") << std::vector<double>{0};
    QTest::newRow("positive") << std::vector<double>{1, 2, 3};
    QTest::newRow("negative") << std::vector<double>{-5, -0.5, -1e-9};
    QTest::newRow("both signs") << std::vector<double>{-2, 0, 7, 7};
}

void TestHistogram::v9_aCountForEachLimit()
{
    QFETCH(const std::vector<double>, values);
    const Histogram histogram = makeHistogram(values, "v");
    QCOMPARE(histogram.counts.size(), histogram.limits.size());
    QCOMPARE(histogram.count, static_cast<double>(values.size()));
    QCOMPARE(std::accumulate(histogram.counts.begin(), histogram.counts.end(), 0.0),
             histogram.count);
    QCOMPARE(histogram.sum, std::accumulate(values.begin(), values.end(), 0.0));
    QCOMPARE(histogram.minimum, std::ranges::min(values));
    QCOMPARE(histogram.maximum, std::ranges::max(values));
    // A value lies below the limit of its bucket.
    for (std::size_t i = 0; i < histogram.limits.size(); ++i) {
        const double limit = histogram.limits[i];
        const double before =
            i == 0 ? std::numeric_limits<double>::lowest() : histogram.limits[i - 1];
        QCOMPARE(histogram.counts[i],
                 static_cast<double>(std::ranges::count_if(
                     values, [&](double value) { return value >= before && value < limit; })));
    }
}

// At every limit and next to it, and all over the range of doubles.
void TestHistogram::bucketsAreThoseOfASearch()
{
    const std::span<const double> limits = histogramLimits();
    std::vector<double> values{0.0, -0.0, 5e-324, -5e-324, 1e-13, -1e-13};
    for (const double limit : limits.subspan(1, limits.size() - 2)) {
        values.insert(values.end(),
                      {limit, std::nextafter(limit, -1e300), std::nextafter(limit, 1e300)});
    }
    for (double value = 1e-300; value < 1e300; value *= 1.37) {
        values.insert(values.end(), {value, -value});
    }
    for (const double value : values) {
        const Histogram histogram = makeHistogram({{value}}, "");
        const double place = std::abs(value) < std::numeric_limits<double>::min() ? 0 : value;
        const double expected = *std::ranges::upper_bound(limits, place);
        const auto filled = std::ranges::find(histogram.counts, 1.0) - histogram.counts.begin();
        QCOMPARE(histogram.limits.at(std::size_t(filled)), expected);
    }
}

void TestHistogram::theLargestDoubleHasABucket()
{
    const Histogram histogram = makeHistogram({{std::numeric_limits<double>::max()}}, "tag");
    QCOMPARE(histogram.counts.back(), 1.0);
    QCOMPARE(histogram.limits.back(), std::numeric_limits<double>::max());
}

void TestHistogram::messagesComeBack()
{
    const Histogram histogram = makeHistogram({{-1.5, 0.25, 3}}, "tag");
    QVERIFY(decodeHistogram(encodeHistogram(histogram)) == histogram);
}

void TestHistogram::limitsWithoutCountsAreDataLoss()
{
    Histogram histogram = makeHistogram({{1.0}}, "tag");
    histogram.counts.pop_back();
    VERIFY_THROWS(DataLossError, "limits for", decodeHistogram(encodeHistogram(histogram)));
    VERIFY_THROWS(DataLossError, "are not a histogram", decodeHistogram("\xff"));
}

void TestHistogram::valuesThatAreNowhereAreDataLoss()
{
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    const Histogram sound = makeHistogram({{1.0, 2.0}}, "tag");
    Histogram histogram = sound;
    histogram.limits.clear();
    histogram.counts.clear();
    VERIFY_THROWS(DataLossError, "0 buckets", decodeHistogram(encodeHistogram(histogram)));
    for (const auto& [minimum, maximum] : {std::pair{2.0, 1.0}, {kNaN, 1.0}, {1.0, kNaN}}) {
        histogram = sound;
        histogram.minimum = minimum;
        histogram.maximum = maximum;
        VERIFY_THROWS(DataLossError, "for 2 values", decodeHistogram(encodeHistogram(histogram)));
    }
    const Histogram empty = makeHistogram({}, "tag"); // as TensorFlow's: turned round, one bucket
    QVERIFY(empty.minimum > empty.maximum);
    QVERIFY(decodeHistogram(encodeHistogram(empty)) == empty);
    QVERIFY(decodeHistogram(encodeHistogram(Histogram())) == Histogram());
}

QTEST_APPLESS_MAIN(TestHistogram)
#include "tst_histogram.moc"
