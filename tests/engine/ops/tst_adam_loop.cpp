// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/adam_loop.h"

#include "engine/base/flush_subnormals.h"
#include "tests/engine/ops/processor_targets.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace engine;

class TestAdamLoop : public QObject
{
    Q_OBJECT

private slots:
    void stepsAreRight_data() { addTargetRows(); }
    void stepsAreRight();
    void hardNumbers_data();
    void hardNumbers();
    void aSquareMayBeInfinite_data() { addTargetRows(); }
    void aSquareMayBeInfinite();
    void noPlaceChangesABit_data() { addTargetRows(); }
    void noPlaceChangesABit();
    void nearlySubnormalNumbers_data() { addTargetRows(); }
    void nearlySubnormalNumbers();
    void cleanup() { useTarget(0); }
};

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kLeast = std::numeric_limits<float>::min();
constexpr float kLargest = std::numeric_limits<float>::max();

struct Arrays
{
    explicit Arrays(std::size_t count)
    {
        std::mt19937 random(3);
        std::normal_distribution<float> normal;
        std::uniform_real_distribution<float> exponent(-60, 20);
        for (std::size_t i = 0; i < count; ++i) {
            gradient.push_back(normal(random));
            m.push_back(normal(random));
            v.push_back(std::exp2(exponent(random)));
            x.push_back(normal(random));
        }
    }

    void update(const AdamStep& step, std::size_t first, std::size_t count)
    {
        adamLoop(step, gradient.data() + first, m.data() + first, v.data() + first,
                 x.data() + first, static_cast<std::int64_t>(count));
    }

    std::vector<float> gradient;
    std::vector<float> m;
    std::vector<float> v;
    std::vector<float> x;
};

constexpr AdamStep kStep{0.01F, 0.9F, 0.999F, 1e-8F};

} // namespace

// Whole vectors and a rest; the change of each element within 2 units in the last place.
void TestAdamLoop::stepsAreRight()
{
    QFETCH(qint64, target);
    useTarget(target);
    constexpr std::size_t kCount = 2053;
    const Arrays before(kCount);
    Arrays arrays(kCount);
    std::ranges::fill(arrays.x, 0.0F); // so that x becomes the change
    arrays.update(kStep, 0, kCount);
    for (std::size_t i = 0; i < kCount; ++i) {
        const double g = before.gradient[i];
        const double m = before.m[i] + (g - before.m[i]) * (1.0 - double(kStep.beta1));
        const double v = before.v[i] + (g * g - before.v[i]) * (1.0 - double(kStep.beta2));
        QVERIFY(std::abs(double(arrays.m[i]) - m) < 1e-6);
        QVERIFY(std::abs(double(arrays.v[i]) - v) < 1e-6 * v);
        const double change = double(arrays.m[i]) * double(kStep.alpha)
            / (std::sqrt(double(arrays.v[i])) + double(kStep.epsilon));
        QVERIFY(std::abs(double(arrays.x[i]) + change) < 2.4e-7 * std::abs(change));
    }
}

void TestAdamLoop::hardNumbers_data()
{
    QTest::addColumn<qint64>("target");
    QTest::addColumn<float>("alpha");
    QTest::addColumn<float>("epsilon");
    QTest::addColumn<float>("m");
    QTest::addColumn<float>("v");
    const auto addRow = [](std::int64_t target, const char* name, float alpha, float epsilon,
                           float m, float v) {
        QTest::addRow("%s, %s", hwy::TargetName(target), name)
            << qint64(target) << alpha << epsilon << m << v;
    };
    for (const std::int64_t target : processorTargets()) {
        addRow(target, "a dead unit", 0.01F, 1e-8F, 0, 0);
        addRow(target, "nothing to divide by", 0.01F, 0, 1, 0);
        addRow(target, "nothing by nothing", 0.01F, 0, 0, 0);
        addRow(target, "infinite mean", 0.01F, 1e-8F, kInfinity, 1);
        addRow(target, "NaN mean", 0.01F, 1e-8F, kNan, 1);
        addRow(target, "NaN square", 0.01F, 1e-8F, 1, kNan);
        addRow(target, "negative square", 0.01F, 1e-8F, 1, -1);
        addRow(target, "least square", 0.01F, 0, 1e-19F, kLeast);
        addRow(target, "largest square", 0.01F, 1e-8F, 1, kLargest);
        addRow(target, "a change beyond what floats hold", 1e30F, 1e-8F, 1e20F, 1e-20F);
        addRow(target, "a large epsilon", 0.01F, 1e30F, 1, 1);
        addRow(target, "an infinite epsilon", 0.01F, kInfinity, 1, 1);
    }
}

