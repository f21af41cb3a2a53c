// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_store_reader.h"
#include "engine/summary/run_store_writer.h"
#include "tests/engine/summary/store_test.h"
#include "tests/support/errors.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using namespace engine;

class TestRunStoreReader : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aMissingStoreIsNotFound();
    void runsAreListedNewestFirst();
    void aLossThatIsNaNIsNotNoLoss();
    void detailsHaveWhatTheRunWasCreatedWith();
    void pointsOfARange_data();
    void pointsOfARange();
    void seriesAreDigested();
    void eventsComeInTheirOrder();
    void dataVersionTellsOfCommits();
    void aRunWhoseProcessIsGoneHasEnded();
    void aHaltedRunStaysHalted();

private:
    std::unique_ptr<StoreTest> m_test;
    std::unique_ptr<RunStoreWriter> m_writer;
};

void TestRunStoreReader::init()
{
    m_writer.reset();
    m_test = std::make_unique<StoreTest>();
    m_writer =
        std::make_unique<RunStoreWriter>(m_test->path(), m_test->clock, StoreTest::patient());
}

void TestRunStoreReader::aMissingStoreIsNotFound()
{
    VERIFY_THROWS(NotFoundError, "none.sqlite",
                  RunStoreReader(m_test->path().parent_path() / "none.sqlite", m_test->clock));
    RunStoreReader reader(m_test->path(), m_test->clock);
    QVERIFY(reader.runs().empty());
    QVERIFY(reader.sizeInBytes() > 0);
    VERIFY_THROWS(NotFoundError, "there is no run 5", reader.details(5));
}

void TestRunStoreReader::runsAreListedNewestFirst()
{
    m_writer->createRun(StoreTest::spec("older"));
    m_test->clock.advanceSeconds(10);
    const RunId newer = m_writer->createRun(StoreTest::spec("newer"));
    m_writer->beginSegment(newer, 0);
    m_writer->addScalar("train/loss", 0.5, 40);
    m_writer->addCheckpoint({0, 30, 0, "model.ckpt-30", 10, 0.6, true});
    m_writer->flush();
    RunStoreReader reader(m_test->path(), m_test->clock);
    const std::vector<RunInfo> runs = reader.runs();
    QCOMPARE(runs.size(), std::size_t{2});
    QCOMPARE(runs[0].name, std::string("newer"));
    QCOMPARE(runs[0].createdSeconds, 1700000010.0);
    QCOMPARE(runs[0].lastStep, std::int64_t{40});
    QCOMPARE(runs[0].targetSteps, std::int64_t{100});
    QCOMPARE(runs[0].lastCheckpointStep, std::int64_t{30});
    QVERIFY(runs[0].hasLoss);
    QCOMPARE(runs[0].lastLoss, 0.5);
    QCOMPARE(runs[1].name, std::string("older"));
    QCOMPARE(runs[1].lastCheckpointStep, std::int64_t{-1});
    QVERIFY(!runs[1].hasLoss);
}

void TestRunStoreReader::aLossThatIsNaNIsNotNoLoss()
{
    m_writer->beginSegment(m_writer->createRun(StoreTest::spec("nan")), 0);
    m_writer->addScalar("train/loss", std::numeric_limits<double>::quiet_NaN(), 1);
    m_writer->flush();
    const RunInfo run = RunStoreReader(m_test->path(), m_test->clock).runs().front();
    QVERIFY(run.hasLoss);
    QVERIFY(std::isnan(run.lastLoss));
}

void TestRunStoreReader::detailsHaveWhatTheRunWasCreatedWith()
{
    RunSpec spec = StoreTest::spec("fashion");
    spec.job = "[run]\nname = \"fashion\"\n";
    spec.parameters = {{"model.layers", "128, 64"}, {"optimizer.kind", "adam"}, {"a", ""}};
    spec.checkpointDirectory = "/runs/fashion";
    spec.seed = 42;
    const RunId run = m_writer->createRun(spec);
    const RunDetails details = RunStoreReader(m_test->path(), m_test->clock).details(run);
    QCOMPARE(details.info.name, spec.name);
    QCOMPARE(details.job, spec.job);
    QCOMPARE(details.parameters, spec.parameters);
    QCOMPARE(details.checkpointDirectory, spec.checkpointDirectory);
    QCOMPARE(details.seed, spec.seed);
}

void TestRunStoreReader::pointsOfARange_data()
{
    QTest::addColumn<qint64>("first");
    QTest::addColumn<qint64>("last");
    QTest::addColumn<int>("count");
    QTest::newRow("within") << qint64{3} << qint64{5} << 3;
    QTest::newRow("one") << qint64{4} << qint64{4} << 1;
    QTest::newRow("beyond the end") << qint64{9} << qint64{90} << 2;
    QTest::newRow("empty") << qint64{6} << qint64{5} << 0;
}

