// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/hooks/checkpoint_saver_hook.h"
#include "engine/hooks/nan_tensor_hook.h"
#include "engine/hooks/step_counter_hook.h"
#include "engine/hooks/stop_at_step_hook.h"
#include "engine/hooks/summary_saver_hook.h"
#include "engine/ops/summary_ops.h"
#include "engine/training/monitored_training_session.h"
#include "tests/support/errors.h"
#include "tests/support/fake_clock.h"
#include "tests/support/memory_summary_writer.h"
#include "tests/support/scripted_hook.h"
#include "tests/support/training_graph.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace engine;

using Steps = std::vector<std::int64_t>;

class TestMonitoredTrainingSession : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void summaryPeriods_data();
    void summaryPeriods();
    void checkpointPeriods_data();
    void checkpointPeriods();
    void a1_g4_restoresFromTheEndOfTheFirst();
    void a2_summariesAndRate();
    void a3_summariesBySeconds();
    void a4_a14_customSaving();
    void a11_checkpointSteps();
    void a12_a13_bothPeriods_data();
    void a12_a13_bothPeriods();
    void a15_noStepCounter_data();
    void a15_noStepCounter();
    void a17_twoDirectories();
    void a18_noDirectories();
    void a20_a21_worker();
    void a22_d1_noCheckpointOfANanStep();
    void a24_noGraph();
    void g5_fromAFilename();
    void eventFileByDefault();
    void hookOrder();
    void w6_faultsDoNotChangeTheResult();

private:
    std::unique_ptr<MonitoredSession> open(TrainingGraph& model)
    {
        m_options.summaryWriterFactory = [this](const std::filesystem::path& directory) {
            return m_writers[directory] = std::make_shared<MemorySummaryWriter>();
        };
        return MonitoredTrainingSession(model.graph, m_options);
    }
    MemorySummaryWriter& writer() { return *m_writers.at(directory()); }
    std::filesystem::path directory() const { return m_folder->filePath("run").toStdString(); }
    Steps saved() const
    {
        Steps steps;
        for (const std::string& prefix : listCheckpoints(LocalFileSystem(), directory())) {
            steps.push_back(stepOfCheckpoint(prefix).value());
        }
        return steps;
    }
    void train(TrainingGraph& model, MonitoredSession& session, int runs, double secondsEach = 0.01)
    {
        for (int i = 0; i < runs; ++i) {
            m_clock->advanceSeconds(secondsEach);
            model.trainIn(session);
        }
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FakeClock> m_clock;
    MonitoredTrainingSessionOptions m_options;
    std::map<std::filesystem::path, std::shared_ptr<MemorySummaryWriter>> m_writers;
    QStringList m_calls;
};

void TestMonitoredTrainingSession::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_clock = std::make_unique<FakeClock>();
    m_options = MonitoredTrainingSessionOptions();
    m_options.checkpointDir = directory();
    m_options.clock = m_clock.get();
    m_writers.clear();
    m_calls.clear();
}

void TestMonitoredTrainingSession::summaryPeriods_data()
{
    QTest::addColumn<PeriodArgument<std::int64_t>>("steps");
    QTest::addColumn<PeriodArgument<double>>("secs");
    QTest::addColumn<double>("steps_");
    QTest::addColumn<double>("secs_"); // -1: none
    using Steps_ = PeriodArgument<std::int64_t>;
    using Secs = PeriodArgument<double>;
    QTest::newRow("A5 neither") << Steps_() << Secs() << 100.0 << -1.0;
    QTest::newRow("A6 only seconds") << Steps_() << Secs(30) << -1.0 << 30.0;
    QTest::newRow("only steps") << Steps_(7) << Secs() << 7.0 << -1.0;
    QTest::newRow("A8 both off") << Steps_(std::nullopt) << Secs(std::nullopt) << -1.0 << -1.0;
    QTest::newRow("steps off") << Steps_(std::nullopt) << Secs() << -1.0 << -1.0;
    QTest::newRow("steps off, seconds given") << Steps_(std::nullopt) << Secs(5) << -1.0 << 5.0;
}

void TestMonitoredTrainingSession::summaryPeriods()
{
    QFETCH(const PeriodArgument<std::int64_t>, steps);
    QFETCH(const PeriodArgument<double>, secs);
    QFETCH(const double, steps_);
    QFETCH(const double, secs_);
    const Period period = resolveSummaryPeriod(steps, secs);
    QCOMPARE(static_cast<double>(period.steps.value_or(-1)), steps_);
    QCOMPARE(period.secs.value_or(-1), secs_);
}

