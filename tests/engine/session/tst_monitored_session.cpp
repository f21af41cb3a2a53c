// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/session/session_fixture.h"
#include "tests/support/errors.h"
#include "tests/support/memory_summary_writer.h"

#include <QTest>

using namespace engine;

// The life cycle of a monitored session (G).
class TestMonitoredSession : public QObject, private SessionFixture
{
    Q_OBJECT

private slots:
    void init() { makeFresh(); }
    void g1_initialized();
    void g11_errorInRun();
    void g12_g13_reportedToTheCoordinator();
    void g14_cleanEnd();
    void g15_d15_errorInTheBody();
    void g19_finalGraphStaysFinal();
    void g20_d2_closeInTheBody();
    void g21_subclassIsNotSwallowed();
    void g22_d7_errorInEnd();
    void g23_cleanErrorAndErrorInEnd();
    void g24_errorInBegin();
    void g25_d14_errorInAfterCreateSession();
    void g26_g27_order();
    void g28_endHasAnOpenSession();
    void g30_foreignException();
    void c7_c8_c9_d2_closed();
    void d6_warnsOfLostSteps();
    void d13_writersEndWithStop();
    void recordsThatFailHideNoError();
    void d15_destroyedWithoutClose();
    void d16_requestStop();
    void d17_runWithoutHooks();
    void e14_runAfterTheCoordinatorStopped();
    void stopDuringRecoveryEndsTheLoop();
    void findHook();
};

void TestMonitoredSession::g1_initialized()
{
    const auto session = open({});
    QCOMPARE(session->run(m_model->w->value()).scalarValue<float>(), 0.0F);
    session->close();
}

void TestMonitoredSession::g11_errorInRun()
{
    const auto a = hook("a");
    a->onBefore = [](SessionRunContext&) { throw FailedPreconditionError("in run"); };
    const auto session = open({a});
    VERIFY_THROWS(FailedPreconditionError, "in run",
                  with(*session, [&] { m_model->trainIn(*session); }));
    QVERIFY(session->shouldStop());
    QVERIFY(!m_calls.contains("a.end"));
}

void TestMonitoredSession::g12_g13_reportedToTheCoordinator()
{
    Coordinator* coordinator = nullptr;
    const auto a = hook("a");
    a->onCreated = [&](SessionRunContext&, Coordinator& given) { coordinator = &given; };
    const auto session = open({a});
    VERIFY_THROWS(FailedPreconditionError, "a thread", with(*session, [&] {
                      coordinator->stopOnException(
                          [] { throw FailedPreconditionError("a thread"); });
                      QCOMPARE(m_model->trainIn(*session), 1);
                      QVERIFY(session->shouldStop());
                  }));
}

void TestMonitoredSession::g14_cleanEnd()
{
    const auto session = open({hook("a")});
    with(*session, [&] { m_model->trainIn(*session); });
    QCOMPARE(m_calls, (QStringList{"a.begin", "a.created", "a.before", "a.after", "a.end"}));
    QVERIFY(session->shouldStop());
}

void TestMonitoredSession::g15_d15_errorInTheBody()
{
    const auto a = hook("a");
    QString heard;
    a->onFailure = [&](const Error& error) { heard = error.what(); };
    const auto session = open({a, hook("b")});
    VERIFY_THROWS(InternalError, "in the body",
                  with(*session, [] { throw InternalError("in the body"); }));
    QCOMPARE(m_calls.mid(4), (QStringList{"a.error", "b.error"}));
    QCOMPARE(heard, QStringLiteral("in the body"));
    QVERIFY(session->graph() == nullptr);
}

void TestMonitoredSession::g19_finalGraphStaysFinal()
{
    Scaffold().finalize(m_model->graph);
    const auto session = open({});
    session->close();
    QVERIFY(m_model->graph.isFinalized());
    m_model->graph.unfinalize();
    const auto second = open({});
    QVERIFY(m_model->graph.isFinalized());
    second->close();
    QVERIFY(!m_model->graph.isFinalized());
}

void TestMonitoredSession::g20_d2_closeInTheBody()
{
    const auto session = open({hook("a")});
    with(*session, [&] { session->close(); });
    QCOMPARE(m_calls.count("a.end"), 1);
}

