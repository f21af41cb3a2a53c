// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/coordinated_session.h"
#include "engine/session/recoverable_session.h"
#include "tests/support/errors.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_session.h"
#include "tests/support/training_graph.h"

#include <QTest>

using namespace engine;

class TestRecoverableSession : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void f1_run();
    void f2_sessionsAreTakenWhenNeeded();
    void f3_preemptionReportedByAThread();
    void f4_otherErrorReportedByAThread();
    void f5_threadAbortedMainThreadCancelled();
    void f13_d6_creationFailsForEver();
    void d6_runFailsForEver();
    void d6_backoff();
    void stopsEndPauses();
    void d25_runRethrowsUntilClose();
    void failureFoundByShouldStopIsThrownByClose();

private:
    using MakeRun = std::function<std::function<void()>(int)>; // of the n-th session
    std::unique_ptr<RecoverableSession> recoverable(MakeRun makeRun)
    {
        return std::make_unique<RecoverableSession>(
            [this, makeRun]() -> std::unique_ptr<WrappedSession> {
                m_coordinator = std::make_shared<Coordinator>(std::vector<ErrorCode>());
                return std::make_unique<CoordinatedSession>(
                    std::make_unique<FakeSession>(makeRun(++m_created)), m_coordinator, 1);
            },
            RecoveryOptions(), *m_stop, *m_clock, *m_logger);
    }
    void report(const std::function<void()>& thrower) { m_coordinator->stopOnException(thrower); }

    Graph m_graph;
    Operation* m_op = nullptr;
    std::shared_ptr<Coordinator> m_coordinator;
    std::optional<StopState> m_stop;
    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<MemoryLogger> m_logger;
    int m_created = 0;
};

void TestRecoverableSession::init()
{
    m_op = &noOp(m_graph);
    m_created = 0;
    m_stop.emplace();
    m_clock = std::make_unique<FakeClock>();
    m_logger = std::make_unique<MemoryLogger>();
}

void TestRecoverableSession::f1_run()
{
    const auto session = recoverable([](int) { return std::function<void()>(); });
    QCOMPARE(session->run(m_op).scalarValue<std::int64_t>(), 100);
    QVERIFY(!session->shouldStop());
}

void TestRecoverableSession::f2_sessionsAreTakenWhenNeeded()
{
    const auto session = recoverable([](int nth) -> std::function<void()> {
        if (nth > 3) {
            throw NotFoundError("no more sessions");
        }
        return [left = nth]() mutable {
            if (left-- == 0) {
                throw AbortedError("used up");
            }
        };
    });
    QCOMPARE(m_created, 1);
    std::vector<int> created;
    for (int i = 0; i < 6; ++i) {
        session->run(m_op);
        created.push_back(m_created);
    }
    QCOMPARE(created, (std::vector<int>{1, 2, 2, 3, 3, 3}));
    VERIFY_THROWS(NotFoundError, "no more sessions", session->run(m_op));
}

void TestRecoverableSession::f3_preemptionReportedByAThread()
{
    const auto session = recoverable([](int) { return std::function<void()>(); });
    session->run(m_op);
    report([] { throw AbortedError("a thread"); });
    session->run(m_op); // does not notice
    QCOMPARE(m_created, 1);
    QVERIFY(!session->shouldStop()); // re-creates
    QCOMPARE(m_created, 2);
    session->run(m_op);
    session->close();
}

void TestRecoverableSession::f4_otherErrorReportedByAThread()
{
    const auto session = recoverable([](int) { return std::function<void()>(); });
    report([] { throw UnknownError("a thread"); });
    QCOMPARE(session->run(m_op).scalarValue<std::int64_t>(), 100);
    QVERIFY(session->shouldStop());
    QCOMPARE(m_created, 1);
    VERIFY_THROWS(UnknownError, "a thread", session->close());
}

