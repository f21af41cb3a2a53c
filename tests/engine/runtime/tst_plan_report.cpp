// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/plan_report.h"

#include "engine/ops/activation_ops.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/conv2d_ops.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/direct_session.h"
#include "tests/engine/nn/trained_model.h"

#include <QTest>

using namespace engine;

class TestPlanReport : public QObject
{
    Q_OBJECT

private slots:
    void onlyForThoseWhoAsk();
    void countsWhatBecameOfTheGraph();
    void stepsAreThoseOfTheTimings();
    void resultsTakeTurns();
    void convolutionsSayTheirWay_data();
    void convolutionsSayTheirWay();
};

namespace {

std::shared_ptr<const PlanReport> reportOf(Session& session, const std::vector<Fetch>& fetches,
                                           const std::vector<Feed>& feeds,
                                           RunMetadata* metadata = nullptr)
{
    RunMetadata own;
    RunMetadata& used = metadata != nullptr ? *metadata : own;
    RunOptions options;
    options.traceLevel = metadata != nullptr ? 3 : 0;
    options.outputPartitionGraphs = true;
    std::vector<Tensor> results;
    session.run(RunRequest{fetches, feeds, &options, &used}, results);
    return used.partitionGraphs.size() == 1 ? used.partitionGraphs.front() : nullptr;
}

// relu(x · w + b) + (1 + 2), and something else that is not asked for.
struct Net
{
    Net()
        : x(placeholder(graph, DataType::Float, Shape{Shape::kUnknownDim, 6}, "x")),
          w(makeVariable("w", fill(graph, DataType::Float, Shape{6, 3}, 0.5))),
          b(makeVariable("b", fill(graph, DataType::Float, Shape{3}, 0.25)))
    {
        const Output layer = relu(biasAdd(matMul(x, w->value()), b->value()));
        const Output three = add(scalarConstant(graph, DataType::Float, 1),
                                 scalarConstant(graph, DataType::Float, 2));
        y = add(layer, three, "y");
        multiply(y, y);
        initialize.emplace(graph);
        initializeVariables(*initialize);
    }

    Feed examples(std::int64_t count) const
    {
        return {x, Tensor(DataType::Float, Shape{count, 6})};
    }

    Graph graph;
    Output x;
    std::shared_ptr<Variable> w;
    std::shared_ptr<Variable> b;
    Output y;
    std::optional<DirectSession> initialize;
};

} // namespace

void TestPlanReport::onlyForThoseWhoAsk()
{
    Net net;
    RunMetadata metadata;
    RunOptions options;
    std::vector<Tensor> results;
    const Fetch fetch(net.y);
    const Feed feed = net.examples(2);
    net.initialize->run(RunRequest{{&fetch, 1}, {&feed, 1}, &options, &metadata}, results);
    QVERIFY(metadata.partitionGraphs.empty());
    const auto report = reportOf(*net.initialize, {net.y}, {feed});
    QVERIFY(report != nullptr);
    QCOMPARE(reportOf(*net.initialize, {net.y}, {feed}), report); // the plan's own, not made anew
    QVERIFY(reportOf(*net.initialize, {net.y}, {net.examples(3)}) != report);
}

