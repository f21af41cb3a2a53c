// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/cross_entropy_ops.h"

#include "engine/ops/softmax_ops.h"
#include "tests/engine/ops/gradient_checker.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

class TestCrossEntropyOps : public QObject
{
    Q_OBJECT

private slots:
    void sparseLosses_data();
    void sparseLosses();
    void sparseGradients_data();
    void sparseGradients();
    void labelsOutOfRangeAreNamed_data();
    void labelsOutOfRangeAreNamed();
    void denseLosses();
    void denseGradients_data();
    void denseGradients();
    void hugeLogitsDoNotOverflow();
    void largeLogitsKeepTheirPrecision();
    void logisticLosses();
    void logisticGradients_data();
    void logisticGradients();
    void badShapesAreNamed();
};

// A constant with `count` labels 0, 1, 2, 0, 1 …
static Output labelsFor(Graph& graph, DataType type, std::int64_t count)
{
    Tensor labels(DataType::Int64, Shape{count});
    for (std::int64_t i = 0; i < count; ++i) {
        labels.values<std::int64_t>()[static_cast<std::size_t>(i)] = i % 3;
    }
    return cast(constant(graph, labels), type);
}

void TestCrossEntropyOps::sparseLosses_data()
{
    QTest::addColumn<DataType>("labelType");
    QTest::newRow("int32 labels") << DataType::Int32;
    QTest::newRow("int64 labels") << DataType::Int64;
}

void TestCrossEntropyOps::sparseLosses()
{
    QFETCH(DataType, labelType);
    const double third = std::log(3.0);
    // exp gives 1, 3, 4 and 1, 1, 2
    const Tensor logits = doubles(Shape{2, 3}, {0, third, std::log(4.0), 0, 0, std::log(2.0)});
    const std::vector<Tensor> results = evaluate({logits}, [&](const auto& inputs) {
        const Output labels = labelsFor(inputs[0].graph(), labelType, 2);
        const Output losses = sparseSoftmaxCrossEntropyWithLogits(labels, inputs[0]);
        return std::vector<Output>{losses, losses.operation().output(1)};
    });
    VERIFY_TENSOR(results[0], Shape{2}, {std::log(8.0), std::log(4.0)});
    VERIFY_TENSOR(results[1], Shape{2, 3}, {0.125 - 1, 0.375, 0.5, 0.25, 0.25 - 1, 0.5});
}

void TestCrossEntropyOps::sparseGradients_data()
{
    QTest::addColumn<int>("rows");
    QTest::newRow("no row") << 0;
    QTest::newRow("one row") << 1;
    QTest::newRow("four rows") << 4;
}

void TestCrossEntropyOps::sparseGradients()
{
    QFETCH(int, rows);
    VERIFY_GRADIENT({{Shape{rows, 3}}, [&](const auto& inputs) {
                         const Output labels = labelsFor(inputs[0].graph(), DataType::Int64, rows);
                         return sparseSoftmaxCrossEntropyWithLogits(labels, inputs[0]);
                     }});
}

void TestCrossEntropyOps::labelsOutOfRangeAreNamed_data()
{
    QTest::addColumn<int>("label");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("too large") << 3
                               << QByteArray("operation loss: label 3 of row 1 is not in [0, 3)");
    QTest::newRow("negative") << -1
                              << QByteArray("operation loss: label -1 of row 1 is not in [0, 3)");
}

void TestCrossEntropyOps::labelsOutOfRangeAreNamed()
{
    QFETCH(int, label);
    QFETCH(QByteArray, message);
    const Tensor labels = Tensor::fromValues<std::int32_t>(Shape{2}, {0, label});
    VERIFY_THROWS(
        InvalidArgumentError, message.constData(),
        evaluateOne({labels, Tensor(DataType::Float, Shape{2, 3})}, [](const auto& inputs) {
            return sparseSoftmaxCrossEntropyWithLogits(inputs[0], inputs[1], "loss");
        }));
}

void TestCrossEntropyOps::denseLosses()
{
    const Tensor logits = doubles(Shape{2, 3}, {0, std::log(3.0), std::log(4.0), 0, 0, 0});
    const Tensor labels = doubles(Shape{2, 3}, {1, 0, 0, 0.5, 0.5, 0});
    const std::vector<Tensor> results = evaluate({labels, logits}, [](const auto& inputs) {
        const Output losses = softmaxCrossEntropyWithLogits(inputs[0], inputs[1]);
        return std::vector<Output>{losses, losses.operation().output(1)};
    });
    VERIFY_TENSOR(results[0], Shape{2}, {std::log(8.0), std::log(3.0)});
    const double third = 1.0 / 3;
    VERIFY_TENSOR(results[1], Shape{2, 3},
                  {0.125 - 1, 0.375, 0.5, third - 0.5, third - 0.5, third});
}

