// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/gathered_product.h"
#include "engine/ops/matrix_packing.h"
#include "tests/engine/ops/processor_targets.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

using namespace engine;

class TestGatheredProduct : public QObject
{
    Q_OBJECT

private slots:
    void sumsAreRight_data();
    void sumsAreRight();
    void panelsAreLaidOutMeanwhile_data();
    void panelsAreLaidOutMeanwhile();
    void aNanPassesRelu_data() { addTargetRows(); }
    void aNanPassesRelu();
    void whereAReluGave0ThereIsNoSlope_data() { addTargetRows(); }
    void whereAReluGave0ThereIsNoSlope();
    void cleanup() { useTarget(0); }
};

namespace {

struct Case
{
    std::size_t rows;
    std::size_t terms;
    std::size_t columns;
};

struct Data
{
    explicit Data(const Case& size)
        : rowStarts(size.rows), termStarts(size.terms), packedStarts(size.terms), a(1000),
          b(size.terms * size.columns), bias(size.columns), y(size.rows * size.columns)
    {
        std::mt19937 random(7);
        std::normal_distribution<float> normal;
        for (std::vector<float>* values : {&a, &b, &bias, &y}) {
            std::ranges::generate(*values, [&] { return normal(random); });
        }
        const auto place = [&] { return static_cast<std::int32_t>(random() % 500); };
        std::ranges::generate(rowStarts, place);
        std::ranges::generate(termStarts, place);
        for (std::size_t t = 0; t < size.terms; ++t) {
            packedStarts[t] = static_cast<std::int32_t>(t * size.columns);
        }
    }

    GatheredProduct product(const std::vector<float>& panels)
    {
        const auto columns = static_cast<std::int64_t>(bias.size());
        return {.a = a.data(),
                .rows = rowStarts,
                .terms = termStarts,
                .panels = panels.data(),
                .columns = columns,
                .y = y.data(),
                .yStride = columns,
                .bias = nullptr,
                .b = {}};
    }

    std::vector<std::int32_t> rowStarts;
    std::vector<std::int32_t> termStarts;
    std::vector<std::int32_t> packedStarts; // of b
    std::vector<float> a;
    std::vector<float> b;
    std::vector<float> bias;
    std::vector<float> y;
};

std::vector<float> packed(const Data& data, const Case& size)
{
    std::vector<float> panels(static_cast<std::size_t>(panelWidths().sizeOf(
        static_cast<std::int64_t>(size.terms), static_cast<std::int64_t>(size.columns))));
    packPanels({data.b.data(), data.packedStarts, 1}, static_cast<std::int64_t>(size.columns),
               panels.data());
    return panels;
}

} // namespace

void TestGatheredProduct::panelsAreLaidOutMeanwhile_data()
{
    QTest::addColumn<qint64>("target");
    QTest::addColumn<int>("step");
    QTest::addColumn<int>("columns");
    QTest::addColumn<bool>("accumulates");
    for (const std::int64_t target : processorTargets()) {
        useTarget(target);
        for (const int step : {1, int(tileRows()), 3}) {
            for (const int columns : {64, 70}) {
                for (const bool accumulates : {false, true}) {
                    QTest::addRow("%s step %d, %d columns%s", hwy::TargetName(target), step,
                                  columns, accumulates ? ", added" : "")
                        << qint64(target) << step << columns << accumulates;
                }
            }
        }
    }
    useTarget(0);
}

// More terms than stay in the cache at a time.
void TestGatheredProduct::panelsAreLaidOutMeanwhile()
{
    QFETCH(const qint64, target);
    QFETCH(const int, step);
    QFETCH(const int, columns);
    QFETCH(const bool, accumulates);
    useTarget(target);
    const Case size{24, 700, std::size_t(columns)};
    Data data(size);
    data.a.resize(500 + size.terms * static_cast<std::size_t>(step), 0.5F);
    for (std::size_t t = 0; t < size.terms; ++t) {
        data.termStarts[t] = static_cast<std::int32_t>(t) * step;
    }
    const std::vector<float> before = data.y;
    const std::vector<float> panels = packed(data, size);
    GatheredProduct product = data.product(panels);
    product.accumulate = accumulates;
    product.bias = data.bias.data();
    multiplyGathered(product);
    const std::vector<float> expected = std::exchange(data.y, before);
    std::vector<float> laidOut(panels.size() + kPanelMargin, -1);
    product.panels = laidOut.data();
    product.y = data.y.data();
    product.b = {data.b.data(), columns, laidOut.data()};
    multiplyGathered(product);
    QVERIFY(data.y == expected);
    const std::int64_t whole = columns / panelWidths().wide * panelWidths().wide * 700;
    QVERIFY(std::equal(panels.begin(), panels.begin() + whole, laidOut.begin()));
}

