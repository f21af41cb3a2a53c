// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0

// The loops over pictures on every kind of processor that this one can be, against their
// definitions in double precision.
#include "engine/ops/picture_loops.h"
#include "tests/engine/ops/processor_targets.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace engine;

class TestPictureLoops : public QObject
{
    Q_OBJECT

private slots:
    void theLargestCell_data() { addTargetRows(); }
    void theLargestCell();
    void aNanIsTheLargest_data() { addTargetRows(); }
    void aNanIsTheLargest();
    void slopesGoToTheFirstOfEqualCells_data() { addTargetRows(); }
    void slopesGoToTheFirstOfEqualCells();
    void nothingPassesAClosedRelu_data() { addTargetRows(); }
    void nothingPassesAClosedRelu();
    void normalisedRows_data() { addLrnRows(); }
    void normalisedRows();
    void slopesOfNormalisedRows_data() { addLrnRows(); }
    void slopesOfNormalisedRows();
    void cleanup() { useTarget(0); }

private:
    static void addLrnRows();
};

namespace {

constexpr std::int64_t kChannels = 19;
// 2 × 3 cells from the second row and column of a picture that is 5 pixels wide.
constexpr CellBlock kCells{6 * kChannels, 2, 3, 5 * kChannels, kChannels};

std::vector<float> randomFloats(std::int64_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(static_cast<std::size_t>(count));
    std::ranges::generate(values, [&] { return normal(random); });
    return values;
}

float& at(std::vector<float>& values, std::int64_t index)
{
    return values[static_cast<std::size_t>(index)];
}

// Places of a channel's cells, in order.
std::vector<std::int64_t> placesOf(std::int64_t channel)
{
    std::vector<std::int64_t> places;
    for (const std::int64_t row : {1, 2}) {
        for (const std::int64_t column : {1, 2, 3}) {
            places.push_back((row * 5 + column) * kChannels + channel);
        }
    }
    return places;
}

bool isNear(float actual, double expected)
{
    return std::abs(actual - expected) <= 2e-6 * (1 + std::abs(expected));
}

// bias + alpha Σ x² around a channel, and Σ of other values likewise.
double aroundChannel(const std::vector<double>& values, std::int64_t channel, std::int64_t radius)
{
    double sum = 0;
    for (std::int64_t i = 0; i < std::ssize(values); ++i) {
        sum += std::abs(i - channel) <= radius ? values[static_cast<std::size_t>(i)] : 0;
    }
    return sum;
}

} // namespace

void TestPictureLoops::theLargestCell()
{
    QFETCH(const qint64, target);
    useTarget(target);
    std::vector<float> x = randomFloats(25 * kChannels, 1);
    std::vector<float> y(kChannels);
    largestCellLoop(kCells, x.data(), y.data(), kChannels);
    for (std::int64_t channel = 0; channel < kChannels; ++channel) {
        float largest = -INFINITY;
        for (const std::int64_t place : placesOf(channel)) {
            largest = std::max(largest, at(x, place));
        }
        QCOMPARE(at(y, channel), largest);
    }
}

void TestPictureLoops::aNanIsTheLargest()
{
    QFETCH(const qint64, target);
    useTarget(target);
    for (const std::size_t place : {0, 3, 5}) {
        std::vector<float> x = randomFloats(25 * kChannels, 1);
        at(x, placesOf(2)[place]) = NAN;
        std::vector<float> y(kChannels);
        largestCellLoop(kCells, x.data(), y.data(), kChannels);
        for (std::int64_t channel = 0; channel < kChannels; ++channel) {
            QCOMPARE(std::isnan(at(y, channel)), channel == 2);
        }
    }
}

void TestPictureLoops::slopesGoToTheFirstOfEqualCells()
{
    QFETCH(const qint64, target);
    useTarget(target);
    std::vector<float> x = randomFloats(25 * kChannels, 1);
    std::vector<float> y(kChannels);
    std::vector<float> dy = randomFloats(kChannels, 2);
    std::vector<float> dx(x.size(), 1);
    for (std::int64_t channel = 0; channel < kChannels; ++channel) {
        at(x, placesOf(channel)[2]) = at(x, placesOf(channel)[4]) = 9;
        at(y, channel) = 9;
    }
    largestCellGradientLoop(kCells, x.data(), y.data(), dy.data(), dx.data(), kChannels, false);
    std::vector<float> expected(x.size(), 1);
    for (std::int64_t channel = 0; channel < kChannels; ++channel) {
        at(expected, placesOf(channel)[2]) += at(dy, channel);
    }
    QCOMPARE(dx, expected);
}

