// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0

// The loops that are compiled for several kinds of processors, each on every kind that this one
// can be: against the plain sums in double precision.
#include "engine/ops/hot_loops.h"
#include "engine/ops/small_product.h"
#include "tests/engine/ops/processor_targets.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

using namespace engine;

class TestHotLoops : public QObject
{
    Q_OBJECT

private slots:
    void productsAreRight_data();
    void productsAreRight();
    void productsTouchNothingElse_data() { addTargetRows(); }
    void productsTouchNothingElse();
    void largeProductsAreNotSmall();
    void valuesOfRelu_data() { addTargetRows(); }
    void valuesOfRelu();
    void biasesAndSumsOfColumns_data() { addTargetRows(); }
    void biasesAndSumsOfColumns();
    void endsOfProducts_data() { addTargetRows(); }
    void endsOfProducts();
    void slopesOfRelu_data() { addTargetRows(); }
    void slopesOfRelu();
    void bytesAreScaled_data() { addTargetRows(); }
    void bytesAreScaled();
    void cleanup() { useTarget(0); }
};

namespace {

std::vector<float> randomValues(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    std::generate(values.begin(), values.end(), [&] { return normal(random); });
    return values;
}

float at(const std::vector<float>& values, int index)
{
    return values[static_cast<std::size_t>(index)];
}

std::size_t countOf(std::int64_t rows, std::int64_t columns)
{
    return static_cast<std::size_t>(rows * columns);
}

} // namespace

void TestHotLoops::productsAreRight_data()
{
    QTest::addColumn<qint64>("target");
    QTest::addColumn<int>("m");
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("k");
    QTest::addColumn<bool>("transposesA");
    QTest::addColumn<bool>("transposesB");
    constexpr int kSizes[][3] = {{1, 1, 1}, {4, 16, 8},  {5, 17, 3},  {3, 2, 64},  {32, 64, 32},
                                 {7, 1, 9}, {32, 2, 64}, {64, 2, 32}, {2, 64, 33}, {6, 31, 20}};
    for (const std::int64_t target : processorTargets()) {
        for (const auto& [m, n, k] : kSizes) {
            for (const bool a : {false, true}) {
                for (const bool b : {false, true}) {
                    QTest::addRow("%s %dx%dx%d%s%s", hwy::TargetName(target), m, n, k,
                                  a ? " aT" : "", b ? " bT" : "")
                        << qint64(target) << m << n << k << a << b;
                }
            }
        }
    }
}

void TestHotLoops::productsAreRight()
{
    QFETCH(qint64, target);
    QFETCH(int, m);
    QFETCH(int, n);
    QFETCH(int, k);
    QFETCH(bool, transposesA);
    QFETCH(bool, transposesB);
    useTarget(target);
    const std::vector<float> a = randomValues(countOf(m, k), 1);
    const std::vector<float> b = randomValues(countOf(k, n), 2);
    std::vector<float> y(countOf(m, n), std::numeric_limits<float>::quiet_NaN());
    const SmallProduct product{m,
                               n,
                               k,
                               a.data(),
                               transposesA ? m : k,
                               transposesA,
                               b.data(),
                               transposesB ? k : n,
                               transposesB,
                               y.data(),
                               n};
    QVERIFY(isSmallProduct(product));
    multiplySmall(product);
    for (int i = 0; i < m; ++i) {
        for (int j = 0; j < n; ++j) {
            double sum = 0;
            double size = 0;
            for (int p = 0; p < k; ++p) {
                const double term = double(at(a, transposesA ? p * m + i : i * k + p))
                    * double(at(b, transposesB ? j * k + p : p * n + j));
                sum += term;
                size += std::abs(term);
            }
            const double off = std::abs(double(at(y, i * n + j)) - sum);
            QVERIFY2(off <= 1e-6 * size + 1e-12, qPrintable(QString::number(off)));
        }
    }
}

void TestHotLoops::productsTouchNothingElse()
{
    QFETCH(qint64, target);
    useTarget(target);
    // A result within wider rows: what stands beside it stays.
    constexpr int kRows = 5;
    constexpr int kColumns = 19;
    constexpr int kStride = 40;
    const std::vector<float> a = randomValues(kRows * 3, 1);
    const std::vector<float> b = randomValues(3 * kColumns, 2);
    std::vector<float> y(kRows * kStride, 7.0F);
    multiplySmall(
        {kRows, kColumns, 3, a.data(), 3, false, b.data(), kColumns, false, y.data(), kStride});
    for (int i = 0; i < kRows; ++i) {
        for (int j = kColumns; j < kStride; ++j) {
            QCOMPARE(at(y, i * kStride + j), 7.0F);
        }
        QVERIFY(at(y, i * kStride) != 7.0F);
    }
}

