// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/jobs/job_changes.h"
#include "engine/jobs/training_job.h"
#include "tests/engine/jobs/job_world.h"
#include "tests/support/errors.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <functional>
#include <set>

using namespace engine;

namespace {

// Does something once this many steps are done.
class DoAt final : public SessionRunHook
{
public:
    DoAt(const TrainingJob& job, std::int64_t step, std::function<void()> action)
        : m_job(job), m_step(step), m_action(std::move(action))
    { }
    void afterRun(SessionRunContext&, const SessionRunValues&) override
    {
        if (m_job.progress().step() == m_step) {
            m_action();
        }
    }

private:
    const TrainingJob& m_job;
    std::int64_t m_step;
    std::function<void()> m_action;
};

JobRequest continued(JobRequest request, std::optional<std::int64_t> fromStep = {})
{
    request.continueRun = 1;
    request.fromStep = fromStep;
    return request;
}

std::vector<std::string> messagesOf(const JobWorld& world, std::string_view kind)
{
    std::vector<std::string> messages;
    for (const StoredEvent& event : world.reader().events(1)) {
        if (event.kind == kind) {
            messages.push_back(event.message);
        }
    }
    return messages;
}

bool isLogged(const JobWorld& world, std::string_view part)
{
    return std::ranges::any_of(world.logger.entries(), [&](const MemoryLogger::Entry& entry) {
        return entry.message.find(part) != std::string::npos;
    });
}

} // namespace

// A run that goes on, and what may have happened to it meanwhile.
class TestJobContinuation : public QObject
{
    Q_OBJECT

private slots:
    void aDirectoryIsTrainedInOnce();
    void aDamagedCheckpointThatWasChosenIsRefused();
    void checkpointsOfALineThatWasLeftAreNotOffered();
    void otherSettingsAreSaidAndKept_data();
    void otherSettingsAreSaidAndKept();
    void anEarlierEndIsSaid();
    void anotherAugmentationIsSaid();
    void anotherLearningRateIsSet();
    void otherDataAreSaid_data();
    void otherDataAreSaid();
    void aStoreFromBeforeKnowsTheTrainingDataOnly();
    void theSameSettingsAreNoEvent();
    void aStoreThatCannotBeWrittenIsToldAtOnce();
    void anEventFileThatIsGoneIsTold();
    void theFirstErrorIsTheOneThatIsTold();
};

void TestJobContinuation::aDirectoryIsTrainedInOnce()
{
    JobWorld world;
    TrainingJob first(world.request("run"), world.environment());
    TrainingJob second(world.request("run"), world.environment());
    first.open();
    VERIFY_THROWS(FailedPreconditionError, "another training uses", second.open());
    QCOMPARE(world.reader().runs().size(), std::size_t{1});
    QCOMPARE(first.train().status, RunStatus::Finished);
}

void TestJobContinuation::aDamagedCheckpointThatWasChosenIsRefused()
{
    JobWorld world;
    world.train(world.request("run"));
    const std::filesystem::path data = world.path("run/model.ckpt-20.data-00000-of-00001");
    std::filesystem::resize_file(data, std::filesystem::file_size(data) / 2);
    const std::string state = world.files.read(world.path("run/checkpoint"));
    const std::vector<std::string> names = world.files.list(world.path("run"));
    VERIFY_THROWS(DataLossError, "model.ckpt-20", world.train(continued(world.request("run"), 20)));
    QCOMPARE(world.files.read(world.path("run/checkpoint")), state);
    QCOMPARE(world.files.list(world.path("run")), names);
    QCOMPARE(world.reader().segments(1).size(), std::size_t{1});
}

void TestJobContinuation::checkpointsOfALineThatWasLeftAreNotOffered()
{
    JobWorld world;
    const std::vector<std::string> settings{"session.max_to_keep=0",
                                            "session.async_checkpoint=false"};
    world.train(world.request("run", settings)); // 10, 20, 30, 40
    std::vector<std::int64_t> offered;
    const auto train = [&](std::optional<std::int64_t> fromStep, std::int64_t until) {
        JobRequest request = continued(world.request("run", settings), fromStep);
        request.config.session.saveCheckpointSteps = 15;
        world.train(request, [&](TrainingJob& job) {
            job.addHook(std::make_shared<DoAt>(job, until, [&] {
                offered.push_back(job.newestCheckpointUpTo(until));
                job.requestStop("enough");
            }));
        });
    };
    train(10, 12); // saves 12; 20, 30 and 40 belong to the line that was left
    QCOMPARE(offered.back(), std::int64_t{10});
    train({}, 38); // 27; 20 is still of the other line, although it is before this segment's end
    QCOMPARE(offered.back(), std::int64_t{27});
    std::set<std::int64_t> steps;
    for (const StoredCheckpoint& checkpoint : world.reader().checkpoints(1)) {
        steps.insert(checkpoint.step);
    }
    QCOMPARE(steps, (std::set<std::int64_t>{0, 10, 12, 20, 27, 30, 38, 40})); // none was deleted
}

