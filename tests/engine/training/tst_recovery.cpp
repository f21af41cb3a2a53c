// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/hooks/checkpoint_saver_hook.h"
#include "engine/hooks/stop_at_step_hook.h"
#include "tests/support/errors.h"
#include "tests/support/fake_clock.h"
#include "tests/support/scripted_hook.h"
#include "tests/support/training_graph.h"

#include <QTemporaryDir>
#include <QTest>

using namespace engine;

// Monitored sessions with hooks and checkpoints, which lose their raw session.
class TestRecovery : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void f6_f8_threadsDuringStepFn_data();
    void f6_f8_threadsDuringStepFn();
    void f9_threadsDuringRawRuns_data() { f6_f8_threadsDuringStepFn_data(); }
    void f9_threadsDuringRawRuns();
    void f10_initFnIsRetried();
    void f12_afterCreateSessionIsRetried();
    void f14_d3_stopRequestIsKept();
    void g3_numSteps();
    void g6_withoutCheckpoints();
    void g8_withCheckpoints();
    void g29_d8_lastStepIsReached();
    void m8_listeners();
    void m25_noCheckpointAfterAnError();

private:
    std::shared_ptr<ScriptedHook> hook(const QString& name)
    {
        return std::make_shared<ScriptedHook>(name, &m_calls);
    }
    std::unique_ptr<MonitoredSession> open(std::vector<HookPointer> hooks)
    {
        MonitoredSessionOptions options;
        options.clock = &m_clock;
        m_creator.scaffold = m_scaffold;
        return std::make_unique<MonitoredSession>(m_model->creator(m_creator), std::move(hooks),
                                                  options);
    }
    std::shared_ptr<CheckpointSaverHook> saver()
    {
        CheckpointSaverHook::Options options;
        options.checkpointDir = directory();
        options.period.steps = 1;
        options.scaffold = m_scaffold;
        options.listeners = m_listeners;
        return std::make_shared<CheckpointSaverHook>(options);
    }
    std::filesystem::path directory() const { return m_folder->path().toStdString(); }
    // Throws AbortedError in beforeRun of the 4th run.
    std::shared_ptr<ScriptedHook> abortingInTheFourth()
    {
        const auto aborting = hook("aborting");
        aborting->onBefore = [runs = 0](SessionRunContext&) mutable {
            if (++runs == 4) {
                throw AbortedError("in the fourth run");
            }
        };
        return aborting;
    }

    std::shared_ptr<ScriptedHook> recorder();
    void report(const QString& reported, bool isMainThreadStuck);
    void verifyRecovery(MonitoredSession& session, int sessions, bool stops);

    Coordinator* m_coordinator = nullptr;
    QStringList m_calls;
    FakeClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<TrainingGraph> m_model;
    std::shared_ptr<Scaffold> m_scaffold;
    ChiefSessionCreator::Options m_creator;
    std::vector<std::shared_ptr<CheckpointSaverListener>> m_listeners;
};

void TestRecovery::init()
{
    m_calls.clear();
    m_folder = std::make_unique<QTemporaryDir>();
    m_model = std::make_unique<TrainingGraph>();
    m_scaffold = std::make_shared<Scaffold>();
    m_creator = ChiefSessionCreator::Options();
    m_listeners.clear();
}

void TestRecovery::f6_f8_threadsDuringStepFn_data()
{
    QTest::addColumn<QString>("reported");
    QTest::addColumn<bool>("isMainThreadStuck");
    QTest::addColumn<int>("sessions");
    QTest::addColumn<bool>("stops");
    QTest::newRow("F6 Aborted, found by shouldStop") << "Aborted" << false << 2 << false;
    QTest::newRow("F7 another error") << "Unknown" << false << 1 << true;
    QTest::newRow("F8 Aborted, the main thread sees Cancelled") << "Aborted" << true << 2 << false;
}

void TestRecovery::f6_f8_threadsDuringStepFn()
{
    QFETCH(const QString, reported);
    QFETCH(const bool, isMainThreadStuck);
    QFETCH(const int, sessions);
    QFETCH(const bool, stops);
    const auto a = recorder();
    a->onAfter = [&, runs = 0](SessionRunContext&, const SessionRunValues&) mutable {
        if (++runs == 2) {
            report(reported, isMainThreadStuck);
        }
    };
    const auto session = open({a});
    for (int i = 0; i < 2; ++i) {
        session->runStepFn([&](StepContext& context) { context.runWithHooks(m_model->train); });
    }
    verifyRecovery(*session, sessions, stops);
}

