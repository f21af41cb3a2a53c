// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/queue_ops.h"
#include "engine/runtime/coordinator.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

#include <algorithm>
#include <thread>

using namespace engine;

// Queues of a session. What waits is ended by a time limit, a close or another thread: no test
// looks at a clock.
class TestQueueOps : public QObject
{
    Q_OBJECT

private slots:
    void firstInFirstOut();
    void severalComponents();
    void rowsAreElements();
    void eachSessionHasItsOwn();
    void aFullQueueWaits();
    void anEmptyQueueWaits();
    void closedQueueGivesTheRest();
    void pendingEnqueueOutlivesClose();
    void pendingEnqueueIsCancelled();
    void closingTheSessionEndsTheWait();
    void shufflesBySeed();
    void howManyHaveComeDoesNotChangeTheOrder();
    void someStayForTheMix();
    void manyThreadsLoseNothing();
    void refused();
};

namespace {

// A queue of float scalars with its operations.
struct FloatQueue
{
    explicit FloatQueue(std::int64_t capacity, std::uint64_t seed = 0)
        : graph(seed), queue(fifoQueue(graph, {capacity, {{DataType::Float, Shape()}}, 0, {}}))
    {
        build();
    }
    FloatQueue(std::int64_t capacity, std::int64_t stay, std::uint64_t seed)
        : graph(seed),
          queue(randomShuffleQueue(graph, {capacity, {{DataType::Float, Shape()}}, stay, {}}))
    {
        build();
    }
    void build()
    {
        value = placeholder(graph, DataType::Float, Shape());
        enqueue = &queue.enqueue({value});
        dequeue = queue.dequeue()[0];
        close = &queue.close();
        cancel = &queue.close(true);
        size = queue.size();
    }

    void put(Session& session, float number) const
    {
        session.run(enqueue, {{value, Tensor::scalar(number)}});
    }
    float take(Session& session) const { return session.run(dequeue).scalarValue<float>(); }
    int sizeIn(Session& session) const { return session.run(size).scalarValue<std::int32_t>(); }
    // Runs with a limit of a millisecond.
    void runShortly(Session& session, const Fetch& fetch) const
    {
        RunOptions options;
        options.timeoutMs = 1;
        const Feed feed{value, Tensor::scalar(0.0F)};
        std::vector<Tensor> results;
        session.run(RunRequest{{&fetch, 1}, {&feed, 1}, &options, nullptr}, results);
    }

    Graph graph;
    Queue queue;
    Output value;
    Operation* enqueue = nullptr;
    Output dequeue;
    Operation* close = nullptr;
    Operation* cancel = nullptr;
    Output size;
};

std::vector<float> takeAll(const FloatQueue& model, Session& session, int count)
{
    std::vector<float> taken;
    for (int i = 0; i < count; ++i) {
        taken.push_back(model.take(session));
    }
    return taken;
}

} // namespace

void TestQueueOps::firstInFirstOut()
{
    FloatQueue model(3);
    DirectSession session(model.graph, {1});
    for (int round = 0; round < 5; ++round) { // the ring turns
        model.put(session, 1);
        model.put(session, 2);
        QCOMPARE(model.sizeIn(session), 2);
        QCOMPARE(model.take(session), 1.0F);
        model.put(session, 3);
        QCOMPARE(takeAll(model, session, 2), (std::vector<float>{2, 3}));
    }
}

void TestQueueOps::severalComponents()
{
    Graph graph;
    const Queue queue =
        fifoQueue(graph, {4, {{DataType::String, Shape{2}}, {DataType::Int64, Shape()}}, 0, "q"});
    const Output names = constant(graph, Tensor::fromValues<std::string>({2}, {"a", "b"}));
    Operation& enqueue = queue.enqueue({names, constant(graph, Tensor::scalar(std::int64_t(7)))});
    const std::vector<Output> taken = queue.dequeue();
    DirectSession session(graph, {1});
    session.run(enqueue);
    const std::vector<Tensor> results = session.run({taken[0], taken[1]});
    QCOMPARE(results[0].values<std::string>()[1], std::string("b"));
    QCOMPARE(results[1].scalarValue<std::int64_t>(), 7);
    QCOMPARE(QString::fromStdString(enqueue.name()), QStringLiteral("q_enqueue"));
}