void TestMonitoredTrainingSession::checkpointPeriods_data()
{
    QTest::addColumn<PeriodArgument<std::int64_t>>("steps");
    QTest::addColumn<PeriodArgument<double>>("secs");
    QTest::addColumn<double>("steps_");
    QTest::addColumn<double>("secs_");
    using Steps_ = PeriodArgument<std::int64_t>;
    using Secs = PeriodArgument<double>;
    QTest::newRow("A9 neither") << Steps_() << Secs() << -1.0 << 600.0;
    QTest::newRow("A11 only steps") << Steps_(50) << Secs() << 50.0 << -1.0;
    QTest::newRow("only seconds") << Steps_() << Secs(60) << -1.0 << 60.0;
    QTest::newRow("seconds off") << Steps_() << Secs(std::nullopt) << -1.0 << -1.0;
}

void TestMonitoredTrainingSession::checkpointPeriods()
{
    QFETCH(const PeriodArgument<std::int64_t>, steps);
    QFETCH(const PeriodArgument<double>, secs);
    QFETCH(const double, steps_);
    QFETCH(const double, secs_);
    const Period period = resolveCheckpointPeriod(steps, secs);
    QCOMPARE(static_cast<double>(period.steps.value_or(-1)), steps_);
    QCOMPARE(period.secs.value_or(-1), secs_);
}

void TestMonitoredTrainingSession::a1_g4_restoresFromTheEndOfTheFirst()
{
    {
        TrainingGraph model;
        const auto session = open(model);
        with(*session, [&] {
            QCOMPARE(session->run(model.step->value()).scalarValue<std::int64_t>(), 0);
            train(model, *session, 2);
        });
    }
    TrainingGraph model;
    const auto session = open(model);
    QCOMPARE(session->run(model.step->value()).scalarValue<std::int64_t>(), 2);
    QCOMPARE(session->run(model.w->value()).scalarValue<float>(), 2.0F);
    session->close();
}

void TestMonitoredTrainingSession::a2_summariesAndRate()
{
    TrainingGraph model;
    scalarSummary("my", model.w->value());
    m_options.saveSummariesSteps = 100;
    m_options.logStepCountSteps = 10;
    const auto session = open(model);
    train(model, *session, 101);
    session->close();
    QCOMPARE(writer().stepsOf("my"), (Steps{1, 101}));
    QCOMPARE(writer().stepsOf("global_step/sec"), (Steps{11, 21, 31, 41, 51, 61, 71, 81, 91, 101}));
}

void TestMonitoredTrainingSession::a3_summariesBySeconds()
{
    TrainingGraph model;
    scalarSummary("my", model.w->value());
    m_options.saveSummariesSteps = std::nullopt;
    m_options.saveSummariesSecs = 0.1;
    m_options.logStepCountSteps = 10;
    const auto session = open(model);
    train(model, *session, 1);
    m_clock->advanceSeconds(0.2);
    train(model, *session, 101, 0.001);
    session->close();
    const Steps steps = writer().stepsOf("my");
    QCOMPARE(steps.at(0), 1);
    QCOMPARE(steps.at(1), 2);
    QVERIFY(!writer().stepsOf("global_step/sec").empty());
}

void TestMonitoredTrainingSession::a4_a14_customSaving()
{
    const auto counting = std::make_shared<ScriptedHook>("c", &m_calls);
    m_options.chiefOnlyHooks = {counting};
    m_options.saveCheckpointSecs = 0;
    {
        TrainingGraph model;
        const auto session = open(model);
        QVERIFY(session->findHook<CheckpointSaverHook>() == nullptr);
        train(model, *session, 2);
        session->close();
    }
    QCOMPARE(m_calls.count("c.begin"), 1);
    init();
    TrainingGraph model;
    const auto session = open(model);
    QCOMPARE(session->run(model.step->value()).scalarValue<std::int64_t>(), 0);
    session->close();
}

void TestMonitoredTrainingSession::a11_checkpointSteps()
{
    TrainingGraph model;
    m_options.saveCheckpointSteps = 50;
    m_options.asyncCheckpoint = false; // however slow the disk is
    const auto session = open(model);
    train(model, *session, 120);
    session->close();
    QCOMPARE(saved(), (Steps{0, 50, 100, 120}));
}

