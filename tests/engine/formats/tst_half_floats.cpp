// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/half_floats.h"

#include <QFloat16>
#include <QTest>

#include <bit>
#include <cmath>

using namespace engine;

class TestHalfFloats : public QObject
{
    Q_OBJECT

private slots:
    void everyFloat16IsTheFloatOfItsValue();
    void everyBFloat16IsTheUpperHalfOfAFloat();
    void knownValues_data();
    void knownValues();
};

void TestHalfFloats::everyFloat16IsTheFloatOfItsValue()
{
    for (int i = 0; i < 1 << 16; ++i) {
        const auto bits = static_cast<std::uint16_t>(i);
        const auto expected = static_cast<float>(std::bit_cast<qfloat16>(bits));
        const float value = fromFloat16(bits);
        // Of NaNs the payload is nobody's business.
        const bool isSame = std::isnan(expected)
            ? std::isnan(value)
            : std::bit_cast<std::uint32_t>(value) == std::bit_cast<std::uint32_t>(expected);
        QVERIFY2(isSame, qPrintable(QString::number(i, 16)));
    }
}

void TestHalfFloats::everyBFloat16IsTheUpperHalfOfAFloat()
{
    for (int i = 0; i < 1 << 16; ++i) {
        const auto bits = static_cast<std::uint16_t>(i);
        QCOMPARE(std::bit_cast<std::uint32_t>(fromBFloat16(bits)), std::uint32_t{bits} << 16U);
    }
}

void TestHalfFloats::knownValues_data()
{
    QTest::addColumn<float>("value");
    QTest::addColumn<float>("expected");
    QTest::newRow("half, smallest") << fromFloat16(0x0001) << 0x1p-24F;
    QTest::newRow("half, largest subnormal") << fromFloat16(0x03ff) << 0x1.ff8p-15F;
    QTest::newRow("half, smallest normal") << fromFloat16(0x0400) << 0x1p-14F;
    QTest::newRow("half, a third") << fromFloat16(0x3555) << 0.333251953125F;
    QTest::newRow("half, largest") << fromFloat16(0x7bff) << 65504.0F;
    QTest::newRow("half, minus two") << fromFloat16(0xc000) << -2.0F;
    QTest::newRow("bfloat16, a third") << fromBFloat16(0x3eab) << 0.333984375F;
    QTest::newRow("bfloat16, largest") << fromBFloat16(0x7f7f) << 3.3895313892515355e+38F;
}

void TestHalfFloats::knownValues()
{
    QFETCH(const float, value);
    QFETCH(const float, expected);
    QVERIFY(value == expected);
}

QTEST_APPLESS_MAIN(TestHalfFloats)
#include "tst_half_floats.moc"
