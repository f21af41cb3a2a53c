// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/metrics.h"

#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

class TestMetrics : public QObject
{
    Q_OBJECT

private slots:
    void accuracyIsTheShareOfRightPredictions_data();
    void accuracyIsTheShareOfRightPredictions();
    void batchesOfAnySizeAddUp();
    void swappedArgumentsAreRefused();
};

void TestMetrics::accuracyIsTheShareOfRightPredictions_data()
{
    QTest::addColumn<DataType>("labelType");
    QTest::newRow("int32 labels") << DataType::Int32;
    QTest::newRow("int64 labels") << DataType::Int64;
}

static const std::vector<double> kLogits{0.1, 0.7, 0.2, 5, 1, 1, 2, 2, 1, 0, 0, 1};
static const std::vector<double> kLabels{1, 2, 0, 2};

void TestMetrics::accuracyIsTheShareOfRightPredictions()
{
    QFETCH(DataType, labelType);
    const std::vector<Tensor> results = evaluate(
        {doubles(Shape{4}, kLabels), doubles(Shape{4, 3}, kLogits)}, [&](const auto& inputs) {
            const Output labels = cast(inputs[0], labelType);
            return std::vector<Output>{accuracy(labels, inputs[1]),
                                       correctCount(labels, inputs[1])};
        });
    QCOMPARE(results[0].scalarValue<float>(), 0.75F);
    QCOMPARE(results[1].scalarValue<std::int64_t>(), 3);
}

void TestMetrics::batchesOfAnySizeAddUp()
{
    Graph graph;
    const Output labels = placeholder(graph, DataType::Int64, Shape{-1});
    const Output logits = placeholder(graph, DataType::Double, Shape{-1, 3});
    const Output correct = correctCount(labels, logits);
    DirectSession session(graph, {1});
    std::int64_t total = 0;
    for (const auto& [first, size] : {std::pair{0, 1}, std::pair{1, 3}, std::pair{4, 0}}) {
        Tensor labelBatch(DataType::Int64, Shape{size});
        Tensor logitBatch(DataType::Double, Shape{size, 3});
        for (int row = 0; row < size; ++row) {
            const auto source = static_cast<std::size_t>(first + row);
            labelBatch.values<std::int64_t>()[static_cast<std::size_t>(row)] =
                static_cast<std::int64_t>(kLabels[source]);
            for (std::size_t i = 0; i < 3; ++i) {
                logitBatch.values<double>()[static_cast<std::size_t>(row) * 3 + i] =
                    kLogits[source * 3 + i];
            }
        }
        total += session.run(correct, {{labels, labelBatch}, {logits, logitBatch}})
                     .scalarValue<std::int64_t>();
    }
    QCOMPARE(total, 3);
}

void TestMetrics::swappedArgumentsAreRefused()
{
    Graph graph;
    const Output labels = placeholder(graph, DataType::Int64, Shape{-1});
    const Output logits = placeholder(graph, DataType::Float, Shape{-1, 3});
    VERIFY_THROWS(InvalidArgumentError, "positions as float32 are asked for",
                  accuracy(logits, labels));
}

QTEST_APPLESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
