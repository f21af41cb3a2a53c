// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/coordinated_session.h"
#include "tests/support/errors.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_session.h"
#include "tests/support/training_graph.h"

#include <QTest>

#include <future>

using namespace engine;

// WrappedSession (C) and CoordinatedSession (D).
class TestWrappedSession : public QObject
{
    Q_OBJECT

private slots:
    void c1_graphOfTheRawSession();
    void c2_stopsOnClose();
    void c3_asksItsOwnCheck();
    void c6_runsOnTheRawSession();
    void closingTwiceClosesOnce();
    void preemptionOnCloseIsLogged();
    void d1_run();
    void d2_stopsOnClose();
    void d3_stopsWithTheCoordinator();
    void d4_d6_errorOfTheMainThread();
    void d7_d8_causeOfAnError_data();
    void d7_d8_causeOfAnError();
    void d9_errorOfRawCloseIsSwallowed();
    void closeThrowsWhatAThreadReported();
    void a23_graceOfAThreadThatDoesNotEnd();

private:
    std::unique_ptr<CoordinatedSession> coordinated(std::unique_ptr<Session> raw)
    {
        m_coordinator = std::make_shared<Coordinator>(std::vector<ErrorCode>());
        return std::make_unique<CoordinatedSession>(std::move(raw), m_coordinator, 1);
    }

    std::shared_ptr<Coordinator> m_coordinator;
};

namespace {

class FourthTime final : public WrappedSession
{
public:
    using WrappedSession::WrappedSession;

protected:
    bool checkStop() override { return ++m_questions == 4; }

private:
    int m_questions = 0;
};

} // namespace

void TestWrappedSession::c1_graphOfTheRawSession()
{
    Graph graph;
    WrappedSession outer(std::make_unique<WrappedSession>(
        std::make_unique<FakeSession>(std::function<void()>(), &graph)));
    QCOMPARE(outer.graph(), &graph);
}

void TestWrappedSession::c2_stopsOnClose()
{
    WrappedSession session(std::make_unique<FakeSession>());
    QVERIFY(!session.shouldStop());
    session.close();
    QVERIFY(session.shouldStop());
    QVERIFY(session.graph() == nullptr);
}

void TestWrappedSession::c3_asksItsOwnCheck()
{
    FourthTime session(std::make_unique<FakeSession>());
    for (const bool expected : {false, false, false, true}) {
        QCOMPARE(session.shouldStop(), expected);
    }
}

void TestWrappedSession::c6_runsOnTheRawSession()
{
    TrainingGraph model;
    WrappedSession session(std::make_unique<DirectSession>(model.graph));
    QCOMPARE(session.run(scalarConstant(model.graph, DataType::Float, 42)).scalarValue<float>(),
             42.0F);
}

void TestWrappedSession::closingTwiceClosesOnce()
{
    auto raw = std::make_unique<FakeSession>();
    int closes = 0;
    raw->onClose = [&] { ++closes; };
    WrappedSession session(std::move(raw));
    session.close();
    session.close();
    QCOMPARE(closes, 1);
    Graph graph;
    VERIFY_THROWS(FailedPreconditionError, "Session is closed", session.run(&noOp(graph)));
}

void TestWrappedSession::preemptionOnCloseIsLogged()
{
    MemoryLogger logger;
    auto raw = std::make_unique<FakeSession>();
    raw->onClose = [] { throw UnavailableError("gone"); };
    WrappedSession session(std::move(raw), &logger);
    session.close();
    QVERIFY(logger.entries().at(0).message.find("gone") != std::string::npos);
}

void TestWrappedSession::d1_run()
{
    Graph graph;
    const auto session = coordinated(std::make_unique<FakeSession>());
    QCOMPARE(session->run(&noOp(graph)).scalarValue<std::int64_t>(), 100);
}

void TestWrappedSession::d2_stopsOnClose()
{
    const auto session = coordinated(std::make_unique<FakeSession>());
    session->close();
    QVERIFY(session->shouldStop());
}

void TestWrappedSession::d3_stopsWithTheCoordinator()
{
    const auto session = coordinated(std::make_unique<FakeSession>());
    QVERIFY(!session->shouldStop());
    m_coordinator->requestStop();
    QVERIFY(session->shouldStop());
}

void TestWrappedSession::d4_d6_errorOfTheMainThread()
{
    Graph graph;
    Operation& op = noOp(graph);
    int run = 0;
    const auto session = coordinated(std::make_unique<FakeSession>([&] {
        if (++run == 3) {
            throw InvalidArgumentError("a bad fetch");
        }
    }));
    const auto thread = std::make_shared<CoordinatedThread>(
        "waits for the stop", [this] { m_coordinator->waitForStop(); });
    m_coordinator->registerThread(thread);
    session->run(&op);
    session->run(&op);
    VERIFY_THROWS(InvalidArgumentError, "a bad fetch", session->run(&op));
    QVERIFY(!m_coordinator->shouldStop());
    QVERIFY(!session->shouldStop());
    session->close();
    QVERIFY(!thread->isAlive());
}

void TestWrappedSession::d7_d8_causeOfAnError_data()
{
    QTest::addColumn<bool>("isPreemption");
    QTest::newRow("D7 a thread saw Aborted") << true;
    QTest::newRow("D8 a thread saw another error") << false;
}

void TestWrappedSession::d7_d8_causeOfAnError()
{
    QFETCH(const bool, isPreemption);
    Graph graph;
    Operation& op = noOp(graph);
    const auto session = coordinated(
        std::make_unique<FakeSession>([] { throw CancelledError("the queue was closed"); }));
    m_coordinator->stopOnException([&] {
        if (isPreemption) {
            throw AbortedError("the cause");
        }
        throw InvalidArgumentError("something else");
    });
    if (isPreemption) {
        VERIFY_THROWS(AbortedError, "the cause", session->run(&op));
    } else {
        VERIFY_THROWS(CancelledError, "the queue was closed", session->run(&op));
    }
}

void TestWrappedSession::d9_errorOfRawCloseIsSwallowed()
{
    auto raw = std::make_unique<FakeSession>();
    raw->onClose = [] { throw InternalError("cannot close"); };
    coordinated(std::move(raw))->close();
}

void TestWrappedSession::closeThrowsWhatAThreadReported()
{
    auto raw = std::make_unique<FakeSession>();
    bool isClosed = false;
    raw->onClose = [&] { isClosed = true; };
    const auto session = coordinated(std::move(raw));
    m_coordinator->stopOnException([] { throw OutOfRangeError("reported"); });
    VERIFY_THROWS(OutOfRangeError, "reported", session->shouldStop());
    VERIFY_THROWS(OutOfRangeError, "reported", session->close());
    QVERIFY(isClosed);
}

void TestWrappedSession::a23_graceOfAThreadThatDoesNotEnd()
{
    FakeClock clock;
    MemoryLogger logger;
    std::promise<void> mayEnd;
    const auto coordinator =
        std::make_shared<Coordinator>(std::vector<ErrorCode>(), &clock, &logger);
    const auto thread =
        std::make_shared<CoordinatedThread>("stubborn", [&mayEnd] { mayEnd.get_future().wait(); });
    coordinator->registerThread(thread);
    CoordinatedSession session(std::make_unique<FakeSession>(), coordinator, 5);
    session.close();
    QCOMPARE(clock.monotonicSeconds(), 5.0);
    QVERIFY(logger.entries().at(0).message.find("stubborn") != std::string::npos);
    mayEnd.set_value();
}

QTEST_GUILESS_MAIN(TestWrappedSession)
#include "tst_wrapped_session.moc"
