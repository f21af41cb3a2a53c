// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/flush_subnormals.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace engine;

// Read at run time, or the compiler would calculate.
template <typename T>
static T product(T a, T b)
{
    const volatile T left = a;
    const volatile T right = b;
    return left * right;
}

// What is computed from numbers, or to numbers, that are too small to be normal.
template <typename T>
static bool isFlushed()
{
    constexpr T kLeast = std::numeric_limits<T>::min();
    return product(kLeast, T(0.5)) == 0
        && product(std::numeric_limits<T>::denorm_min(), T(1) / std::numeric_limits<T>::epsilon())
        == 0;
}

class TestFlushSubnormals : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void onlyWhileItLives();
    void theOuterOneStays();
    void normalNumbersAreAsBefore();
};

void TestFlushSubnormals::initTestCase()
{
#if !defined(__x86_64__)
    QSKIP("only x86 processors are told to");
#endif
}

void TestFlushSubnormals::onlyWhileItLives()
{
    QVERIFY(!isFlushed<float>());
    {
        const FlushSubnormals flush;
        QVERIFY(isFlushed<float>());
        QVERIFY(isFlushed<double>());
    }
    QVERIFY(!isFlushed<float>());
    QVERIFY(!isFlushed<double>());
}

void TestFlushSubnormals::theOuterOneStays()
{
    const FlushSubnormals outer;
    {
        const FlushSubnormals inner;
    }
    QVERIFY(isFlushed<float>());
}

void TestFlushSubnormals::normalNumbersAreAsBefore()
{
    constexpr float kLeast = std::numeric_limits<float>::min();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const FlushSubnormals flush;
    QCOMPARE(product(kLeast, 1.0F), kLeast);
    QCOMPARE(product(2 * kLeast, 0.5F), kLeast);
    QCOMPARE(product(-kLeast, 4.0F), -4 * kLeast);
    QCOMPARE(product(kInfinity, 2.0F), kInfinity);
    QVERIFY(std::isnan(product(kInfinity, 0.0F)));
    QVERIFY(std::signbit(product(-kLeast, 0.5F))); // the zero keeps the sign
}

QTEST_APPLESS_MAIN(TestFlushSubnormals)
#include "tst_flush_subnormals.moc"
