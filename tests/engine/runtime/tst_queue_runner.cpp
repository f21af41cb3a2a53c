// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/basic_ops.h"
#include "engine/ops/count_up_to_op.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/direct_session.h"
#include "engine/runtime/queue_runner.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

using Threads = std::vector<std::shared_ptr<CoordinatedThread>>;

class TestQueueRunner : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void r2_twoOperations();
    void r4_fromQueueToQueue();
    void r5_stoppedBefore();
    void r6_errorStopsTheCoordinator();
    void r7_gracePeriod();
    void r8_severalSessions();
    void r9_startedAgain();
    void r11_everyRunnerOfTheGraph();
    void errorsWithoutACoordinator();
    void otherEndsOfInput();
    void nothingToRun();

private:
    // A counter that ends at `limit`, with its variable.
    std::pair<Output, std::shared_ptr<Variable>> counter(std::int64_t limit)
    {
        const auto variable = makeVariable("v", scalarConstant(*m_graph, DataType::Int64, 0));
        return {countUpTo(variable->value(), limit), variable};
    }
    std::unique_ptr<DirectSession> open() const
    {
        auto session = std::make_unique<DirectSession>(*m_graph, SessionOptions{1});
        for (const auto& variable : m_graph->collectionOf<Variable>(keys::kGlobalVariables)) {
            session->run(&variable->initializer());
        }
        return session;
    }
    Queue numbers(std::int64_t capacity, std::string_view name = {})
    {
        return fifoQueue(*m_graph, {capacity, {{DataType::Int64, Shape()}}, 0, name});
    }

    std::unique_ptr<Graph> m_graph;
};

namespace {

std::int64_t valueOf(Session& session, Output output)
{
    return session.run(output).scalarValue<std::int64_t>();
}

void joinAll(Threads& threads)
{
    threads.clear();
}

QStringList namesOf(const Threads& threads)
{
    QStringList names;
    for (const auto& thread : threads) {
        names.append(QString::fromStdString(thread->name()));
    }
    return names;
}

} // namespace

void TestQueueRunner::init()
{
    m_graph = std::make_unique<Graph>();
}

void TestQueueRunner::r2_twoOperations()
{
    const auto [three, v3] = counter(3);
    const auto [thirty, v30] = counter(30);
    QueueRunner runner(numbers(10), {&three.operation(), &thirty.operation()});
    const auto session = open();
    Threads threads = runner.createThreads(*session);
    QCOMPARE(namesOf(threads),
             (QStringList{"QueueRunnerThread-fifo_queue-CountUpTo",
                          "QueueRunnerThread-fifo_queue-CountUpTo_1"}));
    joinAll(threads);
    QCOMPARE(valueOf(*session, v3->value()), 3);
    QCOMPARE(valueOf(*session, v30->value()), 30);
    QVERIFY(runner.exceptionsRaised().empty()); // the end of the input is none
}

void TestQueueRunner::r4_fromQueueToQueue()
{
    const Queue first = numbers(10, "first");
    const Queue second = numbers(10, "second");
    Operation& put =
        first.enqueueMany({constant(*m_graph, Tensor::fromValues<std::int64_t>({2}, {10, 20}))});
    Operation& close = first.close();
    QueueRunner runner(second, {&second.enqueue({first.dequeue()[0]})});
    const Output taken = second.dequeue()[0];
    const auto session = open();
    session->run(put);
    session->run(close);
    Threads threads = runner.createThreads(*session);
    QCOMPARE(valueOf(*session, taken), 10);
    QCOMPARE(valueOf(*session, taken), 20);
    VERIFY_THROWS(OutOfRangeError, "is closed", session->run(taken));
    joinAll(threads);
}

void TestQueueRunner::r5_stoppedBefore()
{
    const auto [counted, variable] = counter(3);
    QueueRunner runner(numbers(10), {&counted.operation()});
    const auto session = open();
    Coordinator coordinator;
    coordinator.requestStop();
    const Threads threads = runner.createThreads(*session, &coordinator);
    QCOMPARE(namesOf(threads),
             (QStringList{"QueueRunnerThread-fifo_queue-CountUpTo",
                          "QueueRunnerThread-fifo_queue-close_on_stop"}));
    coordinator.join();
    QCOMPARE(valueOf(*session, variable->value()), 0);
    QVERIFY(runner.exceptionsRaised().empty());
}

void TestQueueRunner::r6_errorStopsTheCoordinator()
{
    const Queue queue = numbers(10);
    const Output missing = placeholder(*m_graph, DataType::Int64, Shape(), "missing");
    QueueRunner runner(queue, {&queue.enqueue({missing})});
    const auto session = open();
    Coordinator coordinator;
    runner.createThreads(*session, &coordinator);
    VERIFY_THROWS(InvalidArgumentError, "placeholder missing", coordinator.join());
}