void TestPlanReport::countsWhatBecameOfTheGraph()
{
    Net net;
    const auto report = reportOf(*net.initialize, {net.y}, {net.examples(5)});
    QCOMPARE(report->graphOperations, net.graph.operationCount());
    // MatMul, BiasAdd, Relu, both variables, 1, 2, their sum, y; x is fed
    QCOMPARE(report->neededOperations, std::size_t{9});
    QCOMPARE(report->foldedOperations, std::size_t{1});
    QCOMPARE(report->foldedBytes, sizeof(float));
    QCOMPARE(report->fusedOperations(), std::size_t{2});
    QCOMPARE(report->steps.size(), std::size_t{2});
    QCOMPARE(report->variableBytes, std::size_t{(6 * 3 + 3) * sizeof(float)});

    const PlanStepReport& layer = report->steps[0];
    QCOMPARE(layer.operation->def().type, std::string_view("MatMul"));
    QCOMPARE(layer.followers.size(), std::size_t{2});
    QCOMPARE(layer.outputs.at(0).shape, (Shape{5, 3}));
    QCOMPARE(layer.flops, 2.0 * 5 * 6 * 3 + 15 + 15);
    QCOMPARE(layer.bytes, std::size_t{(5 * 6 + 6 * 3 + 3 + 5 * 3) * sizeof(float)});
    QCOMPARE(report->steps[1].flops, 15.0);
    QCOMPARE(report->flops(), layer.flops + 15);
    QCOMPARE(report->bytes(), layer.bytes + (15 + 1 + 15) * sizeof(float));
}

void TestPlanReport::stepsAreThoseOfTheTimings()
{
    Net net;
    RunMetadata metadata;
    const Output flat = reshape(net.x, Shape{-1}); // is shown anew in each run
    const auto report = reportOf(*net.initialize, {net.y, flat}, {net.examples(5)}, &metadata);
    QCOMPARE(report->steps.size(), std::size_t{3});
    QCOMPARE(metadata.timings.size(), report->steps.size());
    for (std::size_t i = 0; i < report->steps.size(); ++i) {
        QCOMPARE(metadata.timings[i].operation, report->steps[i].operation);
    }
}

void TestPlanReport::resultsTakeTurns()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{1024});
    Output y = x;
    for (int i = 0; i < 10; ++i) {
        y = relu(y);
    }
    DirectSession session(graph, {1});
    const auto report = reportOf(session, {y}, {{x, Tensor(DataType::Float, Shape{1024})}});
    QCOMPARE(report->resultBytes, std::size_t{10 * 4096});
    QCOMPARE(report->arenaBytes, std::size_t{2 * 4096});
    QCOMPARE(report->threads, 1);
}

void TestPlanReport::convolutionsSayTheirWay_data()
{
    QTest::addColumn<std::int64_t>("size");
    QTest::addColumn<std::int64_t>("channels");
    QTest::addColumn<std::int64_t>("groups");
    QTest::addColumn<std::string>("way");
    using Number = std::int64_t;
    QTest::newRow("many channels")
        << Number(3) << Number(32) << Number(1) << std::string("Winograd, tiles of 6");
    QTest::newRow("seven by seven")
        << Number(7) << Number(32) << Number(1) << std::string("direct");
    QTest::newRow("groups") << Number(3) << Number(32) << Number(2)
                            << std::string("patches and product");
    QTest::newRow("one by one in groups")
        << Number(1) << Number(32) << Number(2) << std::string("product");
}

void TestPlanReport::convolutionsSayTheirWay()
{
    QFETCH(const std::int64_t, size);
    QFETCH(const std::int64_t, channels);
    QFETCH(const std::int64_t, groups);
    QFETCH(const std::string, way);
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{2, 12, 12, channels});
    const Output filter =
        placeholder(graph, DataType::Float, Shape{size, size, channels / groups, 16});
    Conv2dOptions options;
    options.groups = groups;
    const Output y = relu(conv2d(x, filter, options));
    DirectSession session(graph, {1});
    const auto report = reportOf(session, {y},
                                 {{x, Tensor(DataType::Float, x.shape())},
                                  {filter, Tensor(DataType::Float, filter.shape())}});
    QCOMPARE(report->steps.size(), std::size_t{1});
    QCOMPARE(report->steps[0].way, way);
    const double pixels = 2.0 * y.shape().dim(1) * y.shape().dim(2);
    const double weights = double(size * size * channels / groups * 16);
    QCOMPARE(report->steps[0].flops, 2 * pixels * weights + pixels * 16);
}

QTEST_APPLESS_MAIN(TestPlanReport)
#include "tst_plan_report.moc"
