// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/checkpoint_retention.h"
#include "tests/engine/jobs/job_world.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

using namespace engine;

namespace {

// Something that happens after a step.
class AtStep final : public SessionRunHook
{
public:
    AtStep(TrainingJob& job, std::map<std::int64_t, std::function<void()>> actions)
        : m_job(job), m_actions(std::move(actions))
    { }
    void afterRun(SessionRunContext&, const SessionRunValues&) override
    {
        const auto action = m_actions.find(m_job.progress().step());
        if (action != m_actions.end()) {
            action->second();
        }
    }

private:
    TrainingJob& m_job;
    std::map<std::int64_t, std::function<void()>> m_actions;
};

// Before the run goes on, what a thread writes is whole: the saves come at every tenth step.
class WaitForSaves final : public SessionRunHook
{
public:
    explicit WaitForSaves(TrainingJob& job) : m_job(job) { }
    void afterRun(SessionRunContext& context, const SessionRunValues&) override
    {
        if (m_job.progress().step() % 10 == 0) {
            m_job.saveCheckpoint(context.session());
        }
    }

private:
    TrainingJob& m_job;
};

// Half of the file is gone.
void damage(const std::filesystem::path& file)
{
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
}

} // namespace

// What a job does about its checkpoints.
class TestJobCheckpoints : public QObject
{
    Q_OBJECT

private slots:
    void aFullDiskDoesNotEndTheRun_data();
    void aFullDiskDoesNotEndTheRun();
    void aLostDirectoryDoesNotEndTheRun();
    void theLastCheckpointMustBeSaved();
    void theLossBesideACheckpointIsThatOfItsStep();
    void theBestAreKept();
    void theRankIsTheValidationOfTheStep();
    void withoutValidationTheTrainingLossRanks();
    void aDamagedOneStaysVisible();
    void aMissingOneIsSaidOnce();
    void oneThatIsFoundDamagedWhileItTrainsIsAnEvent();

private:
    // Steps of the checkpoints that the store knows, oldest first.
    static std::vector<std::int64_t> stepsOf(const std::vector<StoredCheckpoint>& checkpoints)
    {
        std::vector<std::int64_t> steps;
        for (const StoredCheckpoint& checkpoint : checkpoints) {
            steps.insert(steps.begin(), checkpoint.step);
        }
        return steps;
    }
    static std::vector<std::string> messagesOf(const JobWorld& world, std::string_view kind)
    {
        std::vector<std::string> messages;
        for (const StoredEvent& event : world.reader().events(1)) {
            if (event.kind == kind) {
                messages.push_back(event.message);
            }
        }
        return messages;
    }
};

void TestJobCheckpoints::aFullDiskDoesNotEndTheRun_data()
{
    QTest::addColumn<std::string>("async");
    QTest::newRow("a thread writes") << std::string("session.async_checkpoint=true");
    QTest::newRow("the step writes") << std::string("session.async_checkpoint=false");
}

// Full from step 15 to 35: the saves of 20 and 30 fail, the last one does not.
void TestJobCheckpoints::aFullDiskDoesNotEndTheRun()
{
    QFETCH(const std::string, async);
    JobWorld world;
    FailingFileSystem disk;
    TrainingJob job(world.request("run", {async}), {world.clock, world.logger, disk});
    job.open();
    job.addHook(std::make_shared<WaitForSaves>(job));
    // Only checkpoints are renamed into place.
    job.addHook(std::make_shared<AtStep>(
        job,
        std::map<std::int64_t, std::function<void()>>{{15, [&] { disk.failAt("rename"); }},
                                                      {35, [&] { disk.failAt({}); }}}));
    const JobResult result = job.train();
    QCOMPARE(result.status, RunStatus::Finished);
    QCOMPARE(result.step, std::int64_t{40});
    const std::vector<std::int64_t> steps = stepsOf(world.reader().checkpoints(1));
    QCOMPARE(steps.back(), std::int64_t{40});
    QVERIFY(std::ranges::find(steps, 20) == steps.end());
    const std::vector<std::string> messages = messagesOf(world, EventKind::kCheckpointFailed);
    QCOMPARE(messages.size(), std::size_t{1}); // once, not at each try
    QVERIFY2(messages[0].find("the disk is full") != std::string::npos, messages[0].c_str());
    verifyCheckpoint(disk, (world.path("run") / "model.ckpt-40").string());
    QCOMPARE(world.losses(1, 0).size(), std::size_t{40});
}

