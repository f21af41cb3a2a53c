// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_recorder.h"

#include "tests/engine/jobs/job_world.h"
#include "tests/support/memory_summary_writer.h"

#include <QTest>

#include <fstream>

using namespace engine;

// A recorder on a run of a store.
struct Recording
{
    Recording()
    {
        store = std::make_shared<RunStoreWriter>(world.path("runs.sqlite"), world.clock);
        RunSpec spec;
        spec.name = "recorded";
        run = store->createRun(spec);
        store->beginSegment(run, 0);
        eventFile = std::make_shared<MemorySummaryWriter>();
    }
    JobRecorder& open(const JobRecorder::Checkpoints& announced = {})
    {
        recorder = std::make_unique<JobRecorder>(
            store, eventFile, [this] { return loss; }, announced, world.logger);
        return *recorder;
    }
    std::string prefix(int step) const
    {
        return world.path("model.ckpt").string() + '-' + std::to_string(step);
    }
    void writeCheckpoint(int step) const
    {
        std::ofstream(prefix(step) + ".index") << "12345";
        std::ofstream(prefix(step) + ".data-00000-of-00001") << "1234567890";
    }
    void announce(int step)
    {
        writeCheckpoint(step);
        recorder->addSessionLog(SessionLogKind::Checkpoint, world.path("model.ckpt").string(),
                                step);
    }
    std::vector<std::string> prefixes() const
    {
        std::vector<std::string> prefixes;
        for (const auto& [prefix, noted] : recorder->checkpoints()) {
            prefixes.push_back(prefix);
        }
        return prefixes;
    }
    std::vector<StoredCheckpoint> stored()
    {
        recorder->flush();
        return world.reader().checkpoints(run);
    }

    JobWorld world;
    std::shared_ptr<RunStoreWriter> store;
    std::shared_ptr<MemorySummaryWriter> eventFile;
    std::unique_ptr<JobRecorder> recorder;
    RunId run = 0;
    double loss = 0.5;
};

class TestJobRecorder : public QObject
{
    Q_OBJECT

private slots:
    void everybodyGetsEverything();
    void aValueIsPassedOnOnce();
    void checkpointsAreEntered();
    void retentionStrikesOut();
    void formerCheckpointsAreKnown();
    void closingLeavesTheStoreOpen();
    void aLostEventFileLosesNothing();
};

void TestJobRecorder::everybodyGetsEverything()
{
    Recording r;
    JobRecorder& recorder = r.open();
    const auto listener = std::make_shared<MemorySummaryWriter>();
    recorder.addWriter(listener);
    recorder.addScalar("train/loss", 1.5, 1);
    recorder.addEvent(EventKind::kControlChanged, "rate", 2);
    recorder.addSessionLog(SessionLogKind::Start, "", 0);
    recorder.flush();
    for (const auto& writer : {r.eventFile, listener}) {
        QCOMPARE(writer->records.size(), std::size_t{3});
        QCOMPARE(writer->flushedRecords, std::size_t{3});
        QCOMPARE(writer->stepsOf("train/loss"), std::vector<std::int64_t>{1});
        QCOMPARE(writer->stepsOf("START"), std::vector<std::int64_t>{0});
    }
    QCOMPARE(r.world.losses(r.run, 0), (std::vector<std::pair<std::int64_t, double>>{{1, 1.5}}));
    QCOMPARE(r.world.reader().events(r.run).at(0).message, std::string("rate"));
    QVERIFY(r.stored().empty());
}

void TestJobRecorder::aValueIsPassedOnOnce()
{
    Recording r;
    JobRecorder& recorder = r.open();
    recorder.addScalar("train/loss", 1.5, 1);
    recorder.addScalar("train/accuracy", 0.5, 1);
    recorder.addScalar("train/loss", 1.5, 1);
    recorder.addScalar("train/loss", 1.25, 2);
    recorder.addScalar("train/loss", 1.5, 1); // after a recovery
    QCOMPARE(r.eventFile->stepsOf("train/loss"), (std::vector<std::int64_t>{1, 2, 1}));
    recorder.addScalar("train/loss", 1.25, 3);
    const std::vector<TaggedScalar> together{{"train/loss", 1.25}, {"learning_rate", 0.1}};
    recorder.addScalars(together, 3);
    recorder.addScalars(together, 3);
    QCOMPARE(r.eventFile->stepsOf("train/loss"), (std::vector<std::int64_t>{1, 2, 1, 3}));
    QCOMPARE(r.eventFile->stepsOf("learning_rate"), (std::vector<std::int64_t>{3}));
    QCOMPARE(r.eventFile->stepsOf("train/accuracy"), std::vector<std::int64_t>{1});
}

