// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/session/session_fixture.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

// Step functions (H) and the session that does not recover (I).
class TestStepFn : public QObject, private SessionFixture
{
    Q_OBJECT

private slots:
    void init() { makeFresh(); }
    void h1_h5_h6_stepFnReturns();
    void h2_h11_requestStopInWith();
    void h3_requestStopWithoutWith();
    void h10_hooksInTheSingularSession();
    void h12_h13_h15_stepFnIsRepeated();
    void h16_d9_liveSession();
    void i2_h14_singularDoesNotRecover();
    void i3_d24_singularReportedError();
    void i4_rawSession();
};

void TestStepFn::h1_h5_h6_stepFnReturns()
{
    const auto session = open({hook("a")});
    const auto trained = session->runStepFn([&](StepContext& context) {
        return context.runWithHooks(m_model->train).scalarValue<std::int64_t>();
    });
    QCOMPARE(trained, 1);
    QCOMPARE(session->runStepFn([](StepContext&) { return std::string("text"); }),
             std::string("text"));
    // A function with other parameters does not compile.
    static_assert(!std::is_invocable_v<void (*)(StepContext&, int), StepContext&>);
    session->close();
}

void TestStepFn::h2_h11_requestStopInWith()
{
    const auto session = open({hook("a")});
    bool isReached = false;
    with(*session, [&] {
        session->runStepFn([](StepContext& context) { context.requestStop(); });
        isReached = true;
    });
    QVERIFY(!isReached);
    QVERIFY(session->shouldStop());
    QCOMPARE(m_calls, (QStringList{"a.begin", "a.created", "a.end"}));
}

void TestStepFn::h3_requestStopWithoutWith()
{
    const auto session = open({});
    VERIFY_THROWS(StopIterationError, "step_fn has requested the iterations to stop.",
                  session->runStepFn([](StepContext& context) { context.requestStop(); }));
    QVERIFY(!session->shouldStop());
    session->close();
}

void TestStepFn::h10_hooksInTheSingularSession()
{
    SingularMonitoredSession session(m_model->creator(), {hook("a")}, m_options);
    session.runStepFn([&](StepContext& context) {
        context.session().run(m_model->train);
        QVERIFY(!m_calls.contains("a.before")); // the raw session calls no hooks
        QCOMPARE(context.runWithHooks(m_model->train).scalarValue<std::int64_t>(), 2);
    });
    session.close();
    QCOMPARE(m_calls, (QStringList{"a.begin", "a.created", "a.before", "a.after", "a.end"}));
}

void TestStepFn::h12_h13_h15_stepFnIsRepeated()
{
    const auto a = hook("a");
    const auto session = open({a});
    int calls = 0;
    session->runStepFn([&](StepContext& context) { // after the hooks
        ++calls;
        context.runWithHooks(m_model->train);
        if (calls == 1) {
            throw AbortedError("once");
        }
    });
    QCOMPARE(calls, 2);
    a->onBefore = throwOnce<AbortedError>();
    session->runStepFn([&](StepContext& context) { // in a hook
        ++calls;
        context.runWithHooks(m_model->train);
    });
    QCOMPARE(calls, 4);
    session->close();
}

void TestStepFn::h16_d9_liveSession()
{
    const auto session = open({});
    std::vector<Session*> seen;
    session->runStepFn([&](StepContext& context) {
        seen.push_back(&context.session());
        if (seen.size() == 1) {
            throw AbortedError("once");
        }
        QCOMPARE(m_model->stepIn(context.session()), 0);
    });
    QCOMPARE(seen.size(), std::size_t(2));
    session->close();
}

void TestStepFn::i2_h14_singularDoesNotRecover()
{
    const auto a = hook("a");
    SingularMonitoredSession session(m_model->creator(), {a}, m_options);
    a->onBefore = throwOnce<AbortedError>();
    VERIFY_THROWS(AbortedError, "once", with(session, [&] { session.run(m_model->train); }));
    QVERIFY(session.shouldStop());
    QCOMPARE(m_calls.count("a.created"), 1);
}

void TestStepFn::i3_d24_singularReportedError()
{
    Coordinator* coordinator = nullptr;
    const auto a = hook("a");
    a->onCreated = [&](SessionRunContext&, Coordinator& given) { coordinator = &given; };
    SingularMonitoredSession session(m_model->creator(), {a}, m_options);
    coordinator->stopOnException([] { throw AbortedError("a thread"); });
    QVERIFY(session.shouldStop());
    VERIFY_THROWS(AbortedError, "a thread", session.close());
}

void TestStepFn::i4_rawSession()
{
    SingularMonitoredSession session(m_model->creator(), {}, m_options);
    QVERIFY(dynamic_cast<DirectSession*>(&session.rawSession()) != nullptr);
    static_assert(!std::is_convertible_v<MonitoredSession*, Session*>);
    session.close();
}

QTEST_GUILESS_MAIN(TestStepFn)
#include "tst_step_fn.moc"