void TestMonitoredTrainingSession::a12_a13_bothPeriods_data()
{
    QTest::addColumn<bool>("ofCheckpoints");
    QTest::newRow("A12 checkpoints") << true;
    QTest::newRow("A13 summaries") << false;
}

void TestMonitoredTrainingSession::a12_a13_bothPeriods()
{
    QFETCH(const bool, ofCheckpoints);
    TrainingGraph model;
    if (ofCheckpoints) {
        m_options.saveCheckpointSecs = 60;
        m_options.saveCheckpointSteps = 10;
    } else {
        m_options.saveSummariesSecs = 60;
        m_options.saveSummariesSteps = 10;
    }
    VERIFY_THROWS(InvalidArgumentError, "Can not provide both save_secs (60) and save_steps (10)",
                  open(model));
}

void TestMonitoredTrainingSession::a15_noStepCounter_data()
{
    QTest::addColumn<int>("steps");
    QTest::newRow("A15 zero") << 0;
    QTest::newRow("A15 negative") << -1;
}

void TestMonitoredTrainingSession::a15_noStepCounter()
{
    QFETCH(const int, steps);
    TrainingGraph model;
    m_options.logStepCountSteps = steps;
    const auto session = open(model);
    QVERIFY(session->findHook<StepCounterHook>() == nullptr);
    QVERIFY(session->findHook<SummarySaverHook>() != nullptr);
    session->close();
}

void TestMonitoredTrainingSession::a17_twoDirectories()
{
    TrainingGraph model;
    scalarSummary("my", model.w->value());
    const std::filesystem::path summaries = m_folder->filePath("summaries").toStdString();
    m_options.summaryDir = summaries;
    m_options.logStepCountSteps = 1;
    const auto session = open(model);
    train(model, *session, 2);
    session->close();
    QCOMPARE(writer().stepsOf("CHECKPOINT"), (Steps{0, 2}));
    QVERIFY(writer().stepsOf("my").empty());
    QCOMPARE(m_writers.at(summaries)->stepsOf("my"), (Steps{1}));
    QCOMPARE(m_writers.at(summaries)->stepsOf("global_step/sec"), (Steps{2}));
    QVERIFY(m_writers.at(summaries)->stepsOf("CHECKPOINT").empty());
}

void TestMonitoredTrainingSession::a18_noDirectories()
{
    TrainingGraph model;
    m_options.checkpointDir.clear();
    const auto session = open(model);
    train(model, *session, 2);
    QVERIFY(session->findHook<StepCounterHook>() == nullptr);
    QVERIFY(session->findHook<SummarySaverHook>() == nullptr);
    QVERIFY(session->findHook<CheckpointSaverHook>() == nullptr);
    session->close();
    QVERIFY(m_writers.empty());
    QVERIFY(QDir(m_folder->path()).isEmpty());
}

void TestMonitoredTrainingSession::a20_a21_worker()
{
    TrainingGraph model;
    m_options.isChief = false;
    m_options.saveCheckpointSteps = 1;
    m_options.hooks = {std::make_shared<ScriptedHook>("u", &m_calls)};
    m_options.chiefOnlyHooks = {std::make_shared<ScriptedHook>("k", &m_calls)};
    m_options.maxWaitSecs = 3;
    VERIFY_THROWS(DeadlineExceededError, "Session was not ready after waiting 3 secs",
                  open(model)); // nobody initializes the model
    m_calls.clear();
    m_options.sessionFactory = [&](Graph& graph) {
        auto session = std::make_unique<DirectSession>(graph);
        model.initialize(*session);
        return session;
    };
    const auto session = open(model);
    train(model, *session, 1);
    session->close();
    QCOMPARE(m_calls, (QStringList{"u.begin", "u.created", "u.before", "u.after", "u.end"}));
    QVERIFY(!std::filesystem::exists(directory()));
}

void TestMonitoredTrainingSession::a22_d1_noCheckpointOfANanStep()
{
    TrainingGraph model;
    const Output loss =
        divide(scalarConstant(model.graph, DataType::Float, 0),
               subtract(model.w->value(), scalarConstant(model.graph, DataType::Float, 2)));
    m_options.saveCheckpointSteps = 1;
    m_options.asyncCheckpoint = false;
    m_options.hooks = {std::make_shared<NanTensorHook>(loss)}; // NaN in the third run
    const auto session = open(model);
    VERIFY_THROWS(NanLossDuringTrainingError, "NaN loss during training.",
                  with(*session, [&] { train(model, *session, 5); }));
    QCOMPARE(saved(), (Steps{0, 1, 2}));
}