void TestMonitoredSession::g21_subclassIsNotSwallowed()
{
    struct Special : OutOfRangeError
    {
        using OutOfRangeError::OutOfRangeError;
    };
    const auto session = open({hook("a")});
    VERIFY_THROWS(Special, "special", with(*session, [] { throw Special("special"); }));
    QVERIFY(!m_calls.contains("a.end"));
}

void TestMonitoredSession::g22_d7_errorInEnd()
{
    const auto a = hook("a");
    const auto b = hook("b");
    a->onEnd = [](Session&) { throw InternalError("first"); };
    b->onEnd = [](Session&) { throw InternalError("second"); };
    const auto session = open({a, b, hook("c")});
    VERIFY_THROWS(InternalError, "first", session->close());
    QCOMPARE(m_calls.mid(6), (QStringList{"a.end", "b.end", "c.end"}));
    QVERIFY(session->shouldStop());
    session->close();
    QCOMPARE(m_calls.count("a.end"), 1);
}

void TestMonitoredSession::g23_cleanErrorAndErrorInEnd()
{
    const auto a = hook("a");
    a->onEnd = [](Session&) { throw InternalError("in end"); };
    const auto session = open({a});
    VERIFY_THROWS(InternalError, "in end",
                  with(*session, [] { throw OutOfRangeError("the input ended"); }));
}

void TestMonitoredSession::g24_errorInBegin()
{
    const auto b = hook("b");
    b->onBegin = [](Graph&) { throw InternalError("in begin"); };
    VERIFY_THROWS(InternalError, "in begin", open({hook("a"), b, hook("c")}));
    QCOMPARE(m_calls, (QStringList{"a.begin", "b.begin", "a.error", "b.error"}));
    QVERIFY(!m_model->graph.isFinalized());
}

void TestMonitoredSession::g25_d14_errorInAfterCreateSession()
{
    const auto a = hook("a");
    const auto b = hook("b");
    std::shared_ptr<CoordinatedThread> thread;
    a->onCreated = [&](SessionRunContext&, Coordinator& coordinator) {
        thread = std::make_shared<CoordinatedThread>("reader", [&] { coordinator.waitForStop(); });
        coordinator.registerThread(thread);
    };
    b->onCreated = [](SessionRunContext&, Coordinator&) { throw InternalError("in creation"); };
    m_options.clock = nullptr; // a real thread needs real time
    VERIFY_THROWS(InternalError, "in creation", open({a, b}));
    QVERIFY(!thread->isAlive());
    QCOMPARE(m_calls.mid(4), (QStringList{"a.error", "b.error"}));
}

void TestMonitoredSession::g26_g27_order()
{
    const auto b = hook("b");
    b->onBefore = throwOnce<AbortedError>();
    const auto session = open({hook("a"), b});
    QCOMPARE(m_model->trainIn(*session), 1);
    session->close();
    QCOMPARE(m_calls,
             (QStringList{"a.begin", "b.begin", "a.created", "b.created", "a.before", "b.before",
                          "a.created", "b.created", "a.before", "b.before", "a.after", "b.after",
                          "a.end", "b.end"}));
}

void TestMonitoredSession::g28_endHasAnOpenSession()
{
    const auto a = hook("a");
    std::int64_t step = -1;
    a->onEnd = [&](Session& session) { step = m_model->stepIn(session); };
    const auto session = open({a});
    with(*session, [&] { m_model->trainIn(*session); });
    QCOMPARE(step, 1);
}

void TestMonitoredSession::g30_foreignException()
{
    const auto a = hook("a");
    QString heard;
    a->onFailure = [&](const Error& error) { heard = error.what(); };
    const auto session = open({a});
    bool isSame = false;
    try {
        with(*session, [] { throw std::logic_error("interrupted"); });
    } catch (const std::logic_error&) {
        isSame = true;
    }
    QVERIFY(isSame);
    QCOMPARE(heard, QStringLiteral("interrupted"));
    QVERIFY(!m_calls.contains("a.end"));
    QVERIFY(session->shouldStop());
}

void TestMonitoredSession::c7_c8_c9_d2_closed()
{
    const auto session = open({hook("a")});
    QCOMPARE(session->graph(), &m_model->graph);
    session->close();
    QVERIFY(session->graph() == nullptr);
    QVERIFY(session->shouldStop());
    session->close(); // D2: nothing happens
    QCOMPARE(m_calls.count("a.end"), 1);
    VERIFY_THROWS(FailedPreconditionError, "Session is closed", m_model->trainIn(*session));
}

