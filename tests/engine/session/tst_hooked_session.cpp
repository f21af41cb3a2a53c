// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/hooked_session.h"
#include "tests/support/errors.h"
#include "tests/support/fake_session.h"
#include "tests/support/scripted_hook.h"
#include "tests/support/training_graph.h"

#include <QTest>

using namespace engine;

// HookedSession (E) and the order of HookList.
class TestHookedSession : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void e1_withoutHooksAllPassesThrough();
    void e3_stopRequest();
    void e5_e6_feedsOfHooksAndUser();
    void e7_feedsOfTwoHooks();
    void e10_e11_resultsOfEachHook();
    void e12_stopRequestInBeforeRun();
    void e13_runAfterStop();
    void e15_noAfterRunIfTheRunFails();
    void e16_errorInAfterRun();
    void e17_d3_stopRequestSurvivesAnError();
    void e19_originalArgs();
    void e20_d4_sameHookTwice();
    void e21_e23_optionsOfHooks();
    void e22_e24_d5_optionsOfCallerAndHook();
    void callersResultsAreWrittenInPlace();
    void orderOfHooks_data();
    void orderOfHooks();

private:
    std::shared_ptr<ScriptedHook> hook(const QString& name)
    {
        return std::make_shared<ScriptedHook>(name, &m_calls);
    }
    FakeSession& start(std::vector<HookPointer> hooks, std::function<void()> onRun = {})
    {
        m_hooks = std::make_unique<HookList>(std::move(hooks), m_logger);
        auto raw = std::make_unique<FakeSession>(std::move(onRun));
        FakeSession& reference = *raw;
        m_session = std::make_unique<HookedSession>(std::move(raw), *m_hooks, *m_stop);
        return reference;
    }
    void run() { m_session->run(&m_model->train.operation()); }

    QStringList m_calls;
    NullLogger m_logger;
    std::unique_ptr<TrainingGraph> m_model;
    std::unique_ptr<StopState> m_stop;
    std::unique_ptr<HookList> m_hooks;
    std::unique_ptr<HookedSession> m_session;
};

void TestHookedSession::init()
{
    m_calls.clear();
    m_model = std::make_unique<TrainingGraph>();
    m_stop = std::make_unique<StopState>();
}

void TestHookedSession::e1_withoutHooksAllPassesThrough()
{
    FakeSession& raw = start({});
    const std::vector<Fetch> fetches{m_model->train, m_model->w->value()};
    const std::vector<Feed> feeds{{m_model->newStep, Tensor::scalar(std::int64_t(1))}};
    const RunOptions options;
    RunMetadata metadata;
    std::vector<Tensor> results;
    m_session->run(RunRequest{fetches, feeds, &options, &metadata}, results);
    QCOMPARE(raw.lastRequest.fetches.data(), fetches.data());
    QCOMPARE(raw.lastRequest.fetches.size(), std::size_t(2));
    QCOMPARE(raw.lastRequest.feeds.data(), feeds.data());
    QCOMPARE(raw.lastRequest.options, &options);
    QCOMPARE(raw.lastRequest.metadata, &metadata);
}

void TestHookedSession::e3_stopRequest()
{
    const auto a = hook("a");
    start({a, hook("b")});
    run();
    QVERIFY(!m_session->shouldStop());
    a->onAfter = [](SessionRunContext& context, const SessionRunValues&) {
        context.requestStop("enough");
        context.requestStop("later");
    };
    run();
    QVERIFY(m_session->shouldStop());
    QCOMPARE(m_stop->reason(), std::string("enough"));
    QCOMPARE(m_calls.mid(4), (QStringList{"a.before", "b.before", "a.after", "b.after"}));
}

void TestHookedSession::e5_e6_feedsOfHooksAndUser()
{
    Graph graph;
    const Output a = placeholder(graph, DataType::Float, Shape(), "a");
    const Output b = placeholder(graph, DataType::Float, Shape(), "b");
    const Output c = placeholder(graph, DataType::Float, Shape(), "c");
    const Output sum = add(a, b);
    const Output withC = add(sum, c);
    const auto first = hook("1");
    const auto second = hook("2");
    first->args = SessionRunArgs{{}, {{a, Tensor::scalar(5.0F)}}, {}};
    second->args = SessionRunArgs{{}, {{b, Tensor::scalar(10.0F)}}, {}};
    HookList hooks({first, second}, m_logger);
    HookedSession session(std::make_unique<DirectSession>(graph), hooks, *m_stop);
    QCOMPARE(session.run(sum).scalarValue<float>(), 15.0F);
    const std::vector<Feed> feeds{{c, Tensor::scalar(20.0F)}};
    const Fetch fetch(withC);
    QCOMPARE(session.run({&fetch, 1}, feeds)[0].scalarValue<float>(), 35.0F);
    QCOMPARE(feeds.size(), std::size_t(1));
}