void TestRunStoreReader::pointsOfARange()
{
    QFETCH(qint64, first);
    QFETCH(qint64, last);
    QFETCH(int, count);
    const RunId run = m_writer->createRun(StoreTest::spec("range"));
    m_writer->beginSegment(run, 0);
    for (int step = 1; step <= 10; ++step) {
        m_writer->addScalar("train/loss", step, step);
        m_test->clock.advanceSeconds(1);
    }
    m_writer->flush();
    RunStoreReader reader(m_test->path(), m_test->clock);
    const std::vector<StoredPoint> points = reader.points(run, 0, "train/loss", first, last);
    QCOMPARE(static_cast<int>(points.size()), count);
    for (std::size_t i = 0; i < points.size(); ++i) {
        QCOMPARE(points[i].step, first + static_cast<std::int64_t>(i));
        QCOMPARE(points[i].value, static_cast<double>(points[i].step));
        QCOMPARE(points[i].wallSeconds, 1700000000.0 + points[i].value - 1);
    }
    QCOMPARE(reader.points(run, 0, "train/loss").size(), std::size_t{10});
    QVERIFY(reader.points(run, 0, "another").empty());
    QVERIFY(reader.points(run, 1, "train/loss").empty());
}

void TestRunStoreReader::seriesAreDigested()
{
    const RunId run = m_writer->createRun(StoreTest::spec("digest"));
    m_writer->beginSegment(run, 0);
    for (const double value : {3.0, -1.0, std::numeric_limits<double>::infinity(), 2.0}) {
        m_test->clock.advanceSeconds(1);
        m_writer->addScalar("b", value,
                            static_cast<std::int64_t>(10 * m_test->clock.monotonicSeconds()));
    }
    m_writer->addScalar("a", std::numeric_limits<double>::quiet_NaN(), 7);
    m_writer->beginSegment(run, 20);
    m_writer->addScalar("b", 1.0, 21);
    m_writer->flush();
    const std::vector<StoredSeries> series =
        RunStoreReader(m_test->path(), m_test->clock).series(run);
    QCOMPARE(series.size(), std::size_t{3});
    QCOMPARE(series[0].tag, std::string("a"));
    QVERIFY(std::isnan(series[0].minimum));
    QVERIFY(std::isnan(series[0].maximum));
    QVERIFY(std::isnan(series[0].lastValue));
    QCOMPARE(series[1].tag, std::string("b"));
    QCOMPARE(series[1].pointCount, std::int64_t{4});
    QCOMPARE(series[1].nonFiniteCount, std::int64_t{1});
    QCOMPARE(series[1].lastStep, std::int64_t{40});
    QCOMPARE(series[1].lastSeconds, 1700000004.0);
    QCOMPARE(series[1].lastValue, 2.0);
    QCOMPARE(series[1].minimum, -1.0);
    QCOMPARE(series[1].maximum, 3.0);
    QCOMPARE(series[2].segment, 1);
    QCOMPARE(series[2].pointCount, std::int64_t{1});
}

void TestRunStoreReader::eventsComeInTheirOrder()
{
    const RunId run = m_writer->createRun(StoreTest::spec("order"));
    m_writer->beginSegment(run, 0);
    m_writer->addEvent(EventKind::kStarted, "", 0);
    m_writer->addEvent(EventKind::kAlert, "loss is NaN", 12);
    m_writer->addEvent(EventKind::kPaused, "", 12);
    m_writer->beginSegment(run, 5);
    m_writer->addEvent(EventKind::kResumed, "from step 5", 5);
    m_writer->flush();
    std::vector<std::string> kinds;
    for (const StoredEvent& event : RunStoreReader(m_test->path(), m_test->clock).events(run)) {
        kinds.push_back(std::to_string(event.segment) + " " + event.kind + " "
                        + std::to_string(event.step) + " " + event.message);
    }
    QCOMPARE(kinds,
             (std::vector<std::string>{"0 started 0 ", "0 alert 12 loss is NaN", "0 paused 12 ",
                                       "1 resumed 5 from step 5"}));
}

void TestRunStoreReader::dataVersionTellsOfCommits()
{
    RunStoreReader reader(m_test->path(), m_test->clock);
    const std::int64_t before = reader.dataVersion();
    QCOMPARE(reader.dataVersion(), before);
    m_writer->createRun(StoreTest::spec("new"));
    QVERIFY(reader.dataVersion() != before);
}

void TestRunStoreReader::aRunWhoseProcessIsGoneHasEnded()
{
    const RunId run = m_writer->createRun(StoreTest::spec("alone"));
    m_writer->beginSegment(run, 0);
    m_test->moveRunsToAnotherHost();
    RunStoreReader reader(m_test->path(), m_test->clock);
    QCOMPARE(reader.runs().front().status, RunStatus::Ready);
    m_test->clock.advanceSeconds(59);
    QCOMPARE(reader.details(run).info.status, RunStatus::Ready);
    m_test->clock.advanceSeconds(2);
    QCOMPARE(reader.details(run).info.status, RunStatus::Ended);
}

void TestRunStoreReader::aHaltedRunStaysHalted()
{
    const RunId run = m_writer->createRun(StoreTest::spec("diverged"));
    m_writer->beginSegment(run, 0);
    m_writer->endSegment(RunStatus::Halted, "loss became nan at step 7", 7);
    m_test->clock.advanceSeconds(3600);
    RunStoreReader reader(m_test->path(), m_test->clock);
    QCOMPARE(reader.runs().front().status, RunStatus::Halted);
    const RunStoreWriter next(m_test->path(), m_test->clock, StoreTest::patient());
    QCOMPARE(reader.runs().front().status, RunStatus::Halted);
}

QTEST_APPLESS_MAIN(TestRunStoreReader)
#include "tst_run_store_reader.moc"