void TestQueueOps::rowsAreElements()
{
    Graph graph;
    const Queue queue =
        fifoQueue(graph, {8, {{DataType::Double, Shape{2}}, {DataType::String, Shape()}}, 0, {}});
    const Output rows = constant(graph, doubles({3, 2}, {1, 2, 3, 4, 5, 6}));
    const Output names = constant(graph, Tensor::fromValues<std::string>({3}, {"x", "y", "z"}));
    Operation& enqueue = queue.enqueueMany({rows, names});
    const std::vector<Output> two = queue.dequeueMany(2);
    const std::vector<Output> one = queue.dequeue();
    QCOMPARE(two[0].shape(), (Shape{2, 2}));
    QCOMPARE(two[1].shape(), Shape{2});
    DirectSession session(graph, {1});
    session.run(enqueue);
    const std::vector<Tensor> pair = session.run({two[0], two[1]});
    VERIFY_TENSOR(pair[0], (Shape{2, 2}), {1, 2, 3, 4});
    QCOMPARE(pair[1].values<std::string>()[1], std::string("y"));
    const std::vector<Tensor> last = session.run({one[0], one[1]});
    VERIFY_TENSOR(last[0], Shape{2}, {5, 6});
    QCOMPARE(last[1].scalarValue<std::string>(), std::string("z"));
}

void TestQueueOps::eachSessionHasItsOwn()
{
    FloatQueue model(2);
    DirectSession first(model.graph, {1});
    DirectSession second(model.graph, {1});
    model.put(first, 1);
    QCOMPARE(model.sizeIn(first), 1);
    QCOMPARE(model.sizeIn(second), 0);
}

void TestQueueOps::aFullQueueWaits()
{
    FloatQueue model(1);
    DirectSession session(model.graph, {1});
    model.put(session, 1);
    VERIFY_THROWS(DeadlineExceededError, "FIFOQueue 'fifo_queue' was waited for longer",
                  model.runShortly(session, model.enqueue));
    const CoordinatedThread waiting("waiting", [&] { model.put(session, 2); });
    QCOMPARE(takeAll(model, session, 2), (std::vector<float>{1, 2}));
}

void TestQueueOps::anEmptyQueueWaits()
{
    FloatQueue model(1);
    DirectSession session(model.graph, {1});
    VERIFY_THROWS(DeadlineExceededError, "was waited for longer",
                  model.runShortly(session, model.dequeue));
    const CoordinatedThread filling("filling", [&] { model.put(session, 5); });
    QCOMPARE(model.take(session), 5.0F);
}

void TestQueueOps::closedQueueGivesTheRest()
{
    FloatQueue model(2);
    DirectSession session(model.graph, {1});
    model.put(session, 1);
    session.run(model.close);
    session.run(model.close); // once more is no error
    VERIFY_THROWS(CancelledError, "FIFOQueue 'fifo_queue' is closed.", model.put(session, 2));
    QCOMPARE(model.take(session), 1.0F);
    VERIFY_THROWS(OutOfRangeError,
                  "FIFOQueue 'fifo_queue' is closed and has insufficient elements (requested 1, "
                  "current size 0)",
                  model.take(session));
}

void TestQueueOps::pendingEnqueueOutlivesClose()
{
    Graph graph;
    const Queue queue = fifoQueue(graph, {1, {{DataType::Double, Shape()}}, 0, {}});
    Operation& enqueue = queue.enqueueMany({constant(graph, doubles({3}, {1, 2, 3}))});
    const Output dequeue = queue.dequeue()[0];
    const Output size = queue.size();
    Operation& close = queue.close();
    DirectSession session(graph, {1});
    const CoordinatedThread filling("filling", [&] { session.run(enqueue); });
    while (session.run(size).scalarValue<std::int32_t>() == 0) { // until it waits for room
        std::this_thread::yield();
    }
    session.run(close);
    for (const double expected : {1.0, 2.0, 3.0}) {
        QCOMPARE(session.run(dequeue).scalarValue<double>(), expected);
    }
    VERIFY_THROWS(OutOfRangeError, "is closed", session.run(dequeue));
}

void TestQueueOps::pendingEnqueueIsCancelled()
{
    FloatQueue model(1);
    DirectSession session(model.graph, {1});
    model.put(session, 1);
    QString problem;
    {
        const CoordinatedThread waiting("waiting", [&] {
            problem = mismatchOfError<CancelledError>([&] { model.put(session, 2); }, "FIFOQueue");
        });
        session.run(model.cancel);
    }
    QCOMPARE(problem, QString());
    QCOMPARE(model.sizeIn(session), 1);
}

void TestQueueOps::closingTheSessionEndsTheWait()
{
    FloatQueue model(1);
    DirectSession session(model.graph, {1});
    model.sizeIn(session);
    QString problem;
    {
        const CoordinatedThread waiting("waiting", [&] {
            try {
                model.take(session);
                problem = "something was taken";
            } catch (const CancelledError&) {
            } catch (const FailedPreconditionError&) { // it came after the close
            }
        });
        session.close();
    }
    QCOMPARE(problem, QString());
}