void TestHotLoops::largeProductsAreNotSmall()
{
    const SmallProduct large{512, 512, 128, nullptr, 128, false, nullptr, 512, false, nullptr, 512};
    QVERIFY(!isSmallProduct(large));
}

void TestHotLoops::valuesOfRelu()
{
    QFETCH(qint64, target);
    useTarget(target);
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> x(21, -1.0F);
    x[0] = x[20] = 3;
    x[5] = x[19] = kNan;
    std::vector<float> y(x.size(), 9.0F);
    reluLoop(x.data(), y.data(), std::int64_t(x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) {
        QVERIFY(std::isnan(x[i]) ? std::isnan(y[i]) : y[i] == std::max(x[i], 0.0F));
    }
}

void TestHotLoops::biasesAndSumsOfColumns()
{
    QFETCH(qint64, target);
    useTarget(target);
    for (const int columns : {1, 7, 16, 69}) {
        constexpr int kRows = 5;
        const std::vector<float> x = randomValues(countOf(kRows, columns), 1);
        const std::vector<float> bias = randomValues(countOf(1, columns), 2);
        std::vector<float> y(x.size());
        biasAddLoop(x.data(), bias.data(), y.data(), kRows, columns);
        std::vector<float> sums(bias.size());
        columnSumsLoop(x.data(), sums.data(), kRows, columns, columns);
        for (int j = 0; j < columns; ++j) {
            float sum = 0;
            for (int i = 0; i < kRows; ++i) {
                QCOMPARE(at(y, i * columns + j), at(x, i * columns + j) + at(bias, j));
                sum += at(x, i * columns + j);
            }
            QVERIFY(std::abs(at(sums, j) - sum) < 1e-5F);
        }
    }
}

// In rows with gaps, which stay as they are.
void TestHotLoops::endsOfProducts()
{
    QFETCH(qint64, target);
    useTarget(target);
    constexpr int kRows = 3;
    for (const int columns : {1, 7, 16, 69}) {
        const int stride = columns + 2;
        const std::vector<float> bias = randomValues(countOf(1, columns), 2);
        std::vector<float> x = randomValues(countOf(kRows, stride), 1);
        x[0] = std::numeric_limits<float>::quiet_NaN();
        for (const bool hasBias : {false, true}) {
            for (const bool relu : {false, true}) {
                std::vector<float> y = x;
                epilogueLoop(hasBias ? bias.data() : nullptr, relu, y.data(), stride, kRows,
                             columns);
                QVERIFY(std::isnan(y[0]));
                for (int i = 1; i < kRows * stride; ++i) {
                    const int column = i % stride;
                    const bool isGap = column >= columns;
                    const float sum = at(x, i) + (hasBias && !isGap ? at(bias, column) : 0);
                    QCOMPARE(at(y, i), relu && !isGap ? std::max(sum, 0.0F) : sum);
                }
            }
        }
    }
}

void TestHotLoops::slopesOfRelu()
{
    QFETCH(qint64, target);
    useTarget(target);
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> output{0, 1, -1, 2, kNan, 0, 3, -0.0F, 5, 1e-30F, 0};
    const std::vector<float> upper{9, 1, kNan, 3, 4, 5, kNan, 7, -8, 9, 1};
    std::vector<float> slope(output.size(), -1.0F);
    reluGradientLoop(output.data(), upper.data(), slope.data(), std::int64_t(output.size()));
    const std::vector<float> expected{0, 1, 0, 3, 0, 0, kNan, 0, -8, 9, 0};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QVERIFY(slope[i] == expected[i] || (std::isnan(slope[i]) && std::isnan(expected[i])));
    }
}

// All bytes, and rests of every size: not a bit is another than that of the plain expression.
void TestHotLoops::bytesAreScaled()
{
    QFETCH(const qint64, target);
    useTarget(target);
    constexpr float kScale = 1.0F / 255;
    std::vector<std::uint8_t> bytes(256);
    std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
    for (std::size_t first = 0; first < 40; ++first) {
        std::vector<float> y(bytes.size(), -1);
        scaleBytesLoop(bytes.data() + first, kScale, y.data(),
                       static_cast<std::int64_t>(bytes.size() - first));
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const std::size_t byte = first + i;
            QVERIFY(y[i] == (byte < bytes.size() ? static_cast<float>(byte) * kScale : -1.0F));
        }
    }
}

QTEST_GUILESS_MAIN(TestHotLoops)
#include "tst_hot_loops.moc"