void TestJobContinuation::otherSettingsAreSaidAndKept_data()
{
    QTest::addColumn<std::string>("setting");
    QTest::addColumn<std::string>("message");
    const auto row = [](const char* name, const char* setting, const char* message) {
        QTest::newRow(name) << std::string(setting) << std::string(message);
    };
    row("batch size", "data.batch_size=20", "data.batch_size 16 -> 20");
    row("dropout", "model.dropout=0.5", "model.dropout 0.25 -> 0.5");
    row("Adam's decay", "optimizer.beta1=0.8", "optimizer.beta1 not set -> 0.8");
    row("seed", "run.seed=7",
        "run.seed 42 -> 7; the examples to train and validate and test on are others than before");
}

void TestJobContinuation::otherSettingsAreSaidAndKept()
{
    QFETCH(const std::string, setting);
    QFETCH(const std::string, message);
    JobWorld world;
    world.train(world.request("run"));
    world.train(continued(world.request("run", {"run.steps=50", setting})));
    QCOMPARE(messagesOf(world, EventKind::kSettingsChanged), std::vector<std::string>{message});
    QVERIFY(isLogged(world, "tiny goes on with other settings: " + message));
    // From now on they are the run's.
    JobRequest again = continueRequest(world.path("runs.sqlite"), 1, world.clock);
    again.config.run.steps = 60;
    world.train(again);
    QCOMPARE(messagesOf(world, EventKind::kSettingsChanged).size(), std::size_t{1});
}

// Whoever asked for more steps than the job has may forget to ask again.
void TestJobContinuation::anEarlierEndIsSaid()
{
    JobWorld world;
    world.train(world.request("run")); // 40 steps
    world.train(continued(world.request("run", {"run.steps=30"}), 20));
    const std::vector<std::string> said{"run.steps 40 -> 30"};
    QCOMPARE(messagesOf(world, EventKind::kSettingsChanged), said);
    world.train(continued(world.request("run", {"run.steps=50"})));
    QCOMPARE(messagesOf(world, EventKind::kSettingsChanged), said);
}

void TestJobContinuation::anotherAugmentationIsSaid()
{
    JobWorld world;
    world.writePictures();
    world.train(world.request("run", JobWorld::pictureSettings(R"(["crop 24"])")));
    std::vector<std::string> settings = JobWorld::pictureSettings(R"(["crop 24", "flip"])");
    settings.emplace_back("run.steps=50");
    world.train(continued(world.request("run", settings)));
    QCOMPARE(messagesOf(world, EventKind::kSettingsChanged),
             std::vector<std::string>{"data.augment [ 'crop 24' ] -> [ 'crop 24', 'flip' ]"});
}

void TestJobContinuation::anotherLearningRateIsSet()
{
    JobWorld world;
    world.train(world.request("run"));
    const JobResult result = world.train(
        continued(world.request("run", {"run.steps=50", "optimizer.learning_rate=0.002"})));
    QCOMPARE(static_cast<float>(result.learningRate), 0.002F);
    QCOMPARE(messagesOf(world, EventKind::kControlChanged),
             std::vector<std::string>{"learning_rate 0.01 -> 0.002"});
}

void TestJobContinuation::otherDataAreSaid_data()
{
    QTest::addColumn<std::string>("file");
    QTest::addColumn<std::string>("message");
    QTest::newRow("training") << std::string(
        "train.idx") << std::string("the examples to train and validate on are others than before");
    QTest::newRow("test") << std::string("test.idx")
                          << std::string("the examples to test on are others than before");
}

