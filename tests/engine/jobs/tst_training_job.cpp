// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/training_job.h"

#include "engine/checkpoint/checkpoint_files.h"
#include "tests/engine/jobs/job_world.h"
#include "tests/support/errors.h"

#include <QTest>

#include <cmath>

using namespace engine;

using Series = std::vector<std::pair<std::int64_t, double>>;

// Asks the job to stop once this many steps are done.
class StopAt final : public SessionRunHook
{
public:
    StopAt(TrainingJob& job, std::int64_t step) : m_job(job), m_step(step) { }
    void afterRun(SessionRunContext&, const SessionRunValues&) override
    {
        if (m_job.progress().step() == m_step) {
            m_job.requestStop("enough");
        }
    }

private:
    TrainingJob& m_job;
    std::int64_t m_step;
};

static std::function<void(TrainingJob&)> stopAt(std::int64_t step)
{
    return [step](TrainingJob& job) { job.addHook(std::make_shared<StopAt>(job, step)); };
}

static QStringList eventKinds(const JobWorld& world, RunId run)
{
    QStringList kinds;
    for (const StoredEvent& event : world.reader().events(run)) {
        kinds += QString::fromStdString(event.kind);
    }
    return kinds;
}

static Series after(Series series, std::int64_t step)
{
    std::erase_if(series, [step](const auto& point) { return point.first <= step; });
    return series;
}

class TestTrainingJob : public QObject
{
    Q_OBJECT

private slots:
    void finishes();
    void stopsAndGoesOnAsIfUndisturbed();
    void stoppedBeforeItBegins();
    void rewindsToACheckpoint();
    void unknownCheckpointsAreNamed();
    void continuesFromTheStoreAlone();
    void otherLearningRate();
    void learningRateSurvivesInTheCheckpoint();
    void nonFiniteLossHalts();
    void failuresAreEntered();
    void refusedContinuationsLeaveTheRunAsItWas_data();
    void refusedContinuationsLeaveTheRunAsItWas();
    void aRunWithoutCheckpointsIsNotBegunAnew();
    void theLastStepIsRecorded_data();
    void theLastStepIsRecorded();
    void aRestoredCheckpointKeepsItsLoss();
    void directoriesOfOtherRunsAreRefused();
    void retentionKeepsAsManyAsAsked();
};

void TestTrainingJob::finishes()
{
    JobWorld world;
    const JobResult result = world.train(world.request("run"));
    QCOMPARE(result.run, RunId{1});
    QCOMPARE(result.status, RunStatus::Finished);
    QCOMPARE(result.step, std::int64_t{40});
    QCOMPARE(result.firstStep, std::int64_t{0});
    const Series losses = world.losses(1, 0);
    QCOMPARE(losses.size(), std::size_t{40});
    QCOMPARE(losses.front().first, std::int64_t{1});
    QCOMPARE(losses.back(), std::pair(std::int64_t{40}, result.loss));
    QVERIFY(losses.back().second < losses.front().second);
    QCOMPARE(result.metrics.at("train/loss"), result.loss);
    for (const char* metric : {"validation/accuracy", "test/accuracy", "test/loss"}) {
        QCOMPARE(result.metrics.at(metric), world.series(1, 0, metric).back().second);
    }

    const RunDetails details = world.reader().details(1);
    QCOMPARE(details.info.status, RunStatus::Finished);
    QCOMPARE(details.info.lastStep, std::int64_t{40});
    QCOMPARE(details.info.lastCheckpointStep, std::int64_t{40});
    QCOMPARE(details.info.targetSteps, std::int64_t{40});
    QCOMPARE(details.checkpointDirectory, world.path("run").string());
    QCOMPARE(details.parameters.front(),
             (std::pair<std::string, std::string>{"Optimizer", "adam"}));
    const QStringList kinds = eventKinds(world, 1);
    QCOMPARE(kinds.count("started"), 1);
    QCOMPARE(kinds.last(), QString("finished"));
}