// Deleted at step 15, and cannot be made again until 25: only the save of 20 fails.
void TestJobCheckpoints::aLostDirectoryDoesNotEndTheRun()
{
    JobWorld world;
    FailingFileSystem disk;
    TrainingJob job(world.request("run"), {world.clock, world.logger, disk});
    job.open();
    job.addHook(std::make_shared<WaitForSaves>(job));
    job.addHook(std::make_shared<AtStep>(job,
                                         std::map<std::int64_t, std::function<void()>>{
                                             {15,
                                              [&] {
                                                  std::filesystem::remove_all(world.path("run"));
                                                  disk.failAt("createDirectories");
                                              }},
                                             {25, [&] { disk.failAt({}); }}}));
    QCOMPARE(job.train().status, RunStatus::Finished);
    const std::string path = (world.path("run") / "model.ckpt").string();
    QCOMPARE(messagesOf(world, EventKind::kCheckpointFailed),
             std::vector<std::string>{
                 "The checkpoint of step 20 was not saved: Parent directory of " + path
                 + " doesn't exist, can't save. Training goes on, and saves "
                   "again as planned."});
    QVERIFY(!checkpointExists(disk, path + "-20"));
    verifyCheckpoint(disk, path + "-30");
    verifyCheckpoint(disk, path + "-40");
}

void TestJobCheckpoints::theLastCheckpointMustBeSaved()
{
    JobWorld world;
    FailingFileSystem disk;
    TrainingJob job(world.request("run"), {world.clock, world.logger, disk});
    job.open();
    job.addHook(std::make_shared<AtStep>(
        job, std::map<std::int64_t, std::function<void()>>{{35, [&] { disk.failAt("rename"); }}}));
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", job.train());
    QCOMPARE(world.reader().runs().at(0).status, RunStatus::Failed);
    QCOMPARE(world.losses(1, 0).size(), std::size_t{40}); // nothing that was measured is lost
}

void TestJobCheckpoints::theLossBesideACheckpointIsThatOfItsStep()
{
    JobWorld world;
    world.train(world.request("async", {"session.async_checkpoint=true"}),
                [](TrainingJob& job) { job.addHook(std::make_shared<WaitForSaves>(job)); });
    world.train(world.request("sync", {"session.async_checkpoint=false"}));
    const std::vector<StoredCheckpoint> async = world.reader().checkpoints(1);
    const std::vector<StoredCheckpoint> sync = world.reader().checkpoints(2);
    QCOMPARE(async.size(), sync.size());
    for (std::size_t i = 0; i + 1 < sync.size(); ++i) { // the oldest has none
        QCOMPARE(async[i].step, sync[i].step);
        QCOMPARE(async[i].loss, sync[i].loss);
    }
}

void TestJobCheckpoints::theBestAreKept()
{
    JobWorld world;
    world.train(world.request("run",
                              {"session.max_to_keep=1", "session.keep_best=2",
                               "session.save_checkpoint_steps=2", "evaluation.every_steps=1"}));
    std::map<double, std::int64_t> byLoss; // of the steps that were saved
    for (const auto& [step, loss] : world.series(1, 0, "validation/loss")) {
        if (step % 2 == 0) {
            byLoss.emplace(loss, step);
        }
    }
    QCOMPARE(byLoss.size(), std::size_t{20});
    const std::set<std::int64_t> wanted{40, byLoss.begin()->second,
                                        std::next(byLoss.begin())->second};
    const std::vector<std::int64_t> kept = stepsOf(world.reader().checkpoints(1));
    QCOMPARE(std::set<std::int64_t>(kept.begin(), kept.end()), wanted);
}

// A checkpoint of a step that was not validated has no rank, whatever was measured before; also
// when the run is stopped and goes on between two evaluations.
void TestJobCheckpoints::theRankIsTheValidationOfTheStep()
{
    JobWorld world;
    JobRequest request =
        world.request("run",
                      {"session.max_to_keep=30", "session.keep_best=2",
                       "session.save_checkpoint_steps=5", "evaluation.every_steps=10"});
    std::map<std::int64_t, double> validated;
    for (const std::int64_t steps : {13, 27, 40}) { // there is an evaluation at each end
        request.config.run.steps = steps;
        world.train(request);
        request.continueRun = 1;
    }
    for (const int segment : {0, 1, 2}) {
        for (const auto& [step, loss] : world.series(1, segment, "validation/loss")) {
            validated[step] = loss;
        }
    }
    const auto retention = readCheckpointRetention(world.files, world.path("run"), world.logger);
    QVERIFY(retention);
    std::size_t ranked = 0;
    for (const RetainedCheckpoint& checkpoint : retention->checkpoints) {
        const std::int64_t step = stepOfCheckpoint(checkpoint.prefix).value_or(-1);
        const auto loss = validated.find(step);
        QCOMPARE(checkpoint.metric.has_value(), loss != validated.end());
        if (checkpoint.metric) {
            QCOMPARE(*checkpoint.metric, loss->second);
            ++ranked;
        }
    }
    QCOMPARE(ranked, std::size_t{4}); // 10, 13, 27, 40
    QVERIFY(retention->checkpoints.size() > ranked); // 0, 5, 18, 23, 32, 37
}

