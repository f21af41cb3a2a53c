// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/flush_subnormals.h"

#include <QTest>

#include <cfenv>
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

template <typename T>
static bool areResultsFlushed()
{
    return product(std::numeric_limits<T>::min(), T(0.5)) == 0;
}

template <typename T>
static bool areOperandsFlushed()
{
    return product(std::numeric_limits<T>::denorm_min(), T(1) / std::numeric_limits<T>::min()) == 0;
}

template <typename T>
static void compareFlushed(bool expected)
{
    QCOMPARE(areResultsFlushed<T>(), expected);
    QCOMPARE(areOperandsFlushed<T>(), expected);
}

class TestFlushSubnormals : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void onlyWhileItLives();
    void theOuterOneStays();
    void exceptionsStayRaised();
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
    compareFlushed<float>(false);
    {
        const FlushSubnormals flush;
        compareFlushed<float>(true);
        compareFlushed<double>(true);
    }
    compareFlushed<float>(false);
    compareFlushed<double>(false);
}

void TestFlushSubnormals::theOuterOneStays()
{
    const FlushSubnormals outer;
    {
        const FlushSubnormals inner;
    }
    compareFlushed<float>(true);
}

void TestFlushSubnormals::exceptionsStayRaised()
{
    std::feclearexcept(FE_ALL_EXCEPT);
    {
        const FlushSubnormals flush;
        QVERIFY(std::isnan(product(std::numeric_limits<float>::infinity(), 0.0F)));
    }
    QVERIFY(std::fetestexcept(FE_INVALID) != 0);
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