// As root and quotient of the processor have it, also next to ordinary numbers.
void TestAdamLoop::hardNumbers()
{
    QFETCH(qint64, target);
    QFETCH(float, alpha);
    QFETCH(float, epsilon);
    QFETCH(float, m);
    QFETCH(float, v);
    useTarget(target);
    Arrays arrays(16);
    arrays.m[5] = m;
    arrays.v[5] = v;
    std::ranges::fill(arrays.x, 0.0F);
    arrays.update({alpha, 1, 1, epsilon}, 0, 16); // the averages stay as they are
    for (std::size_t i = 0; i < 16; ++i) {
        const float expected = -(arrays.m[i] * alpha / (std::sqrt(arrays.v[i]) + epsilon));
        const float found = arrays.x[i];
        QVERIFY2(
            std::isnan(expected) ? std::isnan(found)
                                 : found == expected || std::abs(found / expected - 1) < 2.4e-7F,
            qPrintable(QStringLiteral("%1: %2 instead of %3").arg(i).arg(found).arg(expected)));
    }
}

void TestAdamLoop::aSquareMayBeInfinite()
{
    QFETCH(qint64, target);
    useTarget(target);
    Arrays arrays(16);
    arrays.gradient[5] = 1e20F;
    arrays.x[5] = 0.25F;
    arrays.update(kStep, 0, 16);
    QCOMPARE(arrays.v[5], kInfinity);
    QCOMPARE(arrays.x[5], 0.25F); // divided by it, no change
    QVERIFY(std::ranges::all_of(arrays.x, [](float x) { return std::isfinite(x); }));
}

// Threads share out arrays at any place, also beside numbers that estimates cannot take.
void TestAdamLoop::noPlaceChangesABit()
{
    QFETCH(qint64, target);
    useTarget(target);
    constexpr std::size_t kCount = 3200;
    for (const float epsilon : {1e-8F, 0.0F}) {
        const AdamStep step{0.01F, 0.9F, 0.999F, epsilon};
        const auto updated = [&](std::size_t part) {
            Arrays arrays(kCount);
            for (std::size_t i = 5; i < kCount; i += 100) {
                arrays.gradient[i] = 1e20F; // its square is infinite
                arrays.m[i + 20] = arrays.v[i + 20] = arrays.gradient[i + 20] = 0;
            }
            for (std::size_t first = 0; first < kCount; first += part) {
                arrays.update(step, first, std::min(part, kCount - first));
            }
            return arrays;
        };
        const Arrays whole = updated(kCount);
        for (const std::size_t part : {std::size_t{1}, std::size_t{3}, std::size_t{93}}) {
            const Arrays parts = updated(part);
            QVERIFY(parts.m == whole.m);
            QVERIFY(parts.v == whole.v);
            for (std::size_t i = 0; i < kCount; ++i) {
                QVERIFY(parts.x[i] == whole.x[i]
                        || (std::isnan(parts.x[i]) && std::isnan(whole.x[i])));
            }
        }
    }
}

// In a session remainders may be 0: the estimates' bits are left.
void TestAdamLoop::nearlySubnormalNumbers()
{
    QFETCH(qint64, target);
    useTarget(target);
    const FlushSubnormals flush;
    for (const float v : {kLeast, 1e-37F, 1e-34F, 1e-30F}) {
        for (const float m : {1e-36F, 1e-33F, 1e-19F, 1.0F}) {
            for (const float epsilon : {0.0F, 1e-8F}) {
                Arrays arrays(16);
                std::ranges::fill(arrays.m, m);
                std::ranges::fill(arrays.v, v);
                std::ranges::fill(arrays.x, 0.0F);
                arrays.update({0.5F, 1, 1, epsilon}, 0, 16);
                const float expected = -(m * 0.5F / (std::sqrt(v) + epsilon));
                for (const float found : arrays.x) {
                    QVERIFY(found == expected || std::abs(found / expected - 1) < 1e-4F);
                }
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestAdamLoop)
#include "tst_adam_loop.moc"