// A file is replaced by another of the same form.
void TestJobContinuation::otherDataAreSaid()
{
    QFETCH(const std::string, file);
    QFETCH(const std::string, message);
    JobWorld world;
    world.writeIdx("train.idx", {12, 2, 2}, {0, 60, 120, 180, 240});
    world.writeIdx("test.idx", {12, 2, 2}, {0, 60, 120, 180, 240});
    world.writeIdx("labels.idx", {12}, {0, 1});
    const auto name = [&](const char* key, const char* path) {
        return std::string(key) + "=" + world.path(path).string();
    };
    const std::vector<std::string> settings{"data.kind=idx",
                                            "data.batch_size=4",
                                            "data.validation_fraction=0.3",
                                            name("data.train_images", "train.idx"),
                                            name("data.train_labels", "labels.idx"),
                                            name("data.test_images", "test.idx"),
                                            name("data.test_labels", "labels.idx")};
    world.train(world.request("run", settings));
    world.writeIdx(file, {12, 2, 2}, {3, 63, 123, 183, 243});
    JobRequest request = continued(world.request("run", settings));
    request.config.run.steps = 50;
    std::size_t eventsBeforeTheFirstStep = 0;
    world.train(request, [&](TrainingJob& job) {
        job.recorder().flush();
        QCOMPARE(job.progress().step(), std::int64_t{40});
        eventsBeforeTheFirstStep = messagesOf(world, EventKind::kSettingsChanged).size();
    });
    QCOMPARE(messagesOf(world, EventKind::kSettingsChanged), std::vector<std::string>{message});
    QCOMPARE(eventsBeforeTheFirstStep, std::size_t{1});
    for (const StoredEvent& event : world.reader().events(1)) {
        if (event.segment == 1) { // what comes first is said of the step at which it went on
            QCOMPARE(event.kind, std::string(EventKind::kSettingsChanged));
            QCOMPARE(event.step, std::int64_t{40});
            break;
        }
    }
}

void TestJobContinuation::aStoreFromBeforeKnowsTheTrainingDataOnly()
{
    RunDetails before;
    before.info.name = "old";
    before.job = "[data]\nkind = \"spirals\"\n";
    before.parameters = {{std::string(kDataChecksum), "0011223344556677"}};
    RunSpec now;
    now.name = "old";
    now.job = before.job;
    now.parameters = {{std::string(kDataChecksum), "0011223344556677/a/b"}};
    QVERIFY(changesSince(before, now).empty());
    now.parameters = {{std::string(kDataChecksum), "8811223344556677/a/b"}};
    QCOMPARE(changesSince(before, now),
             std::vector<std::string>{"the examples to train on are others than before"});
}

void TestJobContinuation::theSameSettingsAreNoEvent()
{
    JobWorld world;
    world.train(world.request("run"));
    world.train(continued(world.request(
        "run", {"run.steps=50", "session.save_checkpoint_steps=7", "run.threads=2"})));
    QVERIFY(messagesOf(world, EventKind::kSettingsChanged).empty());
}

void TestJobContinuation::aStoreThatCannotBeWrittenIsToldAtOnce()
{
    JobWorld world;
    const std::filesystem::path store = world.path("runs.sqlite");
    const std::filesystem::path elsewhere = world.path("moved.sqlite");
    std::vector<std::string> heard;
    TrainingJob job(world.request("run"), world.environment());
    job.onStoreTrouble([&](const std::string& reason) { heard.push_back(reason); });
    job.open();
    job.addHook(std::make_shared<DoAt>(job, 5, [&] {
        std::filesystem::rename(store, elsewhere);
        VERIFY_THROWS(NotFoundError, "was deleted, moved or replaced", job.recorder().flush());
        QCOMPARE(heard.size(), std::size_t{1});
    }));
    job.addHook(std::make_shared<DoAt>(job, 7, [&] {
        std::filesystem::rename(elsewhere, store);
        job.recorder().flush();
        QCOMPARE(heard.size(), std::size_t{2});
    }));
    QCOMPARE(job.train().status, RunStatus::Finished);
    QCOMPARE(heard.size(), std::size_t{2});
    QCOMPARE(heard.back(), std::string());
    QVERIFY(isLogged(world, "The store cannot be written: "));
    QCOMPARE(world.losses(1, 0).size(), std::size_t{40});
}

void TestJobContinuation::anEventFileThatIsGoneIsTold()
{
    JobWorld world;
    TrainingJob job(world.request("run"), world.environment());
    job.open();
    job.addHook(std::make_shared<DoAt>(job, 5, [&] {
        job.recorder().flush();
        for (const auto& entry : std::filesystem::directory_iterator(world.path("run"))) {
            if (entry.path().filename().string().starts_with("events.")) {
                std::filesystem::remove(entry.path());
            }
        }
        job.recorder().addScalar("more", 1, 5);
        job.recorder().flush();
        QVERIFY(isLogged(world, "Event files for TensorBoard cannot be written: the event file "));
    }));
    QCOMPARE(job.train().status, RunStatus::Finished);
    QCOMPARE(world.losses(1, 0).size(), std::size_t{40});
}

void TestJobContinuation::theFirstErrorIsTheOneThatIsTold()
{
    JobWorld world;
    TrainingJob job(world.request("run"), world.environment());
    job.open();
    job.addHook(std::make_shared<DoAt>(job, 5, [&] {
        std::filesystem::remove(world.path("runs.sqlite"));
        throw InternalError("the first");
    }));
    VERIFY_THROWS(InternalError, "the first", job.train());
    QVERIFY(isLogged(world, "The failure could not be entered in the store: "));
}

QTEST_APPLESS_MAIN(TestJobContinuation)
#include "tst_job_continuation.moc"
