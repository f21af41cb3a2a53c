// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/layers.h"

#include "engine/nn/activations.h"
#include "engine/nn/adam_optimizer.h"
#include "engine/nn/losses.h"
#include "tests/engine/nn/trained_model.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

class TestLayers : public QObject
{
    Q_OBJECT

private slots:
    void denseComputes();
    void denseNamesItsVariables();
    void badDenseLayersAreNamed();
    void unknownActivationsAreNamed();
    void dropoutOfRateZeroAddsNothing();
    void dropoutCountersAreCheckpointedAndNotTrained();
    void mlpHasTheLayersAskedFor();
    void trainingIsTheSameBitsEachTime_data();
    void trainingIsTheSameBitsEachTime();
};

void TestLayers::denseComputes()
{
    Graph graph;
    const Output x = constant(graph, doubles(Shape{2, 2}, {1, 2, 3, 4}));
    const Output y = dense(x, 1, "relu",
                           {.kernelInitializer = constantInitializer(-1),
                            .biasInitializer = constantInitializer(5),
                            .name = "out"});
    DirectSession session(graph, {1});
    initializeVariables(session);
    VERIFY_TENSOR(session.run(y), Shape{2, 1}, {2, 0});
}

void TestLayers::denseNamesItsVariables()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{-1, 3});
    dense(dense(x, 4), 2);
    std::vector<std::string> names;
    for (const auto& variable : graph.collectionOf<Variable>(keys::kTrainableVariables)) {
        names.push_back(variable->name() + variable->value().shape().toString());
    }
    const std::vector<std::string> want{"dense/kernel[3, 4]", "dense/bias[4]",
                                        "dense_1/kernel[4, 2]", "dense_1/bias[2]"};
    QCOMPARE(names, want);
}

void TestLayers::badDenseLayersAreNamed()
{
    Graph graph;
    const Output cube = placeholder(graph, DataType::Float, Shape{2, 3, 4});
    const Output unknown = placeholder(graph, DataType::Float, Shape{2, -1});
    VERIFY_THROWS(InvalidArgumentError,
                  "hidden: a dense layer needs [batch, in] with known in, not [2, 3, 4]",
                  dense(cube, 2, "relu", {.name = "hidden"}));
    VERIFY_THROWS(InvalidArgumentError, "not [2, ?]", dense(unknown, 2));
}

void TestLayers::unknownActivationsAreNamed()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{2, 3});
    VERIFY_THROWS(InvalidArgumentError,
                  "there is no activation 'rely'; there are linear, relu, relu6, leaky_relu",
                  activate(x, "rely"));
    QCOMPARE(activationNames().size(), std::size_t{12});
}

void TestLayers::dropoutOfRateZeroAddsNothing()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{2});
    const std::size_t before = graph.operationCount();
    QCOMPARE(dropout(x, 0, Output()), x);
    QCOMPARE(graph.operationCount(), before);
}

void TestLayers::dropoutCountersAreCheckpointedAndNotTrained()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{2});
    const Output training = placeholder(graph, DataType::Bool, Shape{});
    dropout(dropout(x, 0.5, training), 0.5, training);
    const auto variables = graph.collectionOf<Variable>(keys::kGlobalVariables);
    QCOMPARE(variables.size(), std::size_t{2});
    QCOMPARE(variables[0]->name(), "dropout/counter");
    QCOMPARE(variables[1]->name(), "dropout_1/counter");
    QVERIFY(graph.collection(keys::kTrainableVariables).empty());
}

void TestLayers::mlpHasTheLayersAskedFor()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{-1, 6});
    const Output training = placeholder(graph, DataType::Bool, Shape{});
    MlpOptions options;
    options.hiddenLayers = {5, 4};
    options.dropoutRate = 0.5;
    options.training = training;
    const Output logits = mlp(x, 3, options);
    QCOMPARE(logits.shape(), (Shape{-1, 3}));
    QCOMPARE(findVariable(graph, "dense_2/kernel")->value().shape(), (Shape{4, 3}));
    QCOMPARE(findVariable(graph, "dropout_1/counter")->value().type(), DataType::Int64);
    QVERIFY(graph.findOperation("dropout_2/counter") == nullptr);
}

void TestLayers::trainingIsTheSameBitsEachTime_data()
{
    QTest::addColumn<int>("threads");
    QTest::newRow("one thread") << 1;
    QTest::newRow("two threads") << 2;
}

// The losses of 20 steps of a perceptron with dropout.
static std::vector<double> lossesOfTraining(std::uint64_t seed, int threads)
{
    Graph graph(seed);
    const Output x = fill(graph, DataType::Float, Shape{64, 100}, 0.5);
    const Output labels = fill(graph, DataType::Int64, Shape{64}, 1);
    MlpOptions options;
    options.hiddenLayers = {300};
    options.dropoutRate = 0.3;
    options.training = constant(graph, Tensor::scalar<bool>(true));
    const Output loss = sparseSoftmaxCrossEntropy(labels, mlp(x, 3, options));
    AdamOptimizer optimizer(scalarConstant(graph, DataType::Float, 0.001));
    Operation& train = optimizer.minimize(loss, createGlobalStep(graph));
    DirectSession session(graph, {threads});
    initializeVariables(session);
    std::vector<double> losses;
    for (int step = 0; step < 20; ++step) {
        losses.push_back(session.run({Fetch(loss), Fetch(train)})[0].scalarAsDouble());
    }
    return losses;
}

void TestLayers::trainingIsTheSameBitsEachTime()
{
    QFETCH(int, threads);
    const std::vector<double> losses = lossesOfTraining(7, threads);
    QCOMPARE(lossesOfTraining(7, threads), losses);
    QVERIFY(lossesOfTraining(8, threads) != losses);
    QVERIFY2(losses.back() < losses.front() / 2, "nothing was learned");
}

QTEST_APPLESS_MAIN(TestLayers)
#include "tst_nn_layers.moc"