void TestMonitoredTrainingSession::a24_noGraph()
{
    for (const bool saveGraphDef : {false, true}) {
        init();
        m_options.saveGraphDef = saveGraphDef;
        TrainingGraph model;
        const auto session = open(model);
        session->close();
        QCOMPARE(QFile::exists(m_folder->filePath("run/graph.pbtxt")), saveGraphDef);
        QCOMPARE(writer().graphs.size(), saveGraphDef ? std::size_t{1} : std::size_t{0});
        QVERIFY(QDir(m_folder->filePath("run")).entryList({"*.meta"}).isEmpty()); // D20
    }
}

void TestMonitoredTrainingSession::g5_fromAFilename()
{
    {
        TrainingGraph model;
        const auto session = open(model);
        train(model, *session, 2);
        session->close();
    }
    TrainingGraph model;
    ChiefSessionCreator::Options creator;
    creator.checkpointFilenameWithPath = (directory() / "model.ckpt-2").string();
    MonitoredSession session(model.creator(creator), {});
    QCOMPARE(session.run(model.step->value()).scalarValue<std::int64_t>(), 2);
    session.close();
}

void TestMonitoredTrainingSession::eventFileByDefault()
{
    TrainingGraph model;
    const auto session = MonitoredTrainingSession(model.graph, m_options);
    train(model, *session, 1);
    session->close();
    const QStringList files = QDir(m_folder->filePath("run")).entryList({"events.out.tfevents.*"});
    QCOMPARE(files.size(), 1);
    QVERIFY(QFileInfo(m_folder->filePath("run/" + files[0])).size() > 0);
}

void TestMonitoredTrainingSession::hookOrder()
{
    TrainingGraph model;
    m_options.saveCheckpointSteps = 1;
    m_options.asyncCheckpoint = false; // what is on the disk tells the order
    const auto chief = std::make_shared<ScriptedHook>("chief", &m_calls);
    const auto user = std::make_shared<ScriptedHook>("user", &m_calls);
    const auto guard = std::make_shared<ScriptedHook>("guard", &m_calls);
    guard->guards = true;
    std::map<std::string, Steps> seen;
    const auto remember = [&](const std::string& name) {
        return [&, name](SessionRunContext&, const SessionRunValues&) { seen[name] = saved(); };
    };
    chief->onAfter = remember("chief");
    user->onAfter = remember("user");
    guard->onAfter = remember("guard");
    m_options.hooks = {user, guard};
    m_options.chiefOnlyHooks = {chief};
    const auto session = open(model);
    train(model, *session, 1);
    session->close();
    QCOMPARE(seen["chief"], (Steps{0}));
    QCOMPARE(seen["guard"], (Steps{0}));
    QCOMPARE(seen["user"], (Steps{0, 1}));
    QCOMPARE(m_calls.filter("after"), (QStringList{"chief.after", "guard.after", "user.after"}));
}

void TestMonitoredTrainingSession::w6_faultsDoNotChangeTheResult()
{
    TrainingGraph model;
    m_options.saveCheckpointSteps = 1;
    StopAtStepHook::Options stop;
    stop.lastStep = 100;
    const auto faulty = std::make_shared<ScriptedHook>("f", &m_calls);
    int runs = 0;
    faulty->onBefore = [&](SessionRunContext&) {
        if (++runs % 11 == 10) {
            throw UnavailableError("injected");
        }
    };
    m_options.hooks = {faulty, std::make_shared<StopAtStepHook>(stop)};
    const auto session = open(model);
    float last = 0;
    with(*session, [&] {
        while (!session->shouldStop()) {
            session->run(model.train);
        }
        const Fetch w(model.w->value());
        last = session->runWithoutHooks({&w, 1})[0].scalarValue<float>();
    });
    QCOMPARE(last, 100.0F);
    QVERIFY(m_calls.count("f.created") > 9);
    QCOMPARE(saved().back(), 100);
}

QTEST_GUILESS_MAIN(TestMonitoredTrainingSession)
#include "tst_monitored_training_session.moc"