void TestCrossEntropyOps::denseGradients_data()
{
    QTest::addColumn<std::vector<std::int64_t>>("dims");
    using Dims = std::vector<std::int64_t>;
    QTest::newRow("rows") << Dims{3, 4};
    QTest::newRow("one class") << Dims{2, 1};
    QTest::newRow("no rows") << Dims{0, 4};
    QTest::newRow("a vector") << Dims{4};
    QTest::newRow("three axes") << Dims{2, 2, 3};
}

void TestCrossEntropyOps::denseGradients()
{
    QFETCH(std::vector<std::int64_t>, dims);
    // The gradient is the true one where labels sum to 1, so they come from a softmax.
    VERIFY_GRADIENT({{Shape(dims), Shape(dims)},
                     [](const auto& inputs) {
                         return softmaxCrossEntropyWithLogits(softmax(inputs[0]), inputs[1]);
                     },
                     -2,
                     2,
                     dims.size() < 3});
}

void TestCrossEntropyOps::hugeLogitsDoNotOverflow()
{
    const Tensor logits = Tensor::fromValues<float>(Shape{2, 2}, {1e4F, 0, -1e4F, 0});
    const Tensor labels = Tensor::fromValues<std::int64_t>(Shape{2}, {1, 1});
    const Tensor losses = evaluateOne({labels, logits}, [](const auto& inputs) {
        return sparseSoftmaxCrossEntropyWithLogits(inputs[0], inputs[1]);
    });
    VERIFY_TENSOR(losses, Shape{2}, {1e4, 0});
}

void TestCrossEntropyOps::largeLogitsKeepTheirPrecision()
{
    const Tensor logits = Tensor::fromValues<float>(Shape{1, 2}, {1000, 1000});
    const std::vector<Tensor> losses = evaluate({logits}, [](const auto& inputs) {
        Graph& graph = inputs[0].graph();
        const Output sparse = constant(graph, Tensor::fromValues<std::int64_t>(Shape{1}, {1}));
        const Output dense = constant(graph, Tensor::fromValues<float>(Shape{1, 2}, {0.5, 0.5}));
        return std::vector<Output>{sparseSoftmaxCrossEntropyWithLogits(sparse, inputs[0]),
                                   softmaxCrossEntropyWithLogits(dense, inputs[0])};
    });
    VERIFY_TENSOR(losses[0], Shape{1}, {std::log(2.0)}, {1e-6, 0});
    VERIFY_TENSOR(losses[1], Shape{1}, {std::log(2.0)}, {1e-6, 0});
}

void TestCrossEntropyOps::logisticLosses()
{
    const Tensor logits = doubles(Shape{4}, {0, 1000, -1000, 2});
    const Tensor labels = doubles(Shape{4}, {1, 0, 1, 0.25});
    const Tensor losses = evaluateOne({labels, logits}, [](const auto& inputs) {
        return sigmoidCrossEntropyWithLogits(inputs[0], inputs[1]);
    });
    VERIFY_TENSOR(losses, Shape{4},
                  {std::log(2.0), 1000, 1000, 2 - 0.5 + std::log1p(std::exp(-2.0))});
}

void TestCrossEntropyOps::logisticGradients_data()
{
    QTest::addColumn<std::vector<std::int64_t>>("dims");
    using Dims = std::vector<std::int64_t>;
    QTest::newRow("matrix") << Dims{3, 2};
    QTest::newRow("one element") << Dims{1};
    QTest::newRow("empty") << Dims{0, 2};
}

void TestCrossEntropyOps::logisticGradients()
{
    QFETCH(std::vector<std::int64_t>, dims);
    VERIFY_GRADIENT({{Shape(dims), Shape(dims)}, [](const auto& inputs) {
                         return sigmoidCrossEntropyWithLogits(inputs[0], inputs[1]);
                     }});
}

void TestCrossEntropyOps::badShapesAreNamed()
{
    Graph graph;
    const Output labels = placeholder(graph, DataType::Int32, Shape{2});
    const Output logits = placeholder(graph, DataType::Float, Shape{3, 4});
    const Output dense = placeholder(graph, DataType::Float, Shape{3, 5});
    VERIFY_THROWS(InvalidArgumentError, "operation loss: labels [2] do not fit logits [3, 4]",
                  sparseSoftmaxCrossEntropyWithLogits(labels, logits, "loss"));
    VERIFY_THROWS(InvalidArgumentError, "labels are float32, they must be int32 or int64",
                  sparseSoftmaxCrossEntropyWithLogits(dense, logits));
    VERIFY_THROWS(InvalidArgumentError, "shapes [3, 5] and [3, 4] do not agree",
                  softmaxCrossEntropyWithLogits(dense, logits));
    VERIFY_THROWS(InvalidArgumentError, "shapes [3, 5] and [3, 4] do not agree",
                  sigmoidCrossEntropyWithLogits(dense, logits));
}

QTEST_APPLESS_MAIN(TestCrossEntropyOps)
#include "tst_cross_entropy_ops.moc"