void TestRecoverableSession::f5_threadAbortedMainThreadCancelled()
{
    const auto session = recoverable([this](int nth) {
        return [this, nth] {
            if (nth == 1) {
                report([] { throw AbortedError("a thread"); });
                throw CancelledError("stuck");
            }
        };
    });
    QCOMPARE(session->run(m_op).scalarValue<std::int64_t>(), 100);
    QVERIFY(!session->shouldStop());
    QCOMPARE(m_created, 2);
}

void TestRecoverableSession::f13_d6_creationFailsForEver()
{
    VERIFY_THROWS(UnavailableError, "gave up after 10 attempts (1: down 1; 2: down 2;",
                  recoverable([](int nth) -> std::function<void()> {
                      throw UnavailableError("down " + std::to_string(nth));
                  }));
    QCOMPARE(m_created, 10);
}

void TestRecoverableSession::d6_runFailsForEver()
{
    const auto session = recoverable([](int) { return [] { throw AbortedError("each time"); }; });
    VERIFY_THROWS(AbortedError, "gave up after 10 attempts", session->run(m_op));
    QCOMPARE(m_created, 10);
    QVERIFY(session->shouldStop());
}

void TestRecoverableSession::d6_backoff()
{
    std::vector<double> times;
    const auto session = recoverable([&](int nth) -> std::function<void()> {
        times.push_back(m_clock->monotonicSeconds());
        if (nth > 1 && nth < 8) {
            throw UnavailableError("down");
        }
        return [nth] {
            if (nth == 1) {
                throw AbortedError("lost");
            }
        };
    });
    session->run(m_op);
    // At once after the run failed, then doubling, at most 30 s.
    QCOMPARE(times, (std::vector<double>{0, 0, 2, 6, 14, 30, 60, 90}));
}

// Nobody waits half a minute for a button. What is down gets one more chance.
void TestRecoverableSession::stopsEndPauses()
{
    std::vector<double> times;
    class StoppingClock final : public FakeClock
    {
    public:
        explicit StoppingClock(StopState& stop) : m_stop(stop) { }
        void sleepFor(std::chrono::nanoseconds duration) override
        {
            FakeClock::sleepFor(duration);
            if (monotonicSeconds() >= 20) {
                m_stop.request("enough", false);
            }
        }

    private:
        StopState& m_stop;
    };
    m_clock = std::make_unique<StoppingClock>(*m_stop);
    const auto session = recoverable([&](int nth) -> std::function<void()> {
        times.push_back(m_clock->monotonicSeconds());
        if (nth > 1) {
            throw UnavailableError("down");
        }
        return [] { throw AbortedError("lost"); };
    });
    VERIFY_THROWS(UnavailableError, "gave up after 6 attempts", session->run(m_op));
    QCOMPARE(times, (std::vector<double>{0, 0, 2, 6, 14, 20}));
}

void TestRecoverableSession::d25_runRethrowsUntilClose()
{
    const auto session = recoverable([](int nth) -> std::function<void()> {
        if (nth == 2) {
            throw PermissionDeniedError("cannot create");
        }
        return [] { throw AbortedError("lost"); };
    });
    VERIFY_THROWS(PermissionDeniedError, "cannot create", session->run(m_op));
    QVERIFY(session->shouldStop());
    VERIFY_THROWS(PermissionDeniedError, "cannot create", session->run(m_op));
    QCOMPARE(m_created, 2);
    session->close(); // was thrown already
}

void TestRecoverableSession::failureFoundByShouldStopIsThrownByClose()
{
    const auto session = recoverable([](int nth) -> std::function<void()> {
        if (nth == 2) {
            throw PermissionDeniedError("cannot create");
        }
        return {};
    });
    report([] { throw AbortedError("a thread"); });
    QVERIFY(session->shouldStop());
    VERIFY_THROWS(PermissionDeniedError, "cannot create", session->close());
}

QTEST_GUILESS_MAIN(TestRecoverableSession)
#include "tst_recoverable_session.moc"
