// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/random.h"

#include <QTest>

#include <cmath>
#include <limits>

using Block = std::array<std::uint32_t, 4>;

Q_DECLARE_METATYPE(Block)

namespace {

std::uint64_t join(std::uint32_t high, std::uint32_t low)
{
    return std::uint64_t{high} << 32 | low;
}

} // namespace

class RandomTest : public QObject
{
    Q_OBJECT

private slots:
    void philoxGivesTheKnownAnswers_data();
    void philoxGivesTheKnownAnswers();
    void philoxIsResumedAtABlock();
    void unitNumbersAreBelowOne();
    void streamsRepeatAndDiffer();
    void boundedNumbersAreUniform();
    void largeBoundsAreNotBiased();
    void normalNumbersHaveTheirMoments();
};

// philox4x32-10 in kat_vectors of Random123 (D. E. Shaw Research).
void RandomTest::philoxGivesTheKnownAnswers_data()
{
    QTest::addColumn<Block>("counter");
    QTest::addColumn<quint64>("key");
    QTest::addColumn<Block>("answer");

    constexpr std::uint32_t kAllOnes = 0xffffffff;
    QTest::newRow("zeros") << Block{0, 0, 0, 0} << quint64{0}
                           << Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    QTest::newRow("ones") << Block{kAllOnes, kAllOnes, kAllOnes, kAllOnes}
                          << quint64{join(kAllOnes, kAllOnes)}
                          << Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
    QTest::newRow("digits of pi") << Block{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}
                                  << quint64{join(0x299f31d0, 0xa4093822)}
                                  << Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
}

void RandomTest::philoxGivesTheKnownAnswers()
{
    QFETCH(Block, counter);
    QFETCH(quint64, key);
    engine::Philox philox(key, join(counter[3], counter[2]), join(counter[1], counter[0]));
    QTEST(philox.next(), "answer");
}

void RandomTest::philoxIsResumedAtABlock()
{
    engine::Philox first(7, 3);
    for (int i = 0; i < 10; ++i) {
        first.next();
    }
    QCOMPARE(first.block(), 10U);
    engine::Philox resumed(7, 3, first.block());
    QCOMPARE(resumed.next(), first.next());
}

void RandomTest::unitNumbersAreBelowOne()
{
    constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
    QCOMPARE(engine::Philox::toUnitFloat(0), 0.0F);
    QCOMPARE(engine::Philox::toUnitFloat(1U << 31), 0.5F);
    QVERIFY(engine::Philox::toUnitFloat(kMost) < 1.0F);
    QCOMPARE(engine::Philox::toUnitDouble(0, 0), 0.0);
    QCOMPARE(engine::Philox::toUnitDouble(1U << 31, 0), 0.5);
    QVERIFY(engine::Philox::toUnitDouble(kMost, kMost) < 1.0);
    QVERIFY(engine::Philox::toUnitDouble(kMost, kMost) > 0.9999999999999);
}

void RandomTest::streamsRepeatAndDiffer()
{
    engine::RandomStream first(1, 0);
    engine::RandomStream again(1, 0);
    engine::RandomStream otherKey(2, 0);
    engine::RandomStream otherStream(1, 1);
    int equalToOtherKey = 0;
    int equalToOtherStream = 0;
    for (int i = 0; i < 100; ++i) {
        const std::uint32_t number = first.nextUInt32();
        QCOMPARE(again.nextUInt32(), number);
        equalToOtherKey += otherKey.nextUInt32() == number ? 1 : 0;
        equalToOtherStream += otherStream.nextUInt32() == number ? 1 : 0;
    }
    QCOMPARE(equalToOtherKey, 0);
    QCOMPARE(equalToOtherStream, 0);
}

void RandomTest::boundedNumbersAreUniform()
{
    constexpr int kDraws = 60000;
    engine::RandomStream stream(42, 0);
    std::array<int, 6> counts{};
    for (int i = 0; i < kDraws; ++i) {
        ++counts.at(stream.nextBelow(6));
    }
    // Five standard deviations of a binomial count.
    const double tolerance = 5 * std::sqrt(kDraws / 6.0 * 5 / 6);
    for (const int count : counts) {
        QVERIFY2(std::abs(count - kDraws / 6.0) < tolerance, qPrintable(QString::number(count)));
    }
    QCOMPARE(stream.nextBelow(1), 0U);
}

// A plain remainder of 64 bits would fall into the lower third half of the time.
void RandomTest::largeBoundsAreNotBiased()
{
    constexpr std::uint64_t kThird = std::uint64_t{1} << 62;
    constexpr int kDraws = 6000;
    engine::RandomStream stream(42, 0);
    int lower = 0;
    for (int i = 0; i < kDraws; ++i) {
        const std::uint64_t value = stream.nextBelow(3 * kThird);
        QVERIFY(value < 3 * kThird);
        lower += value < kThird ? 1 : 0;
    }
    QVERIFY2(std::abs(lower - kDraws / 3) < 200, qPrintable(QString::number(lower)));
}

void RandomTest::normalNumbersHaveTheirMoments()
{
    constexpr int kDraws = 100000;
    engine::RandomStream stream(42, 1);
    double sum = 0;
    double squares = 0;
    int beyondTwo = 0;
    for (int i = 0; i < kDraws; ++i) {
        const double value = stream.nextNormal();
        QVERIFY(std::isfinite(value));
        sum += value;
        squares += value * value;
        beyondTwo += std::abs(value) > 2 ? 1 : 0;
    }
    QVERIFY(std::abs(sum / kDraws) < 0.016);
    QVERIFY(std::abs(squares / kDraws - 1) < 0.025);
    QVERIFY(std::abs(static_cast<double>(beyondTwo) / kDraws - 0.0455) < 0.0035);
}

QTEST_GUILESS_MAIN(RandomTest)
#include "tst_random.moc"