void TestHookedSession::e7_feedsOfTwoHooks()
{
    const auto a = hook("a");
    const auto b = hook("b");
    const Feed feed{m_model->newStep, Tensor::scalar(std::int64_t(1))};
    a->args = SessionRunArgs{{}, {feed}, {}};
    b->args = SessionRunArgs{{}, {feed}, {}};
    FakeSession& raw = start({a, b});
    VERIFY_THROWS(FailedPreconditionError, "Same tensor is fed by two hooks.", run());
    b->args.reset();
    VERIFY_THROWS(FailedPreconditionError, "Same tensor is fed by a SessionRunHook and user.",
                  m_session->run(m_model->train, {feed}));
    QCOMPARE(raw.runs, 0);
}

void TestHookedSession::e10_e11_resultsOfEachHook()
{
    const auto none = hook("none");
    const auto two = hook("two");
    const auto one = hook("one");
    two->args = SessionRunArgs{{m_model->w->value(), m_model->step->value()}, {}, {}};
    one->args = SessionRunArgs{{m_model->w->value()}, {}, {}};
    std::vector<std::vector<std::int64_t>> seen;
    const auto remember = [&](SessionRunContext&, const SessionRunValues& values) {
        std::vector<std::int64_t> numbers;
        for (const Tensor& result : values.results) {
            numbers.push_back(result.scalarValue<std::int64_t>());
        }
        seen.push_back(numbers);
    };
    none->onAfter = two->onAfter = one->onAfter = remember;
    FakeSession& raw = start({none, two, one});
    QCOMPARE(m_session->run(m_model->train).scalarValue<std::int64_t>(), 100);
    QCOMPARE(raw.runs, 1); // one raw run for all
    QCOMPARE(seen, (std::vector<std::vector<std::int64_t>>{{}, {101, 102}, {103}}));
}

void TestHookedSession::e12_stopRequestInBeforeRun()
{
    const auto a = hook("a");
    a->onBefore = [](SessionRunContext& context) { context.requestStop(); };
    FakeSession& raw = start({a});
    run();
    QCOMPARE(raw.runs, 1);
    QVERIFY(m_session->shouldStop());
}

void TestHookedSession::e13_runAfterStop()
{
    const auto a = hook("a");
    a->onBefore = [](SessionRunContext& context) { context.requestStop(); };
    start({a});
    run();
    m_calls.clear();
    VERIFY_THROWS(FailedPreconditionError, "Run called even after should_stop requested.", run());
    QVERIFY(m_calls.isEmpty());
}

void TestHookedSession::e15_noAfterRunIfTheRunFails()
{
    start({hook("a"), hook("b")}, [] { throw InternalError("the run fails"); });
    VERIFY_THROWS(InternalError, "the run fails", run());
    QCOMPARE(m_calls, (QStringList{"a.before", "b.before"}));
}

void TestHookedSession::e16_errorInAfterRun()
{
    const auto a = hook("a");
    a->onAfter = [](SessionRunContext&, const SessionRunValues&) { throw InternalError("after"); };
    FakeSession& raw = start({a, hook("b")});
    VERIFY_THROWS(InternalError, "after", run());
    QCOMPARE(m_calls, (QStringList{"a.before", "b.before", "a.after"}));
    QCOMPARE(raw.runs, 1);
}

void TestHookedSession::e17_d3_stopRequestSurvivesAnError()
{
    const auto a = hook("a");
    const auto b = hook("b");
    a->onAfter = [](SessionRunContext& context, const SessionRunValues&) {
        context.requestStop("a wants it");
    };
    b->onAfter = [](SessionRunContext&, const SessionRunValues&) { throw InternalError("b"); };
    start({a, b});
    VERIFY_THROWS(InternalError, "b", run());
    QVERIFY(m_session->shouldStop());
    QCOMPARE(m_stop->reason(), std::string("a wants it"));
}

void TestHookedSession::e19_originalArgs()
{
    const auto a = hook("a");
    const auto b = hook("b");
    a->args = SessionRunArgs{
        {m_model->w->value()}, {{m_model->newStep, Tensor::scalar(std::int64_t(1))}}, {}};
    std::size_t fetches = 0;
    std::size_t feeds = 99;
    b->onBefore = [&](SessionRunContext& context) {
        fetches = context.originalArgs().fetches.size();
        feeds = context.originalArgs().feeds.size();
    };
    start({a, b});
    run();
    QCOMPARE(fetches, std::size_t(1));
    QCOMPARE(feeds, std::size_t(0));
}

