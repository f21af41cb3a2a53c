// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/random_loops.h"

#include "engine/base/random.h"
#include "tests/engine/ops/processor_targets.h"

#include <QTest>

#include <numeric>
#include <vector>

using namespace engine;

class TestRandomLoops : public QObject
{
    Q_OBJECT

private slots:
    void dropsByTheNumbersOfTheStream_data();
    void dropsByTheNumbersOfTheStream();
    void cleanup() { useTarget(0); }
};

void TestRandomLoops::dropsByTheNumbersOfTheStream_data()
{
    QTest::addColumn<qint64>("target");
    QTest::addColumn<qint64>("block");
    QTest::addColumn<int>("count");
    for (const std::int64_t target : processorTargets()) {
        for (const qint64 block : {0LL, 7LL, 0xFFFFFFFELL}) { // the last ones pass 32 bits
            for (const int count : {0, 1, 4, 15, 16, 64, 77}) {
                QTest::addRow("%s, %d from block %lld", hwy::TargetName(target), count, block)
                    << qint64(target) << block << count;
            }
        }
    }
}

template <typename T>
static void compare(std::int64_t block, int count)
{
    constexpr std::uint64_t kKey = 0x0123456789ABCDEF;
    constexpr std::uint64_t kStream = 0xFEDCBA9876543210;
    const DropoutLoop<T> loop{kKey, kStream, 0xA0000000, T(1.5)};
    std::vector<T> x(static_cast<std::size_t>(count));
    std::iota(x.begin(), x.end(), T(1));
    std::vector<T> mask(x.size() + 1, T(9));
    std::vector<T> y(x.size() + 1, T(9));
    dropoutLoop(loop, block, x.data(), mask.data(), y.data(), count);
    Philox philox(kKey, kStream, static_cast<std::uint64_t>(block));
    std::array<std::uint32_t, 4> numbers{};
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (i % 4 == 0) {
            numbers = philox.next();
        }
        const T expected = numbers[i % 4] <= loop.largest ? loop.kept : T(0);
        QCOMPARE(mask[i], expected);
        QCOMPARE(y[i], x[i] * expected);
    }
    QCOMPARE(mask.back(), T(9)); // nothing behind the end
    QCOMPARE(y.back(), T(9));
}

void TestRandomLoops::dropsByTheNumbersOfTheStream()
{
    QFETCH(const qint64, target);
    QFETCH(const qint64, block);
    QFETCH(const int, count);
    useTarget(target);
    compare<float>(block, count);
    compare<double>(block, count);
}

QTEST_APPLESS_MAIN(TestRandomLoops)
#include "tst_random_loops.moc"
