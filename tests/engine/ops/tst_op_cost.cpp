// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/op_cost.h"

#include "engine/graph/graph.h"
#include "engine/ops/activation_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/batch_matmul_op.h"
#include "engine/ops/conv2d_ops.h"
#include "engine/ops/gradients.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/reduction_ops.h"

#include <QTest>

using namespace engine;

class TestOpCost : public QObject
{
    Q_OBJECT

private slots:
    void floatingPointOperations_data();
    void floatingPointOperations();
    void gradientsCostWhatThePassCosts_data();
    void gradientsCostWhatThePassCosts();
};

namespace {

using Builder = Output (*)(Graph& graph);

Output input(Graph& graph, const Shape& shape)
{
    return placeholder(graph, DataType::Float, shape);
}

double costOf(const Output& output)
{
    const Operation& operation = output.operation();
    std::vector<OutputSpec> inputs;
    for (const Output& read : operation.inputs()) {
        inputs.push_back({read.type(), read.shape()});
    }
    const std::vector<OutputSpec> outputs{operation.outputSpec(0)};
    return flopsOf(operation.def(), {operation.attributes(), inputs, outputs});
}

Output product(Graph& graph)
{
    return matMul(input(graph, {3, 5}), input(graph, {5, 7}));
}

Output turnedProduct(Graph& graph)
{
    return matMul(input(graph, {5, 3}), input(graph, {7, 5}), true, true);
}

Output products(Graph& graph)
{
    return batchMatMul(input(graph, {2, 3, 5}), input(graph, {2, 5, 7}));
}

Output convolution(Graph& graph)
{
    Conv2dOptions options;
    options.strides = {2, 2};
    options.padding = "SAME";
    return conv2d(input(graph, {2, 8, 6, 4}), input(graph, {3, 3, 4, 5}), options);
}

Output groups(Graph& graph)
{
    Conv2dOptions options;
    options.groups = 2;
    options.padding = "SAME";
    return conv2d(input(graph, {2, 8, 6, 4}), input(graph, {3, 3, 2, 6}), options);
}

Output depthwise(Graph& graph)
{
    Conv2dOptions options;
    options.padding = "SAME";
    return depthwiseConv2d(input(graph, {2, 8, 6, 4}), input(graph, {3, 3, 4, 2}), options);
}

} // namespace

Q_DECLARE_METATYPE(Builder)

void TestOpCost::floatingPointOperations_data()
{
    QTest::addColumn<Builder>("build");
    QTest::addColumn<double>("flops");
    QTest::newRow("product") << Builder(product) << 2.0 * 3 * 5 * 7;
    QTest::newRow("turned product") << Builder(turnedProduct) << 2.0 * 3 * 5 * 7;
    QTest::newRow("products") << Builder(products) << 2.0 * 2 * 3 * 5 * 7;
    QTest::newRow("convolution") << Builder(convolution) << 2.0 * (2 * 4 * 3) * (3 * 3 * 4 * 5);
    QTest::newRow("groups") << Builder(groups) << 2.0 * (2 * 8 * 6) * (3 * 3 * 2 * 6);
    QTest::newRow("depthwise") << Builder(depthwise) << 2.0 * (2 * 8 * 6) * (3 * 3 * 4 * 2);
    QTest::newRow("one an element") << Builder([](Graph& graph) {
        return relu(input(graph, {3, 5}));
    }) << 15.0;
    QTest::newRow("one an element read") << Builder([](Graph& graph) {
        return reduceSum(input(graph, {3, 5}));
    }) << 15.0;
}

void TestOpCost::floatingPointOperations()
{
    QFETCH(const Builder, build);
    QFETCH(const double, flops);
    Graph graph;
    QCOMPARE(costOf(build(graph)), flops);
}

void TestOpCost::gradientsCostWhatThePassCosts_data()
{
    QTest::addColumn<Builder>("build");
    QTest::newRow("product") << Builder(product);
    QTest::newRow("turned product") << Builder(turnedProduct);
    QTest::newRow("products") << Builder(products);
    QTest::newRow("convolution") << Builder(convolution);
    QTest::newRow("groups") << Builder(groups);
    QTest::newRow("depthwise") << Builder(depthwise);
}

void TestOpCost::gradientsCostWhatThePassCosts()
{
    QFETCH(const Builder, build);
    Graph graph;
    const Output y = build(graph);
    const std::vector<Output> inputs(y.operation().inputs().begin(), y.operation().inputs().end());
    for (const Output& slope : gradients(y, inputs)) {
        Output computed = slope;
        while (computed.operation().def().type == "SumLike"
               || computed.operation().def().kind == OpKind::Alias) {
            computed = computed.operation().input(0);
        }
        QCOMPARE(costOf(computed), costOf(y));
    }
}

QTEST_APPLESS_MAIN(TestOpCost)
#include "tst_op_cost.moc"