void TestHookedSession::e20_d4_sameHookTwice()
{
    const auto a = hook("a");
    VERIFY_THROWS(InvalidArgumentError, "hook 3 of 3 is in the list already",
                  HookList({a, hook("b"), a}, m_logger));
    VERIFY_THROWS(InvalidArgumentError, "hook 2 of 2 is null", HookList({a, nullptr}, m_logger));
}

void TestHookedSession::e21_e23_optionsOfHooks()
{
    const auto a = hook("a");
    const auto b = hook("b");
    a->args = SessionRunArgs{{}, {}, RunOptions{2, 30000, false, false, {"A"}}};
    b->args = SessionRunArgs{{}, {}, RunOptions{3, 60000, true, true, {"B"}}};
    std::vector<const RunOptions*> seen;
    const auto remember = [&](SessionRunContext&, const SessionRunValues& values) {
        seen.push_back(&values.options);
        QCOMPARE(values.options.traceLevel, 3);
    };
    a->onAfter = b->onAfter = remember;
    FakeSession& raw = start({a, b});
    run();
    QCOMPARE(raw.lastOptions.traceLevel, 3);
    QCOMPARE(raw.lastOptions.timeoutMs, 60000);
    QVERIFY(raw.lastOptions.outputPartitionGraphs);
    QVERIFY(raw.lastOptions.reportTensorAllocationsUponOom); // asked for by one of the two
    QCOMPARE(raw.lastOptions.debugTensorWatches, (std::vector<std::string>{"A", "B"}));
    QVERIFY(raw.lastRequest.metadata != nullptr);
    QCOMPARE(seen.size(), std::size_t(2));
    QCOMPARE(seen[0], seen[1]);
}

void TestHookedSession::e22_e24_d5_optionsOfCallerAndHook()
{
    const auto a = hook("a");
    a->args = SessionRunArgs{{}, {}, RunOptions{2, 60000, false, false, {"H"}}};
    FakeSession& raw = start({a});
    const RunOptions options{3, 30000, true, false, {"C"}};
    const Fetch fetch(m_model->train);
    std::vector<Tensor> results;
    m_session->run(RunRequest{{&fetch, 1}, {}, &options, nullptr}, results);
    QCOMPARE(raw.lastOptions.traceLevel, 3);
    QCOMPARE(raw.lastOptions.timeoutMs, 60000);
    QVERIFY(raw.lastOptions.outputPartitionGraphs);
    QCOMPARE(raw.lastOptions.debugTensorWatches, (std::vector<std::string>{"C", "H"}));
    QCOMPARE(options.debugTensorWatches, (std::vector<std::string>{"C"})); // a copy was merged
    QCOMPARE(options.timeoutMs, 30000);
}

void TestHookedSession::callersResultsAreWrittenInPlace()
{
    const auto a = hook("a");
    a->args = SessionRunArgs{{m_model->step->value()}, {}, {}};
    HookList hooks({a}, m_logger);
    auto raw = std::make_unique<DirectSession>(m_model->graph);
    m_model->initialize(*raw);
    HookedSession session(std::move(raw), hooks, *m_stop);
    const Fetch fetch(m_model->w->value());
    std::vector<Tensor> results;
    session.run(RunRequest{{&fetch, 1}, {}}, results);
    const void* memory = results.at(0).data();
    session.run(RunRequest{{&fetch, 1}, {}}, results);
    QCOMPARE(results.at(0).data(), memory);
    QCOMPARE(results.size(), std::size_t(1));
}

void TestHookedSession::orderOfHooks_data()
{
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("ordered");
    QTest::newRow("D1 a guard goes ahead of the savers") << "a S b G c"
                                                         << "a G S b c";
    QTest::newRow("D1 guards keep their order") << "S a G1 S G2"
                                                << "G1 G2 S a S";
    QTest::newRow("D1 a guard that is ahead stays") << "G a S b"
                                                    << "G a S b";
    QTest::newRow("without savers nothing moves") << "a G b"
                                                  << "a G b";
}

void TestHookedSession::orderOfHooks()
{
    QFETCH(const QString, given);
    QFETCH(const QString, ordered);
    std::vector<HookPointer> hooks;
    for (const QString& name : given.split(' ')) {
        const auto made = hook(name);
        made->guards = name.startsWith('G');
        made->saves = name.startsWith('S');
        hooks.push_back(made);
    }
    start(hooks);
    run();
    QStringList order;
    for (const QString& call : m_calls) {
        if (call.endsWith(".after")) {
            order.append(call.section('.', 0, 0));
        }
    }
    QCOMPARE(order.join(' '), ordered);
}

QTEST_GUILESS_MAIN(TestHookedSession)
#include "tst_hooked_session.moc"