// The step function runs the raw session only, so no hook sees its runs.
void TestRecovery::f9_threadsDuringRawRuns()
{
    QFETCH(const QString, reported);
    QFETCH(const bool, isMainThreadStuck);
    QFETCH(const int, sessions);
    QFETCH(const bool, stops);
    const auto session = open({recorder()});
    int calls = 0;
    for (int i = 0; i < 2; ++i) {
        session->runStepFn([&](StepContext& context) {
            context.session().run(m_model->train);
            if (++calls == 2) {
                report(reported, isMainThreadStuck);
            }
        });
    }
    verifyRecovery(*session, sessions, stops);
    QVERIFY(!m_calls.contains("a.before"));
}

// A hook that notes the coordinator of the live session.
std::shared_ptr<ScriptedHook> TestRecovery::recorder()
{
    const auto a = hook("a");
    a->onCreated = [this](SessionRunContext&, Coordinator& given) { m_coordinator = &given; };
    return a;
}

// A thread reports an error; the main thread may see Cancelled because of it.
void TestRecovery::report(const QString& reported, bool isMainThreadStuck)
{
    m_coordinator->stopOnException([&] {
        if (reported == "Aborted") {
            throw AbortedError("a thread");
        }
        throw UnknownError("a thread");
    });
    if (isMainThreadStuck) {
        throw CancelledError("stuck");
    }
}

void TestRecovery::verifyRecovery(MonitoredSession& session, int sessions, bool stops)
{
    QCOMPARE(session.shouldStop(), stops);
    QCOMPARE(m_calls.count("a.created"), sessions);
    if (stops) {
        VERIFY_THROWS(UnknownError, "a thread", session.close());
    } else {
        session.close();
    }
}

void TestRecovery::f10_initFnIsRetried()
{
    int calls = 0;
    Scaffold::Options pieces;
    pieces.initFn = [&](Scaffold&, Session&) {
        if (++calls == 1) {
            throw AbortedError("in init_fn");
        }
    };
    m_scaffold = std::make_shared<Scaffold>(pieces);
    const auto session = open({});
    QCOMPARE(calls, 2);
    QCOMPARE(m_clock.monotonicSeconds(), 1.0); // D6: the first pause
    QCOMPARE(session->run(m_model->step->value()).scalarValue<std::int64_t>(), 0);
    session->close();
}

void TestRecovery::f12_afterCreateSessionIsRetried()
{
    const auto b = hook("b");
    b->onCreated = [calls = 0](SessionRunContext&, Coordinator&) mutable {
        if (++calls == 1) {
            throw UnavailableError("in creation");
        }
    };
    const auto session = open({hook("a"), b});
    QCOMPARE(m_calls.mid(2), (QStringList{"a.created", "b.created", "a.created", "b.created"}));
    session->close();
}

void TestRecovery::f14_d3_stopRequestIsKept()
{
    const auto a = hook("a");
    Coordinator* coordinator = nullptr;
    a->onCreated = [&](SessionRunContext&, Coordinator& given) { coordinator = &given; };
    a->onAfter = [](SessionRunContext& context, const SessionRunValues&) {
        context.requestStop("a wants it");
    };
    const auto session = open({a});
    m_model->trainIn(*session);
    coordinator->stopOnException([] { throw AbortedError("a thread"); });
    QVERIFY(session->shouldStop());
    QCOMPARE(session->stopReason(), std::string("a wants it"));
    session->close();
}