void TestTrainingJob::stopsAndGoesOnAsIfUndisturbed()
{
    JobWorld world;
    const JobResult stopped = world.train(world.request("run"), stopAt(17));
    QCOMPARE(stopped.status, RunStatus::Stopped);
    QCOMPARE(stopped.stopReason, std::string("enough"));
    QCOMPARE(stopped.step, std::int64_t{17});
    QCOMPARE(world.reader().runs().at(0).status, RunStatus::Stopped);
    QCOMPARE(world.reader().runs().at(0).lastCheckpointStep, std::int64_t{17});

    JobRequest request = world.request("run");
    request.continueRun = stopped.run;
    const JobResult continued = world.train(request);
    QCOMPARE(continued.run, stopped.run);
    QCOMPARE(continued.segment, 1);
    QCOMPARE(continued.firstStep, std::int64_t{17});
    QCOMPARE(continued.status, RunStatus::Finished);
    QVERIFY(eventKinds(world, 1).contains("resumed"));

    world.train(world.request("undisturbed"));
    for (const char* tag : {"train/loss", "train/accuracy", "learning_rate"}) {
        Series both = world.series(1, 0, tag);
        QCOMPARE(both.size(), std::size_t{17});
        const Series second = world.series(1, 1, tag);
        both.insert(both.end(), second.begin(), second.end());
        QVERIFY2(both == world.series(2, 0, tag), tag); // bit for bit: none is NaN
    }
    QVERIFY(world.series(1, 1, "test/loss") == world.series(2, 0, "test/loss"));
}

void TestTrainingJob::stoppedBeforeItBegins()
{
    JobWorld world;
    const JobResult result =
        world.train(world.request("run"), [](TrainingJob& job) { job.requestStop("early"); });
    QCOMPARE(result.status, RunStatus::Stopped);
    QCOMPARE(result.stopReason, std::string("early"));
    QCOMPARE(result.step, std::int64_t{0});
    QVERIFY(world.losses(1, 0).empty());
}

void TestTrainingJob::rewindsToACheckpoint()
{
    JobWorld world;
    world.train(world.request("run"));
    const Series before = world.losses(1, 0);
    JobRequest request = world.request("run");
    request.continueRun = 1;
    request.fromStep = 20;
    const JobResult again = world.train(request);
    QCOMPARE(again.firstStep, std::int64_t{20});
    QCOMPARE(again.step, std::int64_t{40});
    QVERIFY(world.losses(1, 1) == after(before, 20));
    QCOMPARE(world.losses(1, 0).size(), std::size_t{40}); // what was measured stays
}

void TestTrainingJob::unknownCheckpointsAreNamed()
{
    JobWorld world;
    world.train(world.request("run"));
    JobRequest request = world.request("run");
    request.continueRun = 1;
    request.fromStep = 25;
    VERIFY_THROWS(NotFoundError, "there is no checkpoint of step 25 in", world.train(request));
    VERIFY_THROWS(NotFoundError, "10, 20, 30, 40", world.train(request));
}

void TestTrainingJob::continuesFromTheStoreAlone()
{
    JobWorld world;
    world.train(world.request("run"), stopAt(12));
    const JobRequest request = continueRequest(world.path("runs.sqlite"), 1, world.clock);
    QCOMPARE(request.checkpointDir, world.path("run"));
    QCOMPARE(request.config.model.hiddenLayers, std::vector<std::int64_t>{8});
    QCOMPARE(world.train(request).step, std::int64_t{40});
    world.train(world.request("undisturbed"));
    QVERIFY(world.losses(1, 1) == after(world.losses(2, 0), 12));
    QCOMPARE(findRunToResume(world.path("runs.sqlite"), world.path("run"), "", world.clock),
             RunId{1});
    QCOMPARE(findRunToResume(world.path("runs.sqlite"), "", "tiny", world.clock), RunId{2});
    VERIFY_THROWS(NotFoundError, "has no run named other",
                  findRunToResume(world.path("runs.sqlite"), "", "other", world.clock));
}

void TestTrainingJob::otherLearningRate()
{
    JobWorld world;
    world.train(world.request("run"), stopAt(20));
    JobRequest request = world.request("run");
    request.continueRun = 1;
    request.learningRate = 0.002;
    const JobResult result = world.train(request);
    QCOMPARE(static_cast<float>(result.learningRate), 0.002F);
    const Series rates = world.series(1, 1, "learning_rate");
    QCOMPARE(rates.size(), std::size_t{20});
    for (const auto& [step, rate] : rates) {
        QCOMPARE(static_cast<float>(rate), 0.002F);
    }
    bool isRecorded = false;
    for (const StoredEvent& event : world.reader().events(1)) {
        if (event.kind == EventKind::kControlChanged) {
            QCOMPARE(event.message, std::string("learning_rate 0.01 -> 0.002"));
            QCOMPARE(event.step, std::int64_t{20});
            QCOMPARE(event.segment, 1);
            isRecorded = true;
        }
    }
    QVERIFY(isRecorded);
}

void TestTrainingJob::learningRateSurvivesInTheCheckpoint()
{
    JobWorld world;
    JobRequest request = world.request("run");
    request.learningRate = 0.002;
    world.train(request, stopAt(10));
    request.continueRun = 1;
    request.learningRate.reset();
    TrainingJob job(request, world.environment());
    job.open();
    QCOMPARE(static_cast<float>(job.startLearningRate()), 0.002F);
    QCOMPARE(static_cast<float>(job.train().learningRate), 0.002F);
}

