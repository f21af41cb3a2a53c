// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/jobs/job_world.h"

#include <QTest>

#include <map>

using namespace engine;

using Settings = std::vector<std::string>;

namespace {

class StopAt final : public SessionRunHook
{
public:
    explicit StopAt(TrainingJob& job) : m_job(job) { }
    void afterRun(SessionRunContext&, const SessionRunValues&) override
    {
        if (m_job.progress().step() == 17) {
            m_job.requestStop("enough");
        }
    }

private:
    TrainingJob& m_job;
};

} // namespace

// Whatever a run is made of: stopped and continued it is the run that nobody stopped.
class TestJobExactResume : public QObject
{
    Q_OBJECT

private slots:
    void goesOnBitForBit_data();
    void goesOnBitForBit();
    void anotherTargetGoesOnBitForBit_data();
    void anotherTargetGoesOnBitForBit();
    void aLaterTargetChangesNoScheduledStep();
    void aScheduleThatIsOverIsStretched();
};

void TestJobExactResume::goesOnBitForBit_data()
{
    QTest::addColumn<Settings>("settings");
    for (const char* kind : {"sgd", "momentum", "adagrad", "rmsprop", "adam", "adamw", "lion"}) {
        QTest::newRow(kind) << Settings{std::string("optimizer.kind=") + kind};
    }
    QTest::newRow("Nesterov") << Settings{"optimizer.kind=momentum", "optimizer.use_nesterov=true"};
    QTest::newRow("centered rmsprop with momentum")
        << Settings{"optimizer.kind=rmsprop", "optimizer.centered=true", "optimizer.momentum=0.5"};
    QTest::newRow("clipped") << Settings{"optimizer.clip_norm=0.01"};
    for (const char* kind :
         {"step", "exponential", "polynomial", "cosine", "warmup_cosine", "one_cycle"}) {
        QTest::newRow(kind) << Settings{std::string("schedule.kind=") + kind,
                                        "schedule.boundaries=[10, 20]", "schedule.warmup_steps=5"};
    }
    QTest::newRow("plateau") << Settings{"schedule.kind=plateau", "schedule.patience=0",
                                         "schedule.factor=0.5", "evaluation.every_steps=2",
                                         "optimizer.learning_rate=0.2"};
    const std::string sequential = "model.kind=sequential";
    QTest::newRow("batch normalization")
        << Settings{sequential, R"(model.layers=["dense 8", "batch_norm"])"};
    QTest::newRow("layer normalization and dropout")
        << Settings{sequential, R"(model.layers=["dense 8", "layer_norm", "dropout 0.3"])"};
    QTest::newRow("weight decay") << Settings{sequential,
                                              R"(model.layers=["dense 8 weight_decay=0.01"])"};
    QTest::newRow("pictures") << JobWorld::pictureSettings("[]");
    QTest::newRow("augmented pictures") << JobWorld::pictureSettings(JobWorld::kEveryAugmentation);
    Settings convolutions = JobWorld::pictureSettings(JobWorld::kEveryAugmentation);
    convolutions.insert(convolutions.end(),
                        {sequential, R"(model.layers=["conv 4 3", "max_pool 4"])",
                         "model.dropout=0", "run.threads=2"});
    QTest::newRow("augmented pictures, convolutions, two threads") << convolutions;
    QTest::newRow("two threads") << Settings{"run.threads=2"};
}

void TestJobExactResume::goesOnBitForBit()
{
    QFETCH(const Settings, settings);
    JobWorld world;
    world.writePictures();
    world.train(world.request("undisturbed", settings));
    world.train(world.request("run", settings),
                [](TrainingJob& job) { job.addHook(std::make_shared<StopAt>(job)); });
    world.train(continueRequest(world.path("runs.sqlite"), 2, world.clock));
    for (const char* tag : {"train/loss", "learning_rate"}) {
        auto series = world.series(2, 0, tag);
        QCOMPARE(series.size(), std::size_t{17});
        const auto rest = world.series(2, 1, tag);
        series.insert(series.end(), rest.begin(), rest.end());
        QVERIFY2(series == world.series(1, 0, tag), tag);
    }
    QVERIFY(world.series(2, 1, "test/loss") == world.series(1, 0, "test/loss"));
}

