// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/data/queue_input.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/runtime/queue_runner.h"
#include "engine/training/monitored_training_session.h"
#include "tests/support/errors.h"
#include "tests/support/training_graph.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace engine;

// Training on input that comes through queues, as the CIFAR-10 tutorial does (spec section 7): a
// queue of what is to be read, many threads that read, a queue that mixes, batches.
class TestQueueInput : public QObject
{
    Q_OBJECT

private slots:
    void w5_inputEnds();
    void r13_runnersBelongToTheSession();
    void manyReadersThroughAShuffleQueue();
    void errorOfAReaderLeavesTheSession();
    void lostSessionReadsAnew();

private:
    // Rows 0, 1, … count-1.
    static Output numbers(Graph& graph, std::int64_t count)
    {
        Tensor rows(DataType::Int64, Shape{count});
        std::ranges::generate(rows.values<std::int64_t>(),
                              [next = std::int64_t{0}]() mutable { return next++; });
        return constant(graph, rows);
    }
};

void TestQueueInput::w5_inputEnds()
{
    const QTemporaryDir folder;
    TrainingGraph model;
    const Output item = inputProducer(numbers(model.graph, 5), 2).dequeue()[0];
    const Output one = scalarConstant(model.graph, DataType::Int64, 1);
    const auto train = [&] { // no step without an item
        const ControlDependencies after(model.graph, {&item.operation()});
        return assignAdd(model.step->value(), one);
    }();
    MonitoredTrainingSessionOptions options;
    options.checkpointDir = folder.path().toStdString();
    const auto session = MonitoredTrainingSession(model.graph, options);
    with(*session, [&] {
        while (!session->shouldStop()) {
            session->run(train);
        }
    });
    QVERIFY(session->shouldStop());
    const std::vector<std::string> saved =
        listCheckpoints(LocalFileSystem(), folder.path().toStdString());
    QVERIFY(!saved.empty());
    QCOMPARE(stepOfCheckpoint(saved.back()).value_or(-1), 10);
}

void TestQueueInput::r13_runnersBelongToTheSession()
{
    TrainingGraph model;
    const Queue items = inputProducer(numbers(model.graph, 5), std::nullopt, 2);
    const Output item = items.dequeue()[0];
    const auto runner = model.graph.collectionOf<QueueRunner>(keys::kQueueRunners).at(0);
    SingularMonitoredSession session(model.creator(), {});
    Session& raw = session.rawSession();
    QVERIFY(runner->createThreads(raw).empty()); // they run already
    for (const std::int64_t expected : {0, 1, 2, 3, 4, 0, 1}) {
        QCOMPARE(session.run(item).scalarValue<std::int64_t>(), expected);
    }
    session.close(); // its threads wait for room; this returns when they have ended
    QVERIFY(runner->exceptionsRaised().empty());
}

void TestQueueInput::manyReadersThroughAShuffleQueue()
{
    constexpr std::int64_t kExamples = 600;
    constexpr std::int64_t kBatch = 20;
    TrainingGraph model;
    const Output index = inputProducer(numbers(model.graph, kExamples), 1).dequeue()[0];
    const Output image = multiply(cast(index, DataType::Float),
                                  fill(model.graph, DataType::Float, Shape{4}, 1)); // "decoded"
    ShuffleBatchOptions options;
    options.batchSize = kBatch;
    options.minAfterDequeue = 100;
    options.capacity = options.minAfterDequeue + 3 * kBatch;
    options.threads = 16;
    const std::vector<Output> batch = shuffleBatch({image, index}, options);
    const auto session = model.open({});
    std::vector<std::int64_t> labels;
    with(*session, [&] {
        while (!session->shouldStop()) {
            const std::vector<Tensor> values = session->run({batch[0], batch[1]});
            for (std::int64_t i = 0; i < kBatch; ++i) {
                const auto at = static_cast<std::size_t>(i);
                labels.push_back(values[1].values<std::int64_t>()[at]);
                QCOMPARE(values[0].values<float>()[4 * at + 3],
                         static_cast<float>(labels.back())); // an example stays together
            }
        }
    });
    QVERIFY(!std::ranges::is_sorted(labels));
    std::ranges::sort(labels);
    QCOMPARE(labels.size(), static_cast<std::size_t>(kExamples));
    for (std::int64_t i = 0; i < kExamples; ++i) {
        QCOMPARE(labels[static_cast<std::size_t>(i)], i); // each once
    }
}

void TestQueueInput::errorOfAReaderLeavesTheSession()
{
    TrainingGraph model;
    const Output missing = placeholder(model.graph, DataType::Int64, Shape(), "missing");
    const Output batch = shuffleBatch({missing}, {})[0];
    const auto session = model.open({});
    // The queue is closed by the reader's end, which ends the loop; then its error is told.
    VERIFY_THROWS(InvalidArgumentError, "placeholder missing", with(*session, [&] {
                      while (!session->shouldStop()) {
                          session->run(batch);
                      }
                  }));
}

void TestQueueInput::lostSessionReadsAnew()
{
    TrainingGraph model;
    const Output item = inputProducer(numbers(model.graph, 3), 1, 2).dequeue()[0];
    const auto session = model.open({});
    QCOMPARE(session->run(item).scalarValue<std::int64_t>(), 0);
    int calls = 0;
    const auto taken = session->runStepFn([&](StepContext& context) {
        if (++calls == 1) {
            throw AbortedError("lost");
        }
        return context.session().run(item).scalarValue<std::int64_t>();
    });
    QCOMPARE(taken, 0); // the epochs are counted in a local variable
    session->close();
}

QTEST_GUILESS_MAIN(TestQueueInput)
#include "tst_queue_input.moc"
