// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_store_reader.h"
#include "engine/summary/run_store_writer.h"
#include "tests/engine/summary/store_test.h"
#include "tests/support/errors.h"

#include <QTest>

#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace engine;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

} // namespace

class TestRunStoreWriter : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void scalarsAreSeenThroughTheView();
    void nonFiniteValuesSurvive();
    void allValuesOfAStepHaveOneMoment();
    void theSameStepAgainReplaces();
    void aContinuedRunKeepsItsAbandonedTail();
    void runsViewHasTheNewestLossAndStep();
    void eventsAreSeenThroughTheView();
    void checkpointsAreListedReplacedAndRemoved();
    void statusAndEndAreRecorded();
    void colourSlotsAreTheLowestFree();
    void recordingNeedsASegment();
    void aRunThatAnotherProcessTrainsIsRefused();
    void runsOfGoneProcessesAreSettled();
    void theHeartbeatIsRenewedWithoutValues();
    void readersSeeWholeCommitsWhileItWrites();
    void nothingIsLostWithoutAFlush();

private:
    std::unique_ptr<StoreTest> m_test;
};

void TestRunStoreWriter::init()
{
    m_test = std::make_unique<StoreTest>();
}

void TestRunStoreWriter::scalarsAreSeenThroughTheView()
{
    RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
    const RunId run = writer.createRun(StoreTest::spec("iris"));
    QCOMPARE(writer.beginSegment(run, 0), 0);
    for (int step = 1; step <= 100; ++step) {
        writer.addScalar("train/loss", 1.0 / step, step);
        m_test->clock.advanceSeconds(0.25);
    }
    writer.addScalar("validation/accuracy", 0.5, 100);
    writer.flush();
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars WHERE tag = \"train/loss\""), 100);
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars WHERE run_id = 1 AND segment = 0 "
                             "AND tag = 'train/loss' AND step = 4 AND value = 0.25 "
                             "AND wall_time = 1700000000.75"),
             1);
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars WHERE tag = 'validation/accuracy'"), 1);
}

void TestRunStoreWriter::nonFiniteValuesSurvive()
{
    const std::vector<double> values = {kNaN, kInfinity, -kInfinity, 0.5, 1e-310, 1e308};
    RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
    const RunId run = writer.createRun(StoreTest::spec("bad"));
    writer.beginSegment(run, 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        writer.addScalar("train/loss", values[i], static_cast<std::int64_t>(i));
    }
    writer.close();
    RunStoreReader reader(m_test->path(), m_test->clock);
    const std::vector<StoredPoint> points = reader.points(run, 0, "train/loss");
    QCOMPARE(points.size(), values.size());
    QVERIFY(std::isnan(points[0].value));
    for (std::size_t i = 1; i < values.size(); ++i) {
        QVERIFY(points[i].value == values[i]);
    }
    const StoredSeries series = reader.series(run).front();
    QCOMPARE(series.nonFiniteCount, std::int64_t{3});
    QCOMPARE(series.minimum, 1e-310);
    QCOMPARE(series.maximum, 1e308);
    QCOMPARE(m_test->integer("SELECT step FROM scalars WHERE value IS NULL"), 0);
    QCOMPARE(m_test->integer("SELECT step FROM scalars WHERE value = 9e999"), 1);
}

void TestRunStoreWriter::allValuesOfAStepHaveOneMoment()
{
    constexpr int kTags = 150;
    RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
    const RunId run = writer.createRun(StoreTest::spec("wide"));
    writer.beginSegment(run, 0);
    std::vector<std::string> tags;
    for (int i = 0; i < kTags; ++i) {
        tags.push_back("tag/" + std::to_string(i));
    }
    for (int step = 1; step <= 3; ++step) {
        std::vector<TaggedScalar> scalars;
        for (const std::string& tag : tags) {
            scalars.push_back({tag, step + 0.001 * static_cast<double>(scalars.size())});
        }
        writer.addScalars(scalars, step);
        m_test->clock.advanceSeconds(1);
    }
    writer.close();
    RunStoreReader reader(m_test->path(), m_test->clock);
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars"), 3 * kTags);
    QCOMPARE(m_test->integer("SELECT count(DISTINCT wall_time) FROM scalars"), 3);
    for (int i = 0; i < kTags; ++i) {
        const std::vector<StoredPoint> points =
            reader.points(run, 0, tags[static_cast<std::size_t>(i)]);
        QCOMPARE(points.size(), std::size_t{3});
        QCOMPARE(points[1].value, 2 + 0.001 * i);
    }
}