void TestJobRecorder::checkpointsAreEntered()
{
    Recording r;
    std::vector<StoredCheckpoint> heard;
    r.open().onCheckpoint([&](const StoredCheckpoint& checkpoint) { heard.push_back(checkpoint); });
    r.announce(10);
    r.loss = 0.25;
    r.announce(20);
    const std::vector<StoredCheckpoint> stored = r.stored();
    QCOMPARE(stored.size(), std::size_t{2});
    QCOMPARE(stored[0].step, std::int64_t{20}); // newest first
    QCOMPARE(stored[0].loss, 0.25);
    QCOMPARE(stored[1].step, std::int64_t{10});
    QCOMPARE(stored[1].loss, 0.5);
    QCOMPARE(stored[1].prefix, r.prefix(10));
    QCOMPARE(stored[1].bytes, std::int64_t{15}); // of both files and no others
    QCOMPARE(heard.size(), std::size_t{2});
    QCOMPARE(heard[0].prefix, r.prefix(10));
    QCOMPARE(r.eventFile->stepsOf("CHECKPOINT"), (std::vector<std::int64_t>{10, 20}));
}

void TestJobRecorder::retentionStrikesOut()
{
    Recording r;
    r.open();
    r.announce(10);
    r.announce(20);
    std::filesystem::remove(r.prefix(10) + ".index");
    QCOMPARE(r.stored().size(), std::size_t{2}); // noticed at the next checkpoint
    r.announce(30);
    const std::vector<StoredCheckpoint> stored = r.stored();
    QCOMPARE(stored.size(), std::size_t{2});
    QCOMPARE(stored[0].step, std::int64_t{30});
    QCOMPARE(stored[1].step, std::int64_t{20});
    QCOMPARE(r.prefixes(), (std::vector<std::string>{r.prefix(20), r.prefix(30)}));
}

void TestJobRecorder::formerCheckpointsAreKnown()
{
    Recording r;
    r.open();
    r.announce(10);
    r.announce(20);
    r.recorder->flush();
    std::filesystem::remove(r.prefix(10) + ".index");
    r.open({{r.prefix(10), {0.5}}, {r.prefix(20), {0.5}}}); // the run is continued
    r.announce(30);
    QCOMPARE(r.stored().size(), std::size_t{2});
    QCOMPARE(r.prefixes(), (std::vector<std::string>{r.prefix(20), r.prefix(30)}));
}

void TestJobRecorder::closingLeavesTheStoreOpen()
{
    Recording r;
    r.open().addScalar("train/loss", 2, 1);
    r.recorder->close();
    QCOMPARE(r.eventFile->closes, 1);
    r.store->endSegment(RunStatus::Finished, "", 1);
    r.store->close();
    QCOMPARE(r.world.reader().runs().at(0).status, RunStatus::Finished);
    QCOMPARE(r.world.losses(r.run, 0).size(), std::size_t{1});
}

void TestJobRecorder::aLostEventFileLosesNothing()
{
    Recording r;
    r.eventFile->failureOfFlush = r.eventFile->failureOfClose = "the disk is full";
    const auto other = std::make_shared<MemorySummaryWriter>();
    r.open().addWriter(other);
    r.recorder->addScalar("train/loss", 2, 1);
    r.recorder->flush();
    QCOMPARE(other->flushedRecords, std::size_t{1});
    QCOMPARE(r.world.losses(r.run, 0).size(), std::size_t{1});
    r.recorder->close();
    QCOMPARE(r.eventFile->closes, 1);
    QCOMPARE(other->closes, 1);
    const std::vector<MemoryLogger::Entry> said = r.world.logger.entries();
    QCOMPARE(said.size(), std::size_t{2});
    QVERIFY(said.front().level == LogLevel::Warning);
    QCOMPARE(said.front().message, std::string("the disk is full"));
}

QTEST_APPLESS_MAIN(TestJobRecorder)
#include "tst_job_recorder.moc"