void TestQueueRunner::r7_gracePeriod()
{
    const Queue queue = numbers(2);
    QueueRunner runner(queue, {&queue.enqueue({scalarConstant(*m_graph, DataType::Int64, 7)})});
    const Output taken = queue.dequeue()[0];
    const auto session = open();
    Coordinator coordinator;
    runner.createThreads(*session, &coordinator);
    QCOMPARE(valueOf(*session, taken), 7);
    coordinator.requestStop();
    coordinator.join(60); // its thread waits for room, and is freed
    QVERIFY(coordinator.joined());
}

void TestQueueRunner::r8_severalSessions()
{
    const auto [counted, variable] = counter(3);
    QueueRunner runner(numbers(10), {&counted.operation()});
    const auto first = open();
    const auto second = open();
    Threads ofFirst = runner.createThreads(*first);
    Threads ofSecond = runner.createThreads(*second);
    QCOMPARE(ofFirst.size(), std::size_t{1});
    QCOMPARE(ofSecond.size(), std::size_t{1});
    joinAll(ofFirst);
    joinAll(ofSecond);
    QCOMPARE(valueOf(*first, variable->value()), 3);
    QCOMPARE(valueOf(*second, variable->value()), 3);
}

void TestQueueRunner::r9_startedAgain()
{
    const Queue queue = numbers(1);
    QueueRunner runner(queue, {&queue.enqueue({scalarConstant(*m_graph, DataType::Int64, 7)})});
    Operation& cancel = queue.close(true);
    const auto session = open();
    Threads threads = runner.createThreads(*session);
    QVERIFY(runner.createThreads(*session).empty()); // they run
    session->run(cancel);
    joinAll(threads);
    QCOMPARE(runner.exceptionsRaised().size(), std::size_t{1});
    threads = runner.createThreads(*session);
    QCOMPARE(threads.size(), std::size_t{1});
    joinAll(threads);
    QCOMPARE(runner.exceptionsRaised().size(), std::size_t{1}); // counted anew
}

void TestQueueRunner::r11_everyRunnerOfTheGraph()
{
    const auto [three, v3] = counter(3);
    const auto [thirty, v30] = counter(30);
    addQueueRunner(numbers(10, "a"), {&three.operation()});
    addQueueRunner(numbers(10, "b"), {&thirty.operation()});
    const auto session = open();
    Threads threads = startQueueRunners(*session);
    QCOMPARE(threads.size(), std::size_t{2});
    joinAll(threads);
    QCOMPARE(valueOf(*session, v3->value()), 3);
    QCOMPARE(valueOf(*session, v30->value()), 30);
    QVERIFY(startQueueRunners(*session, nullptr, "other runners").empty());
    // What is no session does not compile.
    static_assert(!std::is_invocable_v<decltype(startQueueRunners), std::string&, Coordinator*,
                                       std::string_view>);
}

void TestQueueRunner::errorsWithoutACoordinator()
{
    const Queue queue = numbers(10);
    const Output missing = placeholder(*m_graph, DataType::Int64, Shape(), "missing");
    QueueRunner runner(queue, {&queue.enqueue({missing})});
    const auto session = open();
    Threads threads = runner.createThreads(*session);
    joinAll(threads);
    QCOMPARE(runner.exceptionsRaised().size(), std::size_t{1});
    VERIFY_THROWS(InvalidArgumentError, "placeholder missing",
                  std::rethrow_exception(runner.exceptionsRaised()[0]));
}

void TestQueueRunner::otherEndsOfInput()
{
    const Queue queue = numbers(10);
    const Output missing = placeholder(*m_graph, DataType::Int64, Shape(), "missing");
    QueueRunner::Options options;
    options.queueClosedCodes = {ErrorCode::InvalidArgument};
    QueueRunner runner(queue, {&queue.enqueue({missing})}, options);
    const Output taken = queue.dequeue()[0];
    const auto session = open();
    Threads threads = runner.createThreads(*session);
    VERIFY_THROWS(OutOfRangeError, "is closed", session->run(taken));
    joinAll(threads);
    QVERIFY(runner.exceptionsRaised().empty());
}

void TestQueueRunner::nothingToRun()
{
    VERIFY_THROWS(InvalidArgumentError, "no enqueue operation", QueueRunner(numbers(1), {}));
}

QTEST_APPLESS_MAIN(TestQueueRunner)
#include "tst_queue_runner.moc"
