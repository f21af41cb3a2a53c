// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/arena.h"

#include "engine/base/tensor.h"

#include <QTest>

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

using namespace engine;

class TestArena : public QObject
{
    Q_OBJECT

private slots:
    void offsetsAreAligned();
    void nothingStillGetsAPlace();
    void gapsAreReused();
    void theTightestGapIsTaken();
    void liveBuffersNeverOverlap_data();
    void liveBuffersNeverOverlap();
    void memoryIsAligned_data();
    void memoryIsAligned();
};

void TestArena::offsetsAreAligned()
{
    ArenaLayout layout;
    QCOMPARE(layout.allocate(1), std::size_t{0});
    QCOMPARE(layout.allocate(Tensor::kAlignment), Tensor::kAlignment);
    QCOMPARE(layout.allocate(Tensor::kAlignment + 1), 2 * Tensor::kAlignment);
    QCOMPARE(layout.allocate(1), 4 * Tensor::kAlignment);
    QCOMPARE(layout.peakBytes(), 5 * Tensor::kAlignment);
}

void TestArena::nothingStillGetsAPlace()
{
    ArenaLayout layout;
    QVERIFY(layout.allocate(0) != layout.allocate(0));
}

void TestArena::gapsAreReused()
{
    ArenaLayout layout;
    const std::size_t first = layout.allocate(1000);
    layout.allocate(100);
    layout.release(first);
    QCOMPARE(layout.allocate(900), first);
    const std::size_t peak = layout.peakBytes();
    QVERIFY(layout.allocate(200) >= peak); // fits into no gap
}

void TestArena::theTightestGapIsTaken()
{
    ArenaLayout layout;
    const std::size_t wide = layout.allocate(640);
    layout.allocate(64);
    const std::size_t tight = layout.allocate(128);
    layout.allocate(64);
    layout.release(wide);
    layout.release(tight);
    QCOMPARE(layout.allocate(128), tight);
    QCOMPARE(layout.allocate(128), wide);
}

void TestArena::liveBuffersNeverOverlap_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 20; ++seed) {
        QTest::addRow("seed %u", seed) << seed;
    }
}

void TestArena::liveBuffersNeverOverlap()
{
    QFETCH(const unsigned, seed);
    std::mt19937 random(seed);
    struct Buffer
    {
        std::size_t offset;
        std::size_t bytes;
    };
    ArenaLayout layout;
    std::vector<Buffer> live;
    std::size_t liveBytes = 0;
    std::size_t mostLiveBytes = 0;
    for (int i = 0; i < 2000; ++i) {
        if (!live.empty() && random() % 100 < 48) {
            const std::size_t victim = random() % live.size();
            layout.release(live[victim].offset);
            liveBytes -= live[victim].bytes;
            live.erase(live.begin() + static_cast<std::ptrdiff_t>(victim));
            continue;
        }
        const std::size_t bytes = 1 + random() % (random() % 4 == 0 ? 100'000 : 300);
        const Buffer added{layout.allocate(bytes), bytes};
        QCOMPARE(added.offset % Tensor::kAlignment, std::size_t{0});
        QVERIFY(added.offset + added.bytes <= layout.peakBytes());
        for (const Buffer& other : live) {
            QVERIFY(added.offset + added.bytes <= other.offset
                    || other.offset + other.bytes <= added.offset);
        }
        live.push_back(added);
        liveBytes += bytes;
        mostLiveBytes = std::max(mostLiveBytes, liveBytes);
    }
    QVERIFY(layout.peakBytes() >= mostLiveBytes);
    QVERIFY2(layout.peakBytes() < 2 * mostLiveBytes, "gaps are not reused");
}

void TestArena::memoryIsAligned_data()
{
    QTest::addColumn<quint64>("bytes");
    QTest::newRow("nothing") << quint64{0};
    QTest::newRow("little") << quint64{100};
    QTest::newRow("huge pages") << quint64{5 << 20};
}

void TestArena::memoryIsAligned()
{
    QFETCH(const quint64, bytes);
    const Arena arena(bytes);
    QCOMPARE(reinterpret_cast<std::uintptr_t>(arena.at(0)) % Tensor::kAlignment, std::uintptr_t{0});
    std::memset(arena.at(0), 0xff, bytes); // all of it is there
    QCOMPARE(arena.at(64) - arena.at(0), std::ptrdiff_t{64});
}

QTEST_APPLESS_MAIN(TestArena)
#include "tst_arena.moc"
