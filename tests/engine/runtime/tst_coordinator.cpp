// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/coordinator.h"
#include "tests/support/errors.h"
#include "tests/support/fake_clock.h"

#include <QTest>

#include <future>

using namespace engine;

class TestCoordinator : public QObject
{
    Q_OBJECT

private slots:
    void q2_anotherThreadRequests();
    void q3_threadsThatEnd();
    void q5_graceExpires_data();
    void q5_graceExpires();
    void q7_firstErrorWins();
    void q8_q9_cleanStops_data();
    void q8_q9_cleanStops();
    void q11_clearStopForgetsTheError();
    void q12_requestAfterJoin();
    void q13_errorBeforeStragglers();
    void q14_noCleanStops();
    void stopIterationIsNeverClean();
    void waitForStopTimesOut();
};

namespace {

std::exception_ptr invalid(const char* message)
{
    return std::make_exception_ptr(InvalidArgumentError(message));
}

} // namespace

void TestCoordinator::q2_anotherThreadRequests()
{
    Coordinator coordinator;
    QVERIFY(!coordinator.shouldStop());
    const CoordinatedThread thread("asks", [&] { coordinator.requestStop(); });
    QVERIFY(coordinator.waitForStop());
    QVERIFY(coordinator.shouldStop());
}

void TestCoordinator::q3_threadsThatEnd()
{
    Coordinator coordinator;
    std::vector<std::shared_ptr<CoordinatedThread>> threads;
    for (const char* name : {"a", "b", "c"}) {
        threads.push_back(std::make_shared<CoordinatedThread>(name, [] {}));
        coordinator.registerThread(threads.back());
    }
    QVERIFY(!coordinator.joined());
    coordinator.join();
    QVERIFY(coordinator.joined());
    for (const auto& thread : threads) {
        QVERIFY(!thread->isAlive());
    }
}

void TestCoordinator::q5_graceExpires_data()
{
    QTest::addColumn<double>("grace");
    QTest::newRow("Q5 almost none") << 1e-10;
    QTest::newRow("Q5 2 ms") << 0.002;
    QTest::newRow("Q5 1 s") << 1.0;
}

void TestCoordinator::q5_graceExpires()
{
    QFETCH(const double, grace);
    FakeClock clock;
    MemoryLogger logger;
    std::promise<void> mayEnd;
    const std::shared_future<void> end = mayEnd.get_future().share();
    Coordinator coordinator({ErrorCode::OutOfRange}, &clock, &logger);
    const auto thread = std::make_shared<CoordinatedThread>("stays", [end] { end.wait(); });
    coordinator.registerThread(thread);
    coordinator.requestStop();
    VERIFY_THROWS(FailedPreconditionError, "Coordinator stopped with threads still running: stays",
                  coordinator.join(grace));
    coordinator.registerThread(thread);
    coordinator.join(grace, true);
    QCOMPARE(logger.entries().size(), std::size_t(1));
    QVERIFY(clock.monotonicSeconds() >= 2 * grace - 1e-9);
    mayEnd.set_value();
}

void TestCoordinator::q7_firstErrorWins()
{
    Coordinator coordinator;
    coordinator.requestStop(invalid("First"));
    coordinator.requestStop(invalid("Too late"));
    VERIFY_THROWS(InvalidArgumentError, "First", coordinator.raiseRequestedException());
    VERIFY_THROWS(InvalidArgumentError, "First", coordinator.join());
}

void TestCoordinator::q8_q9_cleanStops_data()
{
    QTest::addColumn<int>("clean");
    QTest::addColumn<bool>("reportsOutOfRange");
    QTest::addColumn<bool>("throws");
    const int outOfRange = static_cast<int>(ErrorCode::OutOfRange);
    const int invalidArgument = static_cast<int>(ErrorCode::InvalidArgument);
    QTest::newRow("Q8 OutOfRange is clean") << outOfRange << true << false;
    QTest::newRow("another error is not") << outOfRange << false << true;
    QTest::newRow("Q9 a type of one's own") << invalidArgument << false << false;
    QTest::newRow("then OutOfRange is not") << invalidArgument << true << true;
}

void TestCoordinator::q8_q9_cleanStops()
{
    QFETCH(const int, clean);
    QFETCH(const bool, reportsOutOfRange);
    QFETCH(const bool, throws);
    Coordinator coordinator({static_cast<ErrorCode>(clean)});
    coordinator.stopOnException([&] {
        if (reportsOutOfRange) {
            throw OutOfRangeError("the input ended");
        }
        throw InvalidArgumentError("wrong");
    });
    QVERIFY(coordinator.shouldStop());
    bool hasThrown = false;
    try {
        coordinator.join();
    } catch (const Error&) {
        hasThrown = true;
    }
    QCOMPARE(hasThrown, throws);
}

void TestCoordinator::q11_clearStopForgetsTheError()
{
    Coordinator coordinator;
    coordinator.requestStop(invalid("First"));
    VERIFY_THROWS(InvalidArgumentError, "First", coordinator.join());
    coordinator.clearStop();
    QVERIFY(!coordinator.shouldStop());
    QVERIFY(!coordinator.joined());
    coordinator.registerThread(std::make_shared<CoordinatedThread>(
        "second", [&] { coordinator.requestStop(invalid("Second")); }));
    VERIFY_THROWS(InvalidArgumentError, "Second", coordinator.join());
}

void TestCoordinator::q12_requestAfterJoin()
{
    Coordinator coordinator;
    coordinator.join();
    VERIFY_THROWS(InvalidArgumentError, "late", coordinator.requestStop(invalid("late")));
    coordinator.requestStop(std::make_exception_ptr(OutOfRangeError("clean"))); // not thrown
    coordinator.clearStop();
    coordinator.requestStop(invalid("stored again"));
    VERIFY_THROWS(InvalidArgumentError, "stored again", coordinator.join());
}

void TestCoordinator::q13_errorBeforeStragglers()
{
    FakeClock clock;
    std::promise<void> mayEnd;
    const std::shared_future<void> end = mayEnd.get_future().share();
    Coordinator coordinator({}, &clock);
    const auto thread = std::make_shared<CoordinatedThread>("stays", [end] { end.wait(); });
    coordinator.registerThread(thread);
    coordinator.requestStop(invalid("First"));
    VERIFY_THROWS(InvalidArgumentError, "First", coordinator.join(1));
    mayEnd.set_value();
}

void TestCoordinator::q14_noCleanStops()
{
    Coordinator coordinator(std::vector<ErrorCode>{});
    coordinator.stopOnException([] { throw OutOfRangeError("from a thread"); });
    VERIFY_THROWS(OutOfRangeError, "from a thread", coordinator.join());
}

void TestCoordinator::stopIterationIsNeverClean()
{
    Coordinator coordinator; // OutOfRange is clean, and StopIterationError has its code
    coordinator.stopOnException([] { throw StopIterationError("stop"); });
    VERIFY_THROWS(StopIterationError, "stop", coordinator.join());
}

void TestCoordinator::waitForStopTimesOut()
{
    Coordinator coordinator;
    QVERIFY(!coordinator.waitForStop(0));
    coordinator.requestStop();
    QVERIFY(coordinator.waitForStop(0));
}

QTEST_GUILESS_MAIN(TestCoordinator)
#include "tst_coordinator.moc"