void TestRunStoreWriter::theSameStepAgainReplaces()
{
    RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
    const RunId run = writer.createRun(StoreTest::spec("again"));
    writer.beginSegment(run, 0);
    writer.addScalar("train/loss", 9.0, 1);
    writer.addScalar("train/loss", 5.0, 2);
    writer.flush();
    writer.addScalar("train/loss", 4.0, 1);
    writer.addScalar("train/loss", kNaN, 2);
    writer.close();
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars"), 2);
    RunStoreReader reader(m_test->path(), m_test->clock);
    const StoredSeries series = reader.series(run).front();
    QCOMPARE(series.pointCount, std::int64_t{2});
    QCOMPARE(series.nonFiniteCount, std::int64_t{1});
    QCOMPARE(series.minimum, 4.0);
    QCOMPARE(series.maximum, 4.0);
    QVERIFY(std::isnan(series.lastValue));
}

void TestRunStoreWriter::aContinuedRunKeepsItsAbandonedTail()
{
    RunId run = 0;
    {
        RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
        run = writer.createRun(StoreTest::spec("long"));
        writer.beginSegment(run, 0);
        for (int step = 1; step <= 10; ++step) {
            writer.addScalar("train/loss", 1, step);
        }
        writer.endSegment(RunStatus::Failed, "killed by a test", 10);
    }
    RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
    QCOMPARE(writer.beginSegment(run, 6), 1);
    for (int step = 7; step <= 12; ++step) {
        writer.addScalar("train/loss", 2, step);
    }
    writer.flush();
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars WHERE segment = 0"), 10);
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars WHERE segment = 1"), 6);
    RunStoreReader reader(m_test->path(), m_test->clock);
    const std::vector<StoredSegment> segments = reader.segments(run);
    QCOMPARE(segments.size(), std::size_t{2});
    QCOMPARE(segments[0].stopReason, std::string("killed by a test"));
    QCOMPARE(segments[1].firstStep, std::int64_t{6});
    QCOMPARE(segments[1].lastStep, std::int64_t{12});
    QVERIFY(std::isnan(segments[1].endedSeconds));
}

void TestRunStoreWriter::runsViewHasTheNewestLossAndStep()
{
    RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
    const RunId run = writer.createRun(StoreTest::spec("view"));
    QCOMPARE(m_test->integer("SELECT steps FROM runs WHERE last_loss IS NULL"), 0);
    writer.beginSegment(run, 0);
    writer.addScalar("train/loss", 8, 20);
    writer.addScalar("other", 3, 21);
    writer.flush();
    QCOMPARE(m_test->integer("SELECT steps FROM runs"), 21);
    QCOMPARE(m_test->integer("SELECT last_loss FROM runs"), 8);
    writer.beginSegment(run, 10);
    QCOMPARE(m_test->integer("SELECT steps FROM runs"), 10);
    QCOMPARE(m_test->integer("SELECT last_loss FROM runs"), 8);
    writer.addScalar("train/loss", 5, 11);
    writer.flush();
    QCOMPARE(m_test->integer("SELECT last_loss FROM runs"), 5);
    QCOMPARE(m_test->integer("SELECT count(*) FROM runs WHERE run_id = 1 AND name = 'view' "
                             "AND status = 'ready' AND created = 1700000000.0"),
             1);
}

void TestRunStoreWriter::eventsAreSeenThroughTheView()
{
    RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
    writer.beginSegment(writer.createRun(StoreTest::spec("events")), 0);
    m_test->clock.advanceSeconds(1.5);
    writer.addEvent(EventKind::kControlChanged, "learning_rate 0.1 -> 0.05", 26);
    writer.flush();
    QCOMPARE(m_test->integer("SELECT step FROM events WHERE run_id = 1 AND segment = 0 "
                             "AND wall_time = 1700000001.5 AND kind = 'control_changed' "
                             "AND message = 'learning_rate 0.1 -> 0.05'"),
             26);
}

