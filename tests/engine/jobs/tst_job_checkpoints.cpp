// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/formats/tensor_bundle.h"
#include "tests/engine/jobs/job_world.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

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

} // namespace

// What a job does about its checkpoints.
class TestJobCheckpoints : public QObject
{
    Q_OBJECT

private slots:
    void aFullDiskDoesNotEndTheRun_data();
    void aFullDiskDoesNotEndTheRun();
    void theLastCheckpointMustBeSaved();
    void theLossBesideACheckpointIsThatOfItsStep();
    void theBestAreKept();
    void weightsMayComeFromElsewhere();
    void whatDoesNotFitIsToldBeforeTheFirstStep();

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
    world.train(world.request("async", {"session.async_checkpoint=true"}));
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
    // A step is evaluated after it is saved, so a save knows the evaluation of the step before.
    std::map<double, std::int64_t> byLoss;
    for (const auto& [step, loss] : world.series(1, 0, "validation/loss")) {
        if (step % 2 == 1) {
            byLoss.emplace(loss, step + 1);
        }
    }
    QCOMPARE(byLoss.size(), std::size_t{20});
    std::set<std::int64_t> wanted{40, byLoss.begin()->second, std::next(byLoss.begin())->second};
    const std::vector<std::int64_t> kept = stepsOf(world.reader().checkpoints(1));
    for (const std::int64_t step : wanted) {
        QVERIFY2(std::ranges::find(kept, step) != kept.end(), qPrintable(QString::number(step)));
    }
    QVERIFY(kept.size() <= 4); // one that has been overtaken may wait for the next save
}

void TestJobCheckpoints::weightsMayComeFromElsewhere()
{
    JobWorld world;
    world.train(world.request("first"));
    const std::string prefix = (world.path("first") / "model.ckpt-40").string();
    // Another program's names: the file as it is, but with two tensors called otherwise.
    NamedTensors renamed;
    const TensorBundleReader reader(world.files, prefix);
    std::string kernel;
    for (const BundleEntry& entry : reader.entries()) {
        const bool isKernel = kernel.empty() && entry.name.find("Adam") == std::string::npos
            && entry.shape.rank() == 2;
        kernel = isKernel ? entry.name : kernel;
        renamed.emplace(isKernel ? "theirs/w" : entry.name, reader.read(entry.name));
    }
    const std::string foreign = world.path("theirs.ckpt").string();
    writeTensorBundle(world.files, foreign, renamed);

    JobRequest request = world.request("second",
                                       {"model.initial_checkpoint=" + foreign, "run.seed=7",
                                        "model.initial_names=[\"" + kernel + "=theirs/w\"]"});
    world.train(request);
    const TensorBundleReader begun(world.files, (world.path("second") / "model.ckpt-0").string());
    const auto bytes = [](const Tensor& tensor) {
        return QByteArray(static_cast<const char*>(tensor.data()),
                          static_cast<qsizetype>(tensor.byteCount()));
    };
    QCOMPARE(bytes(begun.read(kernel)), bytes(reader.read(kernel)));
    QCOMPARE(begun.read("global_step").scalarAsDouble(), 0.0);
    for (const StoredEvent& event : world.reader().events(2)) {
        if (event.kind == EventKind::kInitialized) {
            QVERIFY2(event.message.find("variables assigned") != std::string::npos,
                     event.message.c_str());
            return;
        }
    }
    QFAIL("the run does not say where its weights came from");
}

void TestJobCheckpoints::whatDoesNotFitIsToldBeforeTheFirstStep()
{
    JobWorld world;
    world.train(world.request("first"));
    const std::string prefix = (world.path("first") / "model.ckpt-40").string();
    VERIFY_THROWS(
        InvalidArgumentError, "checkpoint has [",
        world.train(world.request(
            "second", {"model.hidden_layers=[9]", "model.initial_checkpoint=" + prefix})));
    QVERIFY(world.losses(2, 0).empty());
}

QTEST_GUILESS_MAIN(TestJobCheckpoints)
#include "tst_job_checkpoints.moc"
