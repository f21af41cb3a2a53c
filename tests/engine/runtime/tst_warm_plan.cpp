// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/adam_optimizer.h"
#include "engine/nn/layers.h"
#include "engine/nn/losses.h"
#include "engine/nn/picture_layers.h"
#include "engine/nn/rmsprop_optimizer.h"
#include "engine/nn/sequence_layers.h"
#include "engine/ops/activation_ops.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/learning_rate_schedule.h"
#include "engine/ops/lrn_op.h"
#include "engine/ops/pool_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/summary_ops.h"
#include "engine/runtime/direct_session.h"
#include "tests/bench/workload_nets.h"
#include "tests/engine/nn/trained_model.h"
#include "tests/support/allocation_counter.h"

#include <QTest>

using namespace engine;

class TestWarmPlan : public QObject
{
    Q_OBJECT

private slots:
    void allocatesNothing_data();
    void allocatesNothing();
    void picturesAndSequencesAllocateNothing_data() { allocatesNothing_data(); }
    void picturesAndSequencesAllocateNothing();
    void netsOfTheBenchAllocateNothing_data();
    void netsOfTheBenchAllocateNothing();
};

void TestWarmPlan::allocatesNothing_data()
{
    QTest::addColumn<int>("threads");
    QTest::newRow("1 thread") << 1;
    QTest::newRow("2 threads") << 2;
}

// Empty if runs after the second allocate nothing; otherwise what was counted.
static QString allocationsOfWarmRuns(Session& session, const RunRequest& request,
                                     std::vector<Tensor>& results, int runs = 100)
{
    const std::int64_t atFirst = AllocationCounter::ofAllThreads();
    session.run(request, results);
    session.run(request, results);
    const std::int64_t before = AllocationCounter::ofAllThreads();
    if (before == atFirst) {
        return "nothing is counted";
    }
    for (int i = 0; i < runs; ++i) {
        session.run(request, results);
    }
    const std::int64_t during = AllocationCounter::ofAllThreads() - before;
    return during == 0 ? QString() : QStringLiteral("%1 allocations").arg(during);
}

void TestWarmPlan::allocatesNothing()
{
    SKIP_UNLESS_ALLOCATIONS_COUNT();
    QFETCH(const int, threads);
    Graph graph(1);
    const Output x = placeholder(graph, DataType::Float, Shape{Shape::kUnknownDim, 8});
    const Output labels = placeholder(graph, DataType::Int64, Shape{Shape::kUnknownDim});
    const Output training = placeholder(graph, DataType::Bool, Shape{});
    const Output logits = mlp(x, 3, {{64, 32}, "relu", 0.5, training});
    const Output loss = sparseSoftmaxCrossEntropy(labels, logits);
    const auto step = createGlobalStep(graph);
    AdamOptimizer optimizer(learningRateVariable(graph, 0.01)->value());
    Operation& train = optimizer.minimize(loss, step);
    scalarSummary("loss", loss);
    const Output summaries = mergeAllSummaries(graph);

    DirectSession session(graph, {threads});
    initializeVariables(session);
    const std::vector<Fetch> fetches{train, loss, step->value(), summaries};
    Tensor features(DataType::Float, Shape{64, 8});
    std::ranges::fill(features.values<float>(), 0.5F);
    const std::vector<Feed> feeds{{x, features},
                                  {labels, Tensor(DataType::Int64, Shape{64})},
                                  {training, Tensor::scalar(true)}};
    std::vector<Tensor> results;
    const QString allocations = allocationsOfWarmRuns(session, {fetches, feeds}, results);
    QVERIFY2(allocations.isEmpty(), qPrintable(allocations));
    QCOMPARE(results[2].scalarValue<std::int64_t>(), std::int64_t{101});
}

// Layers of all kinds, a clipped gradient, a schedule and an optimizer with slots.
void TestWarmPlan::picturesAndSequencesAllocateNothing()
{
    SKIP_UNLESS_ALLOCATIONS_COUNT();
    QFETCH(const int, threads);
    Graph graph(1);
    const Output pictures = placeholder(graph, DataType::Float, Shape{-1, 12, 12, 3});
    const Output tokens = placeholder(graph, DataType::Int32, Shape{-1, 5});
    const Output training = placeholder(graph, DataType::Bool, Shape{});
    const Output first = maxPool(localResponseNormalization(convLayer(pictures, 8, 3)));
    const Output second = globalAvgPool(residualBlock(first, training));
    const Output words = embedding(tokens, 7, 8, DataType::Float);
    const Output seen = attentionLayer(layerNormLayer(words), words, 2, 4).y;
    const Output state = add(lstmLayer(seen, 8).last.h, gruLayer(words, 8).last);
    const Output loss = l2Loss(gelu(dense(add(second, state), 4)));
    const auto step = createGlobalStep(graph);
    RmsPropOptimizer optimizer(
        scheduledRate(step->value(), LearningRateSchedule::cosine(0.001, 1000)));
    Operation& train = optimizer.applyGradients(
        clipGradientsByGlobalNorm(optimizer.computeGradients(loss), 1), step);

    DirectSession session(graph, {threads});
    initializeVariables(session);
    const std::vector<Fetch> fetches{train, loss};
    Tensor pixels(DataType::Float, Shape{16, 12, 12, 3});
    std::ranges::fill(pixels.values<float>(), 0.5F);
    const std::vector<Feed> feeds{{pictures, pixels},
                                  {tokens, Tensor(DataType::Int32, Shape{16, 5})},
                                  {training, Tensor::scalar(true)}};
    std::vector<Tensor> results;
    const QString allocations = allocationsOfWarmRuns(session, {fetches, feeds}, results);
    QVERIFY2(allocations.isEmpty(), qPrintable(allocations));
}

void TestWarmPlan::netsOfTheBenchAllocateNothing_data()
{
    QTest::addColumn<bool>("isTutorial");
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 2}) {
        QTest::addRow("mnist-cnn, %d threads", threads) << false << threads;
        QTest::addRow("cifar10-tutorial, %d threads", threads) << true << threads;
    }
}

void TestWarmPlan::netsOfTheBenchAllocateNothing()
{
    SKIP_UNLESS_ALLOCATIONS_COUNT();
    QFETCH(const bool, isTutorial);
    QFETCH(const int, threads);
    Graph graph(1);
    const Shape example = isTutorial ? Shape{4, 24, 24, 3} : Shape{4, 28, 28, 1};
    const Output x = placeholder(graph, DataType::Float, example);
    const Output y = placeholder(graph, DataType::Int64, Shape{4});
    const TrainedNet net = isTutorial ? cifarTutorialNet(x, y) : mnistNet(x, y);
    DirectSession session(graph, {threads});
    initializeVariables(session);
    const std::vector<Fetch> fetches{*net.train, net.loss};
    Tensor pixels(DataType::Float, example);
    std::ranges::fill(pixels.values<float>(), 0.5F);
    const std::vector<Feed> feeds{{x, pixels}, {y, Tensor(DataType::Int64, Shape{4})}};
    std::vector<Tensor> results;
    const QString allocations = allocationsOfWarmRuns(session, {fetches, feeds}, results, 20);
    QVERIFY2(allocations.isEmpty(), qPrintable(allocations));
}

QTEST_APPLESS_MAIN(TestWarmPlan)
#include "tst_warm_plan.moc"
