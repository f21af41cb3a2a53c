// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/sequence_layers.h"

#include "engine/nn/adam_optimizer.h"
#include "engine/nn/layers.h"
#include "engine/nn/losses.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/reduction_ops.h"
#include "tests/engine/nn/trained_model.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

using Net = Output (*)(Output tokens);

class TestSequenceLayers : public QObject
{
    Q_OBJECT

private slots:
    void layersNameTheirVariables();
    void netsLearn_data();
    void netsLearn();
    void badInputsAreNamed();
};

void TestSequenceLayers::layersNameTheirVariables()
{
    Graph graph;
    const Output tokens = placeholder(graph, DataType::Int32, Shape{-1, 5});
    const Output x = embedding(tokens, 10, 4, DataType::Float);
    lstmLayer(x, 3);
    gruLayer(x, 2);
    attentionLayer(layerNormLayer(x), x, 2, 3);
    std::vector<std::string> names;
    for (const auto& variable : graph.collectionOf<Variable>(keys::kTrainableVariables)) {
        names.push_back(variable->name() + variable->value().shape().toString());
    }
    const std::vector<std::string> want{"embedding/embeddings[10, 4]",
                                        "lstm/kernel[4, 12]",
                                        "lstm/recurrent_kernel[3, 12]",
                                        "lstm/bias[12]",
                                        "gru/kernel[4, 6]",
                                        "gru/recurrent_kernel[2, 6]",
                                        "gru/bias[2, 6]",
                                        "layer_normalization/gamma[4]",
                                        "layer_normalization/beta[4]",
                                        "multi_head_attention/query/kernel[4, 2, 3]",
                                        "multi_head_attention/query/bias[2, 3]",
                                        "multi_head_attention/key/kernel[4, 2, 3]",
                                        "multi_head_attention/key/bias[2, 3]",
                                        "multi_head_attention/value/kernel[4, 2, 3]",
                                        "multi_head_attention/value/bias[2, 3]",
                                        "multi_head_attention/output/kernel[2, 3, 4]",
                                        "multi_head_attention/output/bias[4]"};
    QCOMPARE(names, want);
}

void TestSequenceLayers::netsLearn_data()
{
    QTest::addColumn<Net>("net");
    QTest::newRow("lstm") << Net([](Output x) { return lstmLayer(x, 8).last.h; });
    QTest::newRow("gru") << Net([](Output x) { return gruLayer(x, 8).last; });
    QTest::newRow("attention") << Net([](Output x) {
        const Output y = add(x, attentionLayer(layerNormLayer(x), x, 2, 4).y);
        return reduceMean(y, {1});
    });
}

// Which of two tokens a sequence begins with; the batch is known at run time only.
void TestSequenceLayers::netsLearn()
{
    QFETCH(Net, net);
    Graph graph(5);
    const Output tokens = placeholder(graph, DataType::Int32, Shape{-1, 4});
    const Output labels = placeholder(graph, DataType::Int32, Shape{-1});
    const Output x = embedding(tokens, 3, 6, DataType::Float);
    const Output loss = sparseSoftmaxCrossEntropy(labels, dense(net(x), 2));
    const Output rate = scalarConstant(graph, DataType::Float, 0.02);
    Operation& train = AdamOptimizer(rate).minimize(loss);
    DirectSession session(graph, {1});
    initializeVariables(session);
    const std::vector<std::int32_t> rows{0, 2, 2, 2, 1, 2, 2, 2, 0, 2, 0, 2, 1, 2, 1, 2};
    const std::vector<Feed> feeds{
        {tokens, Tensor::fromValues(Shape{4, 4}, rows)},
        {labels, Tensor::fromValues<std::int32_t>(Shape{4}, {0, 1, 0, 1})}};
    const std::vector<Fetch> fetches{loss, train};
    for (int step = 0; step < 100; ++step) {
        session.run(fetches, feeds);
    }
    QVERIFY(session.run(fetches, feeds)[0].scalarAsDouble() < 0.2);
}

void TestSequenceLayers::badInputsAreNamed()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{-1, -1, 4});
    VERIFY_THROWS(InvalidArgumentError, "[?, ?, 4]", lstmLayer(x, 3));
    VERIFY_THROWS(InvalidArgumentError, "attention: tokens [?, ?, 4] do not fit a kernel",
                  attentionLayer(x, x, 2, 3));
    const Output flat = placeholder(graph, DataType::Float, Shape{-1, 4});
    VERIFY_THROWS(InvalidArgumentError, "gru: the last axis of [?, 4] is not known",
                  gruLayer(flat, 3));
}

QTEST_APPLESS_MAIN(TestSequenceLayers)
#include "tst_sequence_layers.moc"
