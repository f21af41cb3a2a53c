// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/adam_optimizer.h"
#include "engine/nn/layers.h"
#include "engine/nn/losses.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/summary_ops.h"
#include "engine/runtime/direct_session.h"

#include <QTest>

#include <atomic>
#include <cstdlib>
#include <new>

using namespace engine;

namespace {

std::atomic<std::int64_t> allocationCount = 0; // of all threads

void* counted(std::size_t size)
{
    ++allocationCount;
    return std::malloc(size);
}

} // namespace

void* operator new(std::size_t size)
{
    if (void* const memory = counted(size)) {
        return memory;
    }
    throw std::bad_alloc();
}

void* operator new(std::size_t size, std::align_val_t alignment)
{
    ++allocationCount;
    const auto multiple = static_cast<std::size_t>(alignment);
    if (void* const memory =
            std::aligned_alloc(multiple, (size + multiple - 1) / multiple * multiple)) {
        return memory;
    }
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

class TestWarmPlan : public QObject
{
    Q_OBJECT

private slots:
    void allocatesNothing_data();
    void allocatesNothing();
};

void TestWarmPlan::allocatesNothing_data()
{
    QTest::addColumn<int>("threads");
    QTest::newRow("1 thread") << 1;
    QTest::newRow("2 threads") << 2;
}

void TestWarmPlan::allocatesNothing()
{
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
    for (const auto& variable : graph.collectionOf<Variable>(keys::kGlobalVariables)) {
        session.run(variable->initializer());
    }
    const std::vector<Fetch> fetches{train, loss, step->value(), summaries};
    Tensor features(DataType::Float, Shape{64, 8});
    std::ranges::fill(features.values<float>(), 0.5F);
    const std::vector<Feed> feeds{{x, features},
                                  {labels, Tensor(DataType::Int64, Shape{64})},
                                  {training, Tensor::scalar(true)}};
    const RunRequest request{fetches, feeds};
    std::vector<Tensor> results;
    const std::int64_t atFirst = allocationCount;
    session.run(request, results);
    session.run(request, results);
    const std::int64_t before = allocationCount;
    QVERIFY(before > atFirst); // the counting works
    for (int i = 0; i < 100; ++i) {
        session.run(request, results);
    }
    const std::int64_t during = allocationCount - before;
    QCOMPARE(during, std::int64_t{0});
    QCOMPARE(results[2].scalarValue<std::int64_t>(), std::int64_t{101});
}

QTEST_APPLESS_MAIN(TestWarmPlan)
#include "tst_warm_plan.moc"
