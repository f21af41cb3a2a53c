// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The smoother against the formula of its header.
#include "gui/charts/smoother.h"

#include <QtTest>

#include <cmath>
#include <random>

using namespace gui;

class TestSmoother : public QObject
{
    Q_OBJECT

private slots:
    void equalsTheClosedForm_data();
    void equalsTheClosedForm();
    void equalsAdamsBiasCorrectionForEvenSteps();
    void aConstantStaysExactlyConstant();
    void theFirstMeanIsTheFirstValue();
    void withoutHalfLifeTheValuesStay();
    void nonFiniteValuesAreLeftOut();
};

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double closedForm(const QList<double>& steps, const QList<double>& values, qsizetype n,
                  double halfLife)
{
    double sum = 0;
    double weights = 0;
    for (qsizetype i = 0; i <= n; ++i) {
        if (std::isfinite(values[i])) {
            const double weight = std::exp2(-(steps[n] - steps[i]) / halfLife);
            sum += weight * values[i];
            weights += weight;
        }
    }
    return sum / weights;
}

} // namespace

void TestSmoother::equalsTheClosedForm_data()
{
    QTest::addColumn<double>("halfLife");
    QTest::addColumn<int>("largestGap");
    QTest::newRow("every step") << 50.0 << 1;
    QTest::newRow("gaps of up to 30 steps") << 50.0 << 30;
    QTest::newRow("half-life below a gap") << 0.5 << 10;
    QTest::newRow("long memory") << 5000.0 << 3;
}

void TestSmoother::equalsTheClosedForm()
{
    QFETCH(double, halfLife);
    QFETCH(int, largestGap);
    std::mt19937 generator(11);
    std::uniform_real_distribution<double> value(-3, 3);
    std::uniform_int_distribution<int> gap(1, largestGap);
    QList<double> steps;
    QList<double> values;
    Smoother smoother(halfLife);
    double step = 0;
    for (int i = 0; i < 400; ++i) {
        step += gap(generator);
        steps.append(step);
        values.append(value(generator));
        const double mean = smoother.add(step, values.last());
        const double expected = closedForm(steps, values, i, halfLife);
        QVERIFY2(
            std::abs(mean - expected) < 1e-12,
            qPrintable(QStringLiteral("point %1: %2, expected %3").arg(i).arg(mean).arg(expected)));
    }
}

void TestSmoother::equalsAdamsBiasCorrectionForEvenSteps()
{
    const double beta = std::exp2(-1.0 / 20);
    Smoother smoother(20);
    double biased = 0;
    for (int i = 1; i <= 200; ++i) {
        const double value = std::sin(i) + 2;
        biased = beta * biased + (1 - beta) * value;
        const double corrected = biased / (1 - std::pow(beta, i));
        QVERIFY(std::abs(smoother.add(i, value) - corrected) < 1e-12);
    }
}

void TestSmoother::aConstantStaysExactlyConstant()
{
    Smoother smoother(37);
    for (int i = 1; i < 10'000; ++i) {
        QCOMPARE(smoother.add(i * (1 + i % 3), 0.1), 0.1);
    }
}

void TestSmoother::theFirstMeanIsTheFirstValue()
{
    Smoother smoother(1000);
    QCOMPARE(smoother.add(500, 2.31), 2.31);
}

void TestSmoother::withoutHalfLifeTheValuesStay()
{
    Smoother smoother(0);
    for (const double value : {1.5, -2.0, 1e9, 0.0}) {
        QCOMPARE(smoother.add(value < 0 ? 3 : 4, value), value);
    }
}

void TestSmoother::nonFiniteValuesAreLeftOut()
{
    Smoother with(10);
    Smoother without(10);
    QVERIFY(std::isnan(with.add(0, kNan)));
    for (int i = 1; i < 100; ++i) {
        double expected = 0;
        if (i % 7 == 0) {
            with.add(i, i % 2 ? kNan : std::numeric_limits<double>::infinity());
        } else {
            expected = without.add(i, i);
            QCOMPARE(with.add(i, i), expected);
        }
    }
}

QTEST_APPLESS_MAIN(TestSmoother)
#include "tst_smoother.moc"