void TestQueueOps::shufflesBySeed()
{
    const auto order = [](std::uint64_t seed) {
        FloatQueue model(50, 0, seed);
        DirectSession session(model.graph, {1});
        for (int i = 0; i < 50; ++i) {
            model.put(session, static_cast<float>(i));
        }
        return takeAll(model, session, 50);
    };
    std::vector<float> first = order(1);
    QCOMPARE(first, order(1));
    QVERIFY(first != order(2));
    QVERIFY(!std::ranges::is_sorted(first));
    std::ranges::sort(first);
    for (int i = 0; i < 50; ++i) {
        QCOMPARE(first[static_cast<std::size_t>(i)], static_cast<float>(i));
    }
}

void TestQueueOps::howManyHaveComeDoesNotChangeTheOrder()
{
    constexpr int kStay = 5;
    constexpr int kCount = 30;
    const auto order = [](int ahead) { // so many are in before one is taken
        FloatQueue model(kCount, kStay, 1);
        DirectSession session(model.graph, {1});
        std::vector<float> taken;
        for (int i = 0; i < kCount; ++i) {
            model.put(session, static_cast<float>(i));
            if (i >= ahead) {
                taken.push_back(model.take(session));
            }
        }
        session.run(model.close);
        const std::vector<float> rest =
            takeAll(model, session, kCount - static_cast<int>(taken.size()));
        taken.insert(taken.end(), rest.begin(), rest.end());
        return taken;
    };
    const std::vector<float> first = order(kStay);
    QVERIFY(!std::ranges::is_sorted(first));
    QCOMPARE(order(kStay + 7), first);
    QCOMPARE(order(kCount), first);
}

void TestQueueOps::someStayForTheMix()
{
    FloatQueue model(4, 2, 1);
    DirectSession session(model.graph, {1});
    model.put(session, 1);
    model.put(session, 2);
    VERIFY_THROWS(DeadlineExceededError, "RandomShuffleQueue 'random_shuffle_queue'",
                  model.runShortly(session, model.dequeue));
    model.put(session, 3);
    model.take(session);
    session.run(model.close);
    takeAll(model, session, 2); // closed, so none need stay
    VERIFY_THROWS(OutOfRangeError, "is closed", model.take(session));
}

void TestQueueOps::manyThreadsLoseNothing()
{
    constexpr int kThreads = 4;
    constexpr int kEach = 200;
    FloatQueue model(3);
    DirectSession session(model.graph, {1});
    std::vector<float> taken;
    {
        std::vector<std::unique_ptr<CoordinatedThread>> threads;
        for (int t = 0; t < kThreads; ++t) {
            threads.push_back(std::make_unique<CoordinatedThread>("filling", [&, t] {
                for (int i = 0; i < kEach; ++i) {
                    model.put(session, static_cast<float>(t * kEach + i));
                }
            }));
        }
        taken = takeAll(model, session, kThreads * kEach);
    }
    std::ranges::sort(taken);
    for (std::size_t i = 0; i < taken.size(); ++i) {
        QCOMPARE(taken[i], static_cast<float>(i));
    }
}

void TestQueueOps::refused()
{
    Graph graph;
    VERIFY_THROWS(InvalidArgumentError, "0 components", fifoQueue(graph, {4, {}, 0, {}}));
    VERIFY_THROWS(InvalidArgumentError, "a capacity of 0",
                  fifoQueue(graph, {0, {{DataType::Float, Shape()}}, 0, {}}));
    VERIFY_THROWS(InvalidArgumentError, "the shape [?] of a component is not known",
                  fifoQueue(graph, {1, {{DataType::Float, Shape{Shape::kUnknownDim}}}, 0, {}}));
    VERIFY_THROWS(InvalidArgumentError, "4 elements are to stay and it holds 4",
                  randomShuffleQueue(graph, {4, {{DataType::Float, Shape()}}, 4, {}}));
    const Queue queue = randomShuffleQueue(graph, {4, {{DataType::Float, Shape{2}}}, 1, "q"});
    const Output pair = constant(graph, Tensor(DataType::Float, {2}));
    const Output rows = constant(graph, Tensor(DataType::Float, {3, 2}));
    VERIFY_THROWS(InvalidArgumentError, "elements of 1 components, 2 are given",
                  queue.enqueue({pair, pair}));
    VERIFY_THROWS(InvalidArgumentError, "queue q: component 0 is float32 [2], float32 [3, 2]",
                  queue.enqueue({rows}));
    VERIFY_THROWS(InvalidArgumentError, "for its rows float32 [2] is given",
                  queue.enqueueMany({pair}));
    VERIFY_THROWS(InvalidArgumentError, "holds 4 elements, of which 1 stay: 4 cannot be taken",
                  queue.dequeueMany(4));
    VERIFY_THROWS(InvalidArgumentError, "0 cannot be taken", queue.dequeueMany(0));
}

QTEST_APPLESS_MAIN(TestQueueOps)
#include "tst_queue_ops.moc"