void TestMonitoredSession::d6_warnsOfLostSteps()
{
    const auto writer = std::make_shared<MemorySummaryWriter>();
    m_options.summaryWriters = {writer};
    const auto a = hook("a");
    const auto session = open({a});
    m_model->trainIn(*session);
    m_model->trainIn(*session);
    a->onBefore = throwOnce<UnavailableError>();
    QCOMPARE(m_model->trainIn(*session), 1);
    bool isWarned = false;
    for (const MemoryLogger::Entry& entry : m_logger->entries()) {
        isWarned |= entry.level == LogLevel::Warning
            && entry.message.find("lost at step 2 and goes on at step 0") != std::string::npos;
    }
    QVERIFY(isWarned);
    QCOMPARE(writer->stepsOf("session_recreated"), (std::vector<std::int64_t>{0}));
    session->close();
}

void TestMonitoredSession::d13_writersEndWithStop()
{
    const auto writer = std::make_shared<MemorySummaryWriter>();
    m_options.summaryWriters = {writer};
    const auto session = open({});
    m_model->trainIn(*session);
    session->close();
    QCOMPARE(writer->stepsOf("STOP"), (std::vector<std::int64_t>{1}));
    QCOMPARE(writer->closes, 1);
}

void TestMonitoredSession::recordsThatFailHideNoError()
{
    const auto writer = std::make_shared<MemorySummaryWriter>();
    writer->failureOfClose = "the disk is full";
    m_options.summaryWriters = {writer};
    {
        const auto session = open({});
        VERIFY_THROWS(InternalError, "in the body",
                      with(*session, [] { throw InternalError("in the body"); }));
    }
    const auto session = open({});
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", session->close());
    QCOMPARE(writer->closes, 2);
}

void TestMonitoredSession::d15_destroyedWithoutClose()
{
    const auto a = hook("a");
    QString heard;
    a->onFailure = [&](const Error& error) { heard = error.what(); };
    a->onBefore = [](SessionRunContext&) { throw InternalError("in run"); };
    auto session = open({a});
    VERIFY_THROWS(InternalError, "in run", m_model->trainIn(*session));
    session.reset();
    QCOMPARE(heard, QStringLiteral("in run"));
    QVERIFY(!m_calls.contains("a.end"));
}

void TestMonitoredSession::d16_requestStop()
{
    const auto session = open({});
    QVERIFY(!session->stopRequested());
    session->requestStop("the user pressed Stop");
    session->requestStop("again");
    QVERIFY(session->shouldStop());
    QCOMPARE(session->stopReason(), std::string("the user pressed Stop"));
    QCOMPARE(m_model->trainIn(*session), 1); // a run that races with the request still works
    session->close();
}

void TestMonitoredSession::d17_runWithoutHooks()
{
    const auto session = open({hook("a")});
    m_calls.clear();
    const Fetch fetch(m_model->w->value());
    QCOMPARE(session->runWithoutHooks({&fetch, 1})[0].scalarValue<float>(), 0.0F);
    QVERIFY(m_calls.isEmpty());
    session->close();
}

void TestMonitoredSession::e14_runAfterTheCoordinatorStopped()
{
    const auto a = hook("a");
    Coordinator* coordinator = nullptr;
    a->onCreated = [&](SessionRunContext&, Coordinator& given) { coordinator = &given; };
    const auto session = open({a});
    coordinator->requestStop();
    QVERIFY(session->shouldStop());
    QCOMPARE(m_model->trainIn(*session), 1);
    session->close();
}

void TestMonitoredSession::stopDuringRecoveryEndsTheLoop()
{
    const auto a = hook("a");
    const auto session = open({a});
    a->onCreated = [](SessionRunContext& context, Coordinator&) { context.requestStop("done"); };
    a->onBefore = throwOnce<AbortedError>();
    with(*session, [&] { m_model->trainIn(*session); });
    QCOMPARE(session->stopReason(), std::string("done"));
    QVERIFY(m_calls.contains("a.end"));
    QVERIFY(!m_calls.contains("a.after")); // no step was trained
}

void TestMonitoredSession::findHook()
{
    const auto a = hook("a");
    const auto session = open({a});
    QCOMPARE(session->findHook<ScriptedHook>(), a);
    struct Other : SessionRunHook
    { };
    QVERIFY(session->findHook<Other>() == nullptr);
    session->close();
}

QTEST_GUILESS_MAIN(TestMonitoredSession)
#include "tst_monitored_session.moc"
