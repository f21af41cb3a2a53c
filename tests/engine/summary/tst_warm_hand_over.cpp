// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file_system.h"
#include "engine/summary/event_file_writer.h"
#include "engine/summary/run_store_writer.h"
#include "engine/summary/tee_summary_writer.h"
#include "tests/engine/summary/store_test.h"
#include "tests/support/allocation_counter.h"

#include <QTest>

using namespace engine;

class TestWarmHandOver : public QObject
{
    Q_OBJECT

private slots:
    void aScalarAllocatesNothing();
};

void TestWarmHandOver::aScalarAllocatesNothing()
{
    SKIP_UNLESS_ALLOCATIONS_COUNT();
    const StoreTest test;
    LocalFileSystem files;
    RunStoreWriter store(test.path(), test.clock, StoreTest::patient());
    store.beginSegment(store.createRun(StoreTest::spec("warm")), 0);
    EventFileWriter events(files, test.path().parent_path() / "events", test.clock);
    TeeSummaryWriter writer({&store, &events});
    writer.addScalar("train/loss", 1.0, 1);
    writer.addScalar("learning_rate", 0.1, 1);
    writer.flush();

    // The writers' own threads may allocate.
    const std::int64_t before = AllocationCounter::ofThisThread();
    for (int step = 2; step < 2000; ++step) {
        writer.addScalar("train/loss", 1.0, step);
        writer.addScalar("learning_rate", 0.1, step);
    }
    const std::int64_t during = AllocationCounter::ofThisThread() - before;
    QCOMPARE(during, std::int64_t{0});
    QVERIFY(before > 0);
    writer.close();
}

QTEST_APPLESS_MAIN(TestWarmHandOver)
#include "tst_warm_hand_over.moc"
