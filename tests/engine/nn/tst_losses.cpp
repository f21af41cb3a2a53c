// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/losses.h"

#include "tests/engine/ops/gradient_checker.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

class TestLosses : public QObject
{
    Q_OBJECT

private slots:
    void reductions_data();
    void reductions();
    void means();
    void meanSquaredErrorHasAGradient();
    void meanSquaredErrorDoesNotBroadcast();
};

void TestLosses::reductions_data()
{
    QTest::addColumn<LossReduction>("reduction");
    QTest::addColumn<std::vector<std::int64_t>>("shape");
    QTest::addColumn<std::vector<double>>("want");
    using Dims = std::vector<std::int64_t>;
    using Values = std::vector<double>;
    QTest::newRow("none") << LossReduction::None << Dims{2, 2} << Values{1, 4, 0, 9};
    QTest::newRow("sum") << LossReduction::Sum << Dims{} << Values{14};
    QTest::newRow("mean") << LossReduction::Mean << Dims{} << Values{3.5};
}

void TestLosses::reductions()
{
    QFETCH(LossReduction, reduction);
    QFETCH(std::vector<std::int64_t>, shape);
    QFETCH(std::vector<double>, want);
    const Tensor result = evaluateOne(
        {doubles(Shape{2, 2}, {0, 0, 5, 1}), doubles(Shape{2, 2}, {1, -2, 5, 4})},
        [&](const auto& inputs) { return meanSquaredError(inputs[0], inputs[1], reduction); });
    VERIFY_TENSOR(result, Shape(shape), want);
}

void TestLosses::means()
{
    const Tensor logits = doubles(Shape{2, 2}, {0, 0, 0, std::log(3.0)});
    const std::vector<Tensor> losses =
        evaluate({logits, doubles(Shape{2, 2}, {1, 0, 0, 1})}, [](const auto& inputs) {
            const Output labels =
                constant(inputs[0].graph(), Tensor::fromValues<std::int64_t>(Shape{2}, {0, 1}));
            return std::vector<Output>{sparseSoftmaxCrossEntropy(labels, inputs[0]),
                                       softmaxCrossEntropy(inputs[1], inputs[0]),
                                       sigmoidCrossEntropy(inputs[1], inputs[0])};
        });
    const double softmax = (std::log(2.0) + std::log(4.0 / 3)) / 2;
    VERIFY_TENSOR(losses[0], Shape{}, {softmax});
    VERIFY_TENSOR(losses[1], Shape{}, {softmax});
    VERIFY_TENSOR(losses[2], Shape{}, {(3 * std::log(2.0) + std::log(4.0 / 3)) / 4});
}

void TestLosses::meanSquaredErrorHasAGradient()
{
    VERIFY_GRADIENT({{Shape{3, 2}, Shape{3, 2}},
                     [](const auto& inputs) { return meanSquaredError(inputs[0], inputs[1]); }});
}

void TestLosses::meanSquaredErrorDoesNotBroadcast()
{
    Graph graph;
    const Output labels = placeholder(graph, DataType::Float, Shape{5});
    const Output predictions = placeholder(graph, DataType::Float, Shape{5, 1});
    VERIFY_THROWS(InvalidArgumentError, "labels [5] and predictions [5, 1] differ in shape",
                  meanSquaredError(labels, predictions));
}

QTEST_APPLESS_MAIN(TestLosses)
#include "tst_losses.moc"
