// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file_system.h"
#include "engine/summary/event_file_writer.h"
#include "engine/summary/run_store_writer.h"
#include "engine/summary/tee_summary_writer.h"
#include "tests/engine/summary/store_test.h"

#include <QTest>

#include <cstdlib>
#include <new>

using namespace engine;

namespace {

// Allocations by this thread; the writers' own threads may allocate.
thread_local std::int64_t allocationCount = 0;

} // namespace

void* operator new(std::size_t size)
{
    ++allocationCount;
    if (void* const memory = std::malloc(size)) {
        return memory;
    }
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

class TestWarmHandOver : public QObject
{
    Q_OBJECT

private slots:
    void aScalarAllocatesNothing();
};

void TestWarmHandOver::aScalarAllocatesNothing()
{
    const StoreTest test;
    LocalFileSystem files;
    RunStoreWriter store(test.path(), test.clock, StoreTest::patient());
    store.beginSegment(store.createRun(StoreTest::spec("warm")), 0);
    EventFileWriter events(files, test.path().parent_path() / "events", test.clock);
    TeeSummaryWriter writer({&store, &events});
    writer.addScalar("train/loss", 1.0, 1);
    writer.addScalar("learning_rate", 0.1, 1);
    writer.flush();

    const std::int64_t before = allocationCount;
    for (int step = 2; step < 2000; ++step) {
        writer.addScalar("train/loss", 1.0, step);
        writer.addScalar("learning_rate", 0.1, step);
    }
    const std::int64_t during = allocationCount - before;
    QCOMPARE(during, std::int64_t{0});
    QVERIFY(before > 0);
    writer.close();
}

QTEST_APPLESS_MAIN(TestWarmHandOver)
#include "tst_warm_hand_over.moc"