void TestTrainingJob::nonFiniteLossHalts()
{
    JobWorld world;
    const JobResult result =
        world.train(world.request("run",
                                  {"optimizer.kind=sgd", "optimizer.learning_rate=1e15",
                                   "run.steps=500", "model.hidden_layers=[8, 8, 8]",
                                   "session.save_checkpoint_steps=1", "session.max_to_keep=0"}));
    QCOMPARE(result.status, RunStatus::Halted);
    QVERIFY(!std::isfinite(result.loss));
    QVERIFY(result.step > 1 && result.step < 500);
    const QString reason = QString::fromStdString(result.stopReason);
    QVERIFY2(reason.startsWith("loss became ")
                 && reason.endsWith(QString("at step %1").arg(result.step)),
             qPrintable(reason));
    const Series losses = world.losses(1, 0);
    QCOMPARE(losses.size(), static_cast<std::size_t>(result.step)); // the last one once
    QCOMPARE(losses.back().first, result.step);
    QVERIFY(!std::isfinite(losses.back().second));
    for (const std::string& prefix : listCheckpoints(world.files, world.path("run"))) {
        QVERIFY2(stepOfCheckpoint(prefix).value() < result.step, prefix.c_str());
    }
    for (const StoredCheckpoint& checkpoint : world.reader().checkpoints(1)) {
        QVERIFY(checkpoint.step < result.step);
    }
    QVERIFY(eventKinds(world, 1).contains("alert"));
    // A step before the loss broke can be gone on from, with a lower rate.
    JobRequest request = world.request(
        "run", {"optimizer.kind=sgd", "run.steps=20", "model.hidden_layers=[8, 8, 8]"});
    request.continueRun = 1;
    request.fromStep = 0;
    request.learningRate = 0.01;
    QCOMPARE(world.train(request).status, RunStatus::Finished);
}

void TestTrainingJob::failuresAreEntered()
{
    class Failing final : public SessionRunHook
    {
        void afterRun(SessionRunContext&, const SessionRunValues&) override
        {
            throw ResourceExhaustedError("the disk is full");
        }
    };
    JobWorld world;
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full",
                  world.train(world.request("run"),
                              [](TrainingJob& job) { job.addHook(std::make_shared<Failing>()); }));
    QCOMPARE(world.reader().runs().at(0).status, RunStatus::Failed);
    const StoredEvent last = world.reader().events(1).back();
    QCOMPARE(last.kind, std::string(EventKind::kFailed));
    QCOMPARE(last.message, std::string("the disk is full"));
}

void TestTrainingJob::refusedContinuationsLeaveTheRunAsItWas_data()
{
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("message");
    QTest::newRow("other layers") << "model.hidden_layers=[5]"
                                  << "checkpoint has [2,8], graph has [2,5]";
    QTest::newRow("a variable more") << "model.hidden_layers=[8, 2]"
                                     << "the graph has this variable, the file has not";
    QTest::newRow("nothing left") << "run.steps=40"
                                  << "tiny is already at step 40 of 40";
    QTest::newRow("target passed") << "run.steps=30"
                                   << "tiny is already at step 40 of 30";
}

void TestTrainingJob::refusedContinuationsLeaveTheRunAsItWas()
{
    QFETCH(const QString, setting);
    QFETCH(const QString, message);
    JobWorld world;
    world.train(world.request("run"));
    const RunInfo before = world.reader().runs().at(0);
    const std::size_t events = world.reader().events(1).size();
    JobRequest request = world.request("run", {"run.steps=60", setting.toStdString()});
    request.continueRun = 1;
    QString error;
    try {
        world.train(request);
    } catch (const Error& refused) { // InvalidArgumentError, or NotFoundError for the variable
        error = QString::fromUtf8(refused.what());
    }
    QVERIFY2(error.contains(message), qPrintable(error));
    const RunInfo after = world.reader().runs().at(0);
    QCOMPARE(after.status, RunStatus::Finished);
    QCOMPARE(after.lastStep, before.lastStep);
    QCOMPARE(after.targetSteps, before.targetSteps);
    QCOMPARE(after.lastLoss, before.lastLoss);
    QCOMPARE(world.reader().segments(1).size(), std::size_t{1});
    QCOMPARE(world.reader().events(1).size(), events);
}