void TestRunStoreWriter::checkpointsAreListedReplacedAndRemoved()
{
    RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
    const RunId run = writer.createRun(StoreTest::spec("checkpoints"));
    writer.beginSegment(run, 0);
    writer.addCheckpoint({0, 10, 0, "dir/model.ckpt-10", 1000, 0.5, true});
    writer.addCheckpoint({0, 20, 0, "dir/model.ckpt-20", 1000, 0.25, true});
    writer.addCheckpoint({0, 30, 0, "dir/model.ckpt-30", 1000, 0.125, true});
    writer.beginSegment(run, 20);
    writer.addCheckpoint({0, 20, 0, "dir/model.ckpt-20", 1001, kNaN, true});
    writer.removeCheckpoint("dir/model.ckpt-10");
    writer.markCheckpointDamaged("dir/model.ckpt-30");
    writer.flush();
    RunStoreReader reader(m_test->path(), m_test->clock);
    const std::vector<StoredCheckpoint> checkpoints = reader.checkpoints(run);
    QCOMPARE(checkpoints.size(), std::size_t{2});
    QCOMPARE(checkpoints[0].prefix, std::string("dir/model.ckpt-20"));
    QCOMPARE(checkpoints[0].segment, 1);
    QCOMPARE(checkpoints[0].bytes, std::int64_t{1001});
    QCOMPARE(checkpoints[0].loss, 0.25);
    QCOMPARE(checkpoints[1].step, std::int64_t{30});
    QVERIFY(!checkpoints[1].isComplete);
    QCOMPARE(reader.runs().front().lastCheckpointStep, std::int64_t{20});
    QCOMPARE(m_test->integer("SELECT count(*) FROM events WHERE kind = 'checkpoint_saved'"), 4);
}

void TestRunStoreWriter::statusAndEndAreRecorded()
{
    RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
    const RunId run = writer.createRun(StoreTest::spec("status"));
    writer.beginSegment(run, 0);
    RunStoreReader reader(m_test->path(), m_test->clock);
    QCOMPARE(reader.runs().front().status, RunStatus::Ready);
    for (const RunStatus status : {RunStatus::Running, RunStatus::Paused, RunStatus::Halted}) {
        writer.setStatus(status, 5);
        writer.flush();
        QCOMPARE(reader.runs().front().status, status);
    }
    writer.setTargetSteps(200);
    writer.endSegment(RunStatus::Stopped, "the user asked", 7);
    const RunInfo info = reader.runs().front();
    QCOMPARE(info.status, RunStatus::Stopped);
    QCOMPARE(info.lastStep, std::int64_t{7});
    QCOMPARE(info.targetSteps, std::int64_t{200});
    QCOMPARE(reader.segments(run).front().stopReason, std::string("the user asked"));
}

void TestRunStoreWriter::colourSlotsAreTheLowestFree()
{
    RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
    RunSpec second = StoreTest::spec("second");
    second.colourSlot = 2;
    writer.createRun(StoreTest::spec("first"));
    writer.createRun(second);
    writer.createRun(StoreTest::spec("third"));
    writer.createRun(StoreTest::spec("fourth"));
    RunStoreReader reader(m_test->path(), m_test->clock);
    std::vector<int> colours;
    for (const RunInfo& run : reader.runs()) {
        colours.push_back(run.colourSlot);
    }
    QCOMPARE(colours, (std::vector<int>{3, 1, 2, 0}));
}

void TestRunStoreWriter::recordingNeedsASegment()
{
    RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
    VERIFY_THROWS(NotFoundError, "there is no run 12", writer.beginSegment(12, 0));
    const RunId run = writer.createRun(StoreTest::spec("closed"));
    writer.addScalar("train/loss", 1, 1);
    VERIFY_THROWS(FailedPreconditionError, "no segment", writer.flush());
    writer.addEvent(EventKind::kAlert, "too early", 1);
    VERIFY_THROWS(FailedPreconditionError, "no segment", writer.flush());
    VERIFY_THROWS(FailedPreconditionError, "no segment",
                  writer.endSegment(RunStatus::Finished, "", 1));
    writer.beginSegment(run, 0);
    writer.addScalar("train/loss", 1, 1);
    writer.flush();
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars"), 1);
}