void TestGatheredProduct::sumsAreRight_data()
{
    QTest::addColumn<qint64>("target");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("terms");
    QTest::addColumn<int>("columns");
    QTest::addColumn<bool>("accumulates");
    for (const std::int64_t target : processorTargets()) {
        for (const int rows : {1, 5, 6, 7, 8, 9, 11, 13, 17, 24}) {
            for (const int terms : {0, 1, 9, 700}) {
                for (const int columns : {1, 4, 10, 16, 17, 64, 70}) {
                    const bool accumulates = rows % 2 == 0;
                    QTest::addRow("%s %d rows, %d terms, %d columns", hwy::TargetName(target), rows,
                                  terms, columns)
                        << qint64(target) << rows << terms << columns << accumulates;
                }
            }
        }
    }
}

void TestGatheredProduct::sumsAreRight()
{
    QFETCH(const qint64, target);
    QFETCH(const int, rows);
    QFETCH(const int, terms);
    QFETCH(const int, columns);
    QFETCH(const bool, accumulates);
    useTarget(target);
    const Case size{std::size_t(rows), std::size_t(terms), std::size_t(columns)};
    Data data(size);
    const std::vector<float> before = data.y;
    const std::vector<float> panels = packed(data, size);
    GatheredProduct product = data.product(panels);
    product.accumulate = accumulates;
    product.bias = data.bias.data();
    product.relu = columns == 16;
    multiplyGathered(product);
    for (std::size_t row = 0; row < size.rows; ++row) {
        for (std::size_t column = 0; column < size.columns; ++column) {
            const std::size_t place = row * size.columns + column;
            double sum = accumulates ? before[place] : 0;
            double scale = 1;
            for (std::size_t t = 0; t < size.terms; ++t) {
                const double left =
                    data.a[static_cast<std::size_t>(data.rowStarts[row] + data.termStarts[t])];
                const double term = left * data.b[t * size.columns + column];
                sum += term;
                scale += std::abs(term);
            }
            sum += data.bias[column];
            sum = columns == 16 ? std::max(sum, 0.0) : sum;
            QVERIFY2(std::abs(sum - data.y[place]) < 1e-6 * scale,
                     qPrintable(QStringLiteral("[%1, %2]: %3 instead of %4")
                                    .arg(row)
                                    .arg(column)
                                    .arg(data.y[place])
                                    .arg(sum)));
        }
    }
}

void TestGatheredProduct::aNanPassesRelu()
{
    QFETCH(const qint64, target);
    useTarget(target);
    const Case size{3, 2, 20};
    Data data(size);
    data.b[5] = NAN;
    const std::vector<float> panels = packed(data, size);
    GatheredProduct product = data.product(panels);
    product.relu = true;
    multiplyGathered(product);
    for (std::size_t place = 0; place < data.y.size(); ++place) {
        QCOMPARE(std::isnan(data.y[place]), place % 20 == 5);
    }
}

void TestGatheredProduct::whereAReluGave0ThereIsNoSlope()
{
    QFETCH(const qint64, target);
    useTarget(target);
    for (const std::size_t terms : {0, 9, 700}) { // 700: several blocks
        for (const std::size_t columns : {3, 16, 40, 70}) {
            const Case size{11, terms, columns};
            Data data(size);
            const std::vector<float> panels = packed(data, size);
            GatheredProduct product = data.product(panels);
            product.bias = data.bias.data();
            multiplyGathered(product);
            std::vector<float> expected = data.y;
            std::vector<float> output(data.y.size());
            for (std::size_t place = 0; place < output.size(); ++place) {
                output[place] = std::array{1.0F, 0.0F, NAN, -0.0F, 1e-30F}[place % 5];
                expected[place] = output[place] > 0 ? expected[place] : 0.0F;
            }
            product.reluOutput = output.data();
            multiplyGathered(product);
            QCOMPARE(data.y, expected);
        }
    }
}

QTEST_APPLESS_MAIN(TestGatheredProduct)
#include "tst_gathered_product.moc"