// Somebody deleted the folder: a second segment from step 0 would pass for the same run.
void TestTrainingJob::aRunWithoutCheckpointsIsNotBegunAnew()
{
    JobWorld world;
    world.train(world.request("run"));
    std::filesystem::remove_all(world.path("run"));
    JobRequest request = world.request("run", {"run.steps=60"});
    request.continueRun = 1;
    VERIFY_THROWS(NotFoundError, "tiny cannot be continued", world.train(request));
    QCOMPARE(world.reader().runs().at(0).status, RunStatus::Finished);
    QCOMPARE(world.reader().segments(1).size(), std::size_t{1});
}

void TestTrainingJob::theLastStepIsRecorded_data()
{
    QTest::addColumn<QString>("end");
    QTest::newRow("finished") << "finished";
    QTest::newRow("stopped") << "stopped";
    QTest::newRow("cancelled") << "cancelled";
    QTest::newRow("failed") << "failed";
}

// Throws after a step.
class ThrowAt final : public SessionRunHook
{
public:
    ThrowAt(std::int64_t step, std::function<void()> fail) : m_step(step), m_fail(std::move(fail))
    { }
    void afterRun(SessionRunContext&, const SessionRunValues&) override
    {
        if (++m_done == m_step) {
            m_fail();
        }
    }

private:
    std::int64_t m_step;
    std::int64_t m_done = 0;
    std::function<void()> m_fail;
};

void TestTrainingJob::theLastStepIsRecorded()
{
    QFETCH(const QString, end);
    JobWorld world;
    const auto prepare = [&](TrainingJob& job) {
        if (end == "stopped") {
            job.addHook(std::make_shared<StopAt>(job, 37));
        } else if (end == "cancelled") {
            job.addHook(std::make_shared<ThrowAt>(37, [] { throw CancelledError("left"); }));
        } else if (end == "failed") {
            job.addHook(std::make_shared<ThrowAt>(37, [] { throw DataLossError("broken"); }));
        }
    };
    double loss = 0;
    try {
        loss = world.train(world.request("run", {"session.save_summaries_steps=10"}), prepare).loss;
    } catch (const DataLossError&) {
        QCOMPARE(end, QString("failed"));
    }
    const std::int64_t last = end == "finished" ? 40 : 37;
    for (const char* tag : {"train/loss", "train/accuracy", "learning_rate"}) {
        const Series series = world.series(1, 0, tag);
        QCOMPARE(series.size(), std::size_t{5}); // 1, 11, 21, 31 and the last
        QCOMPARE(series.back().first, last);
    }
    if (end != "failed") {
        QCOMPARE(world.losses(1, 0).back().second, loss);
    }
    QCOMPARE(world.reader().runs().at(0).lastStep, last);
    QCOMPARE(world.reader().runs().at(0).lastLoss, world.losses(1, 0).back().second);
}

void TestTrainingJob::aRestoredCheckpointKeepsItsLoss()
{
    JobWorld world;
    world.train(world.request("run"), stopAt(17));
    const double noted = world.reader().checkpoints(1).front().loss;
    QVERIFY(std::isfinite(noted));
    JobRequest request = world.request("run");
    request.continueRun = 1;
    std::vector<StoredCheckpoint> heard;
    world.train(request, [&](TrainingJob& job) {
        job.recorder().onCheckpoint([&](const StoredCheckpoint& saved) { heard.push_back(saved); });
    });
    QCOMPARE(heard.front().step, std::int64_t{17}); // saved again as the session begins
    QCOMPARE(heard.front().loss, noted);
    for (const StoredCheckpoint& checkpoint : world.reader().checkpoints(1)) {
        QVERIFY(checkpoint.step != 17 || checkpoint.loss == noted);
    }
}

void TestTrainingJob::directoriesOfOtherRunsAreRefused()
{
    JobWorld world;
    world.train(world.request("run", {"run.steps=10"}));
    VERIFY_THROWS(AlreadyExistsError, "holds checkpoints up to step 10",
                  TrainingJob(world.request("run"), world.environment()));
    QCOMPARE(world.reader().runs().size(), std::size_t{1});
}

void TestTrainingJob::retentionKeepsAsManyAsAsked()
{
    JobWorld world;
    world.train(world.request("run", {"session.max_to_keep=2", "session.save_checkpoint_steps=5"}));
    QCOMPARE(listCheckpoints(world.files, world.path("run")).size(), std::size_t{2});
    const std::vector<StoredCheckpoint> stored = world.reader().checkpoints(1);
    QCOMPARE(stored.size(), std::size_t{2});
    QCOMPARE(stored[0].step, std::int64_t{40});
    QCOMPARE(stored[1].step, std::int64_t{35});
}

QTEST_APPLESS_MAIN(TestTrainingJob)
#include "tst_training_job.moc"