void TestJobExactResume::anotherTargetGoesOnBitForBit_data()
{
    QTest::addColumn<Settings>("settings");
    QTest::addColumn<std::string>("firstTarget");
    const std::string decay = "schedule.decay_steps=30";
    const std::map<std::string, Settings> schedules{
        {"constant", {}},
        {"step", {"schedule.boundaries=[10, 20, 30]"}},
        {"exponential", {decay, "schedule.staircase=true"}},
        {"polynomial", {decay, "schedule.power=2"}},
        {"cosine", {decay, "schedule.end_factor=0.1"}},
        {"warmup_cosine", {decay, "schedule.warmup_steps=5"}},
        {"one_cycle", {decay}},
        {"plateau",
         {"schedule.patience=0", "schedule.factor=0.5", "evaluation.every_steps=5",
          "optimizer.learning_rate=0.2"}}};
    for (const auto& [kind, more] : schedules) {
        Settings settings{"schedule.kind=" + kind};
        settings.insert(settings.end(), more.begin(), more.end());
        QTest::addRow("%s, reached before", kind.c_str()) << settings << std::string("25");
        QTest::addRow("%s, stopped before", kind.c_str()) << settings << std::string("90");
    }
}

// The steps of the schedule are given, so the target says nothing but how far to go.
void TestJobExactResume::anotherTargetGoesOnBitForBit()
{
    QFETCH(const Settings, settings);
    QFETCH(const std::string, firstTarget);
    JobWorld world;
    world.train(world.request("undisturbed", settings));
    Settings first = settings;
    first.push_back("run.steps=" + firstTarget);
    world.train(world.request("run", first), [&](TrainingJob& job) {
        if (firstTarget == "90") {
            job.addHook(std::make_shared<StopAt>(job));
        }
    });
    JobRequest request = continueRequest(world.path("runs.sqlite"), 2, world.clock);
    request.config.run.steps = 40;
    world.train(request);
    for (const char* tag : {"train/loss", "learning_rate"}) {
        auto series = world.series(2, 0, tag);
        QCOMPARE(series.size(), std::size_t{firstTarget == "90" ? 17U : 25U});
        const auto rest = world.series(2, 1, tag);
        series.insert(series.end(), rest.begin(), rest.end());
        QVERIFY2(series == world.series(1, 0, tag), tag);
    }
}

void TestJobExactResume::aLaterTargetChangesNoScheduledStep()
{
    JobWorld world;
    const Settings settings{"schedule.kind=cosine", "schedule.end_factor=0.1"};
    world.train(world.request("undisturbed", settings));
    world.train(world.request("run", settings),
                [](TrainingJob& job) { job.addHook(std::make_shared<StopAt>(job)); });
    JobRequest request = world.request("run", settings); // as the command line has it
    request.config.run.steps = 60;
    request.continueRun = 2;
    world.train(request);
    const auto rates = world.series(2, 1, "learning_rate");
    QCOMPARE(rates.size(), std::size_t{43});
    const auto undisturbed = world.series(1, 0, "learning_rate");
    QVERIFY(std::equal(rates.begin(), rates.begin() + 23, undisturbed.begin() + 17));
    QCOMPARE(static_cast<float>(rates.back().second), 0.001F);
}

void TestJobExactResume::aScheduleThatIsOverIsStretched()
{
    JobWorld world;
    const Settings settings{"schedule.kind=cosine"};
    world.train(world.request("run", settings)); // falls to 0 at step 40
    JobRequest request = continueRequest(world.path("runs.sqlite"), 1, world.clock);
    request.config.run.steps = 80;
    world.train(request);
    const auto rates = world.series(1, 1, "learning_rate");
    QCOMPARE(rates.size(), std::size_t{40});
    QCOMPARE(static_cast<float>(rates.front().second), 0.005F); // half way down
    QVERIFY(rates.back().second > 0);
}

QTEST_APPLESS_MAIN(TestJobExactResume)
#include "tst_job_exact_resume.moc"