void TestPictureLoops::nothingPassesAClosedRelu()
{
    QFETCH(const qint64, target);
    useTarget(target);
    std::vector<float> x(25 * kChannels, 0);
    std::vector<float> y(kChannels, 0);
    const std::vector<float> dy = randomFloats(kChannels, 2);
    std::vector<float> dx(x.size(), 0);
    largestCellGradientLoop(kCells, x.data(), y.data(), dy.data(), dx.data(), kChannels, true);
    QVERIFY(std::ranges::all_of(dx, [](float slope) { return slope == 0; }));
    largestCellGradientLoop(kCells, x.data(), y.data(), dy.data(), dx.data(), kChannels, false);
    QVERIFY(std::ranges::any_of(dx, [](float slope) { return slope != 0; }));
}

void TestPictureLoops::addLrnRows()
{
    QTest::addColumn<qint64>("target");
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("radius");
    QTest::addColumn<float>("beta");
    for (const std::int64_t target : processorTargets()) {
        for (const int columns : {1, 5, 16, 67}) {
            for (const int radius : {0, 4, 9}) {
                for (const float beta : {0.5F, 0.75F, 1.0F}) {
                    QTest::addRow("%s, %d columns, radius %d, beta %g", hwy::TargetName(target),
                                  columns, radius, double(beta))
                        << qint64(target) << columns << radius << beta;
                }
            }
        }
    }
}

void TestPictureLoops::normalisedRows()
{
    QFETCH(const qint64, target);
    QFETCH(const int, columns);
    QFETCH(const int, radius);
    QFETCH(const float, beta);
    useTarget(target);
    constexpr std::int64_t kRows = 3;
    const LrnLoop lrn{radius, 1.5F, 0.25F, beta};
    std::vector<float> x = randomFloats(kRows * columns, 1);
    std::vector<float> y(x.size());
    std::vector<float> scale(x.size());
    std::vector<float> room(static_cast<std::size_t>(lrnRoomSize(lrn, columns)), NAN);
    lrnLoop(lrn, x.data(), y.data(), scale.data(), kRows, columns, room.data());
    for (std::int64_t row = 0; row < kRows; ++row) {
        std::vector<double> squares;
        for (std::int64_t column = 0; column < columns; ++column) {
            const double value = at(x, row * columns + column);
            squares.push_back(value * value);
        }
        for (std::int64_t column = 0; column < columns; ++column) {
            const std::int64_t place = row * columns + column;
            const double expected = 1.5 + 0.25 * aroundChannel(squares, column, radius);
            QVERIFY(isNear(at(scale, place), expected));
            QVERIFY(isNear(at(y, place), at(x, place) * std::pow(expected, -double(beta))));
        }
    }
}

void TestPictureLoops::slopesOfNormalisedRows()
{
    QFETCH(const qint64, target);
    QFETCH(const int, columns);
    QFETCH(const int, radius);
    QFETCH(const float, beta);
    useTarget(target);
    constexpr std::int64_t kRows = 3;
    const LrnLoop lrn{radius, 1.5F, 0.25F, beta};
    std::vector<float> x = randomFloats(kRows * columns, 1);
    std::vector<float> y = randomFloats(kRows * columns, 2);
    std::vector<float> dy = randomFloats(kRows * columns, 3);
    std::vector<float> scale = randomFloats(kRows * columns, 4);
    std::ranges::for_each(scale, [](float& value) { value = 1 + std::abs(value); });
    std::vector<float> dx(x.size());
    std::vector<float> room(static_cast<std::size_t>(lrnRoomSize(lrn, columns)), NAN);
    lrnGradientLoop(lrn, {dy.data(), x.data(), y.data(), scale.data(), dx.data()}, kRows, columns,
                    room.data());
    for (std::int64_t row = 0; row < kRows; ++row) {
        std::vector<double> products;
        for (std::int64_t column = 0; column < columns; ++column) {
            const std::int64_t place = row * columns + column;
            products.push_back(double(at(dy, place)) * at(y, place) / at(scale, place));
        }
        for (std::int64_t column = 0; column < columns; ++column) {
            const std::int64_t place = row * columns + column;
            const double passed = at(dy, place) * std::pow(double(at(scale, place)), -double(beta));
            const double taken =
                2 * 0.25 * beta * at(x, place) * aroundChannel(products, column, radius);
            QVERIFY(isNear(at(dx, place), passed - taken));
        }
    }
}

QTEST_APPLESS_MAIN(TestPictureLoops)
#include "tst_picture_loops.moc"
