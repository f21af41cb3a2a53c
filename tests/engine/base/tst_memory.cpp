// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/memory.h"

#include <QTest>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>

using namespace engine;

class TestMemory : public QObject
{
    Q_OBJECT

private slots:
    void beginsWithALine_data();
    void beginsWithALine();
    void whatCannotBeHadIsNothing();
};

void TestMemory::beginsWithALine_data()
{
    QTest::addColumn<qulonglong>("bytes");
    QTest::addColumn<qulonglong>("alignment");
    QTest::newRow("nothing") << 0ULL << qulonglong(kLineBytes);
    QTest::newRow("one") << 1ULL << qulonglong(kLineBytes);
    QTest::newRow("a line") << 64ULL << qulonglong(kLineBytes);
    QTest::newRow("odd") << 1001ULL << qulonglong(kLineBytes);
    QTest::newRow("below half a huge page") << (1ULL << 20) - 1 << qulonglong(kLineBytes);
    QTest::newRow("half a huge page") << (1ULL << 20) << qulonglong(kHugePageBytes);
    QTest::newRow("some huge pages") << (5ULL << 20) + 3 << qulonglong(kHugePageBytes);
}

void TestMemory::beginsWithALine()
{
    QFETCH(const qulonglong, bytes);
    QFETCH(const qulonglong, alignment);
    const std::unique_ptr<void, decltype(&std::free)> memory(allocateLines(bytes), &std::free);
    QVERIFY(memory != nullptr);
    QCOMPARE(reinterpret_cast<std::uintptr_t>(memory.get()) % alignment, 0U);
    std::memset(memory.get(), 1, bytes); // it is there
}

void TestMemory::whatCannotBeHadIsNothing()
{
    QVERIFY(allocateLines(std::numeric_limits<std::size_t>::max()) == nullptr);
    QVERIFY(allocateLines(std::numeric_limits<std::size_t>::max() - kHugePageBytes) == nullptr);
}

QTEST_APPLESS_MAIN(TestMemory)
#include "tst_memory.moc"