// Without validation the loss of training is all there is.
void TestJobCheckpoints::withoutValidationTheTrainingLossRanks()
{
    JobWorld world;
    world.train(world.request("run", {"session.keep_best=1", "evaluation.every_steps=0"}));
    const auto retention = readCheckpointRetention(world.files, world.path("run"), world.logger);
    QVERIFY(retention);
    for (const RetainedCheckpoint& checkpoint : retention->checkpoints) {
        const bool isFirst = checkpoint.prefix.ends_with("-0"); // nothing is measured yet
        QCOMPARE(checkpoint.metric.has_value(), !isFirst);
    }
}

void TestJobCheckpoints::aDamagedOneStaysVisible()
{
    JobWorld world;
    JobRequest request = world.request("run");
    request.config.run.steps = 35;
    world.train(request); // 10, 20, 30, 35
    damage(world.path("run/model.ckpt-35.data-00000-of-00001"));
    request.continueRun = 1;
    request.config.run.steps = 50;
    world.train(request, [&](TrainingJob& job) {
        QCOMPARE(job.firstStep(), std::int64_t{30});
        QCOMPARE(job.newestCheckpointUpTo(50), std::int64_t{30}); // nobody is offered it
    });
    const std::vector<std::string> messages = messagesOf(world, EventKind::kCheckpointDamaged);
    QCOMPARE(messages.size(), std::size_t{1});
    QVERIFY2(messages[0].find("model.ckpt-35 is damaged: ") != std::string::npos,
             messages[0].c_str());
    request.config.run.steps = 60; // and still after another start
    world.train(request);
    QCOMPARE(messagesOf(world, EventKind::kCheckpointDamaged).size(), std::size_t{1});
    std::map<std::int64_t, bool> isComplete;
    for (const StoredCheckpoint& checkpoint : world.reader().checkpoints(1)) {
        isComplete[checkpoint.step] = checkpoint.isComplete;
    }
    QVERIFY(isComplete.contains(35));
    for (const auto& [step, complete] : isComplete) {
        QCOMPARE(complete, step != 35);
    }
}

// The state file names one that is not there: it is not whole either.
void TestJobCheckpoints::aMissingOneIsSaidOnce()
{
    JobWorld world;
    JobRequest request = world.request("run");
    request.config.run.steps = 35;
    world.train(request);
    std::filesystem::remove(world.path("run/model.ckpt-35.index"));
    request.continueRun = 1;
    request.config.run.steps = 50;
    world.train(request);
    const std::vector<std::string> messages = messagesOf(world, EventKind::kCheckpointDamaged);
    QCOMPARE(messages.size(), std::size_t{1});
    QVERIFY2(messages[0].find("model.ckpt-35 is missing") != std::string::npos,
             messages[0].c_str());
}

// The session is lost, and the checkpoint to go on from with it.
void TestJobCheckpoints::oneThatIsFoundDamagedWhileItTrainsIsAnEvent()
{
    JobWorld world;
    bool isLost = false;
    const JobResult result = world.train(world.request("run"), [&](TrainingJob& job) {
        job.addHook(std::make_shared<AtStep>(
            job,
            std::map<std::int64_t, std::function<void()>>{
                {25, [&] {
                     if (!std::exchange(isLost, true)) {
                         damage(world.path("run/model.ckpt-20.data-00000-of-00001"));
                         throw AbortedError("lost");
                     }
                 }}}));
    });
    QCOMPARE(result.status, RunStatus::Finished);
    const std::vector<std::string> messages = messagesOf(world, EventKind::kCheckpointDamaged);
    QCOMPARE(messages.size(), std::size_t{1});
    QVERIFY2(messages[0].find("model.ckpt-20 is damaged") != std::string::npos,
             messages[0].c_str());
    for (const StoredCheckpoint& checkpoint : world.reader().checkpoints(1)) {
        QVERIFY(checkpoint.isComplete); // it was saved again
    }
}

QTEST_GUILESS_MAIN(TestJobCheckpoints)
#include "tst_job_checkpoints.moc"