void TestRunStoreWriter::aRunThatAnotherProcessTrainsIsRefused()
{
    RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
    const RunId run = writer.createRun(StoreTest::spec("busy"));
    const auto setOwner = [&](const char* status, const char* host, int pid) {
        Database store(m_test->path(), Database::Access::ReadWrite);
        Statement(store, "UPDATE run SET status = ?, host = ?, pid = ?")
            .run(std::string_view(status), std::string_view(host), pid);
    };
    setOwner("running", "another-host", 4711);
    VERIFY_THROWS(FailedPreconditionError, "is being trained by process 4711 on another-host",
                  writer.beginSegment(run, 0));
    setOwner("stopped", "another-host", 4711);
    QCOMPARE(writer.beginSegment(run, 0), 0);
    writer.endSegment(RunStatus::Stopped, "", 0);
    setOwner("running", "another-host", 4711);
    m_test->clock.advanceSeconds(61);
    QCOMPARE(writer.beginSegment(run, 0), 1);
}

void TestRunStoreWriter::runsOfGoneProcessesAreSettled()
{
    RunId run = 0;
    {
        RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
        run = writer.createRun(StoreTest::spec("gone"));
        writer.beginSegment(run, 0);
        writer.setStatus(RunStatus::Running, 3);
        writer.close();
    }
    m_test->moveRunsToAnotherHost();
    RunStoreReader reader(m_test->path(), m_test->clock);
    QCOMPARE(reader.runs().front().status, RunStatus::Running);
    m_test->clock.advanceSeconds(61);
    QCOMPARE(reader.runs().front().status, RunStatus::Ended);
    QCOMPARE(m_test->integer("SELECT count(*) FROM runs WHERE status = 'running'"), 1);

    RunStoreWriter next(m_test->path(), m_test->clock, StoreTest::patient());
    QCOMPARE(m_test->integer("SELECT count(*) FROM runs WHERE status = 'ended'"), 1);
    const StoredSegment segment = reader.segments(run).front();
    QCOMPARE(segment.stopReason, std::string("the process ended unexpectedly"));
    QCOMPARE(segment.endedSeconds, 1700000000.0);
}

void TestRunStoreWriter::theHeartbeatIsRenewedWithoutValues()
{
    RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
    writer.beginSegment(writer.createRun(StoreTest::spec("quiet")), 0);
    m_test->clock.advanceSeconds(1.5);
    writer.flush();
    QCOMPARE(m_test->integer("SELECT heartbeat_us FROM run"), 1700000000000000);
    m_test->clock.advanceSeconds(0.5);
    writer.flush();
    QCOMPARE(m_test->integer("SELECT heartbeat_us FROM run"), 1700000002000000);
}

void TestRunStoreWriter::readersSeeWholeCommitsWhileItWrites()
{
    RunStoreWriter::Options options;
    options.commitInterval = std::chrono::milliseconds(1);
    RunStoreWriter writer(m_test->path(), m_test->clock, options);
    const RunId run = writer.createRun(StoreTest::spec("shared"));
    writer.beginSegment(run, 0);
    constexpr int kSteps = 30000;
    std::atomic<bool> isDone = false;
    std::atomic<int> wrongCount = 0;
    std::thread looking([&] {
        RunStoreReader reader(m_test->path(), m_test->clock);
        while (!isDone) {
            const std::vector<StoredPoint> points = reader.points(run, 0, "train/loss");
            const auto count = static_cast<std::int64_t>(points.size());
            const bool hasGap = count > 0 && points.back().step != count;
            wrongCount += hasGap ? 1 : 0;
        }
    });
    for (int step = 1; step <= kSteps; ++step) {
        writer.addScalar("train/loss", 0.5, step);
    }
    writer.flush();
    isDone = true;
    looking.join();
    QCOMPARE(wrongCount.load(), 0);
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars"), kSteps);
}

void TestRunStoreWriter::nothingIsLostWithoutAFlush()
{
    {
        RunStoreWriter writer(m_test->path(), m_test->clock, StoreTest::patient());
        writer.beginSegment(writer.createRun(StoreTest::spec("destroyed")), 0);
        writer.addScalar("train/loss", 1, 1);
    }
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars"), 1);
}

QTEST_APPLESS_MAIN(TestRunStoreWriter)
#include "tst_run_store_writer.moc"