void TestRecovery::g3_numSteps()
{
    const auto stopAfter = [](std::int64_t steps) {
        return std::make_shared<StopAtStepHook>(StopAtStepHook::Options{steps, std::nullopt});
    };
    const auto stopsAfterEachRun = [this](MonitoredSession& session, int runs) {
        std::vector<bool> stops;
        for (int i = 0; i < runs; ++i) {
            m_model->trainIn(session);
            stops.push_back(session.shouldStop());
        }
        return stops;
    };
    const auto first = open({stopAfter(3)});
    QCOMPARE(stopsAfterEachRun(*first, 3), (std::vector<bool>{false, false, true}));
    first->close();
    Scaffold::Options pieces;
    pieces.initFn = [this](Scaffold&, Session& session) { m_model->setStepIn(session, 3); };
    m_scaffold = std::make_shared<Scaffold>(pieces);
    const auto second = open({stopAfter(4)});
    QCOMPARE(stopsAfterEachRun(*second, 4), (std::vector<bool>{false, false, false, true}));
    second->close();
}

void TestRecovery::g6_withoutCheckpoints()
{
    const auto session = open({abortingInTheFourth()});
    session->run(m_model->step->value());
    QCOMPARE(m_model->trainIn(*session), 1);
    QCOMPARE(m_model->trainIn(*session), 2);
    QCOMPARE(m_model->trainIn(*session), 1); // a fresh model
    QCOMPARE(m_model->trainIn(*session), 2);
    QVERIFY(!session->shouldStop());
    session->close();
}

void TestRecovery::g8_withCheckpoints()
{
    m_creator.checkpointDir = directory();
    const auto session = open({abortingInTheFourth(), saver()});
    session->run(m_model->step->value());
    m_model->trainIn(*session);
    m_model->trainIn(*session);
    QCOMPARE(m_model->trainIn(*session), 3);
    QCOMPARE(m_model->trainIn(*session), 4);
    QVERIFY(!session->shouldStop());
    session->close();
}

void TestRecovery::g29_d8_lastStepIsReached()
{
    m_creator.checkpointDir = directory();
    const auto stop = [] {
        return std::make_shared<StopAtStepHook>(StopAtStepHook::Options{std::nullopt, 2});
    };
    const auto first = open({stop(), saver()});
    with(*first, [&] {
        while (!first->shouldStop()) {
            m_model->trainIn(*first);
        }
    });
    const auto second = open({stop(), saver()});
    QVERIFY(second->shouldStop());
    VERIFY_THROWS(FailedPreconditionError, "Run called even after should_stop requested.",
                  m_model->trainIn(*second));
    const Fetch step(m_model->step->value());
    QCOMPARE(second->runWithoutHooks({&step, 1})[0].scalarValue<std::int64_t>(), 2);
    second->close();
}

void TestRecovery::m8_listeners()
{
    struct Counter final : CheckpointSaverListener
    {
        void begin(Graph&) override { ++begins; }
        void beforeSave(Session&, std::int64_t) override { ++befores; }
        bool afterSave(Session&, std::int64_t) override
        {
            ++afters;
            return false;
        }
        void end(Session&, std::int64_t) override { ++ends; }
        int begins = 0;
        int befores = 0;
        int afters = 0;
        int ends = 0;
    };
    const auto first = std::make_shared<Counter>();
    const auto second = std::make_shared<Counter>();
    m_listeners = {first, second};
    m_creator.checkpointDir = directory();
    const auto session = open({saver()});
    m_model->trainIn(*session);
    m_model->trainIn(*session);
    session->close();
    for (const auto& counter : {first, second}) {
        QCOMPARE(counter->begins, 1);
        QCOMPARE(counter->befores, 3);
        QCOMPARE(counter->afters, 3);
        QCOMPARE(counter->ends, 1);
    }
    const auto restored = open({});
    QCOMPARE(restored->run(m_model->step->value()).scalarValue<std::int64_t>(), 2);
    restored->close();
}

void TestRecovery::m25_noCheckpointAfterAnError()
{
    m_creator.checkpointDir = directory();
    CheckpointSaverHook::Options rare;
    rare.checkpointDir = directory();
    rare.period.steps = 100;
    rare.scaffold = m_scaffold;
    const auto session = open({std::make_shared<CheckpointSaverHook>(rare)});
    VERIFY_THROWS(InternalError, "in the body", with(*session, [&] {
                      m_model->trainIn(*session);
                      throw InternalError("in the body");
                  }));
    QCOMPARE(listCheckpoints(LocalFileSystem(), directory()).size(), std::size_t(1)); // step 0
}

QTEST_GUILESS_MAIN(TestRecovery)
#include "tst_recovery.moc"
