// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/picture_layers.h"

#include "engine/nn/gradient_descent_optimizer.h"
#include "engine/nn/layers.h"
#include "engine/nn/losses.h"
#include "engine/nn/regularization.h"
#include "engine/ops/pool_ops.h"
#include "engine/ops/reduction_ops.h"
#include "tests/engine/nn/trained_model.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

class TestPictureLayers : public QObject
{
    Q_OBJECT

private slots:
    void layersNameTheirVariables();
    void convLayersCompute();
    void movingAveragesFollowUpdatesOnly();
    void residualNetsLearn();
    void weightDecayJoinsTheLoss();
    void badInputsAreNamed();
};

static std::vector<std::string> variablesOf(const Graph& graph, std::string_view key)
{
    std::vector<std::string> names;
    for (const auto& variable : graph.collectionOf<Variable>(key)) {
        names.push_back(variable->name() + variable->value().shape().toString());
    }
    return names;
}

void TestPictureLayers::layersNameTheirVariables()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{-1, 8, 8, 3});
    const Output training = placeholder(graph, DataType::Bool, Shape{});
    batchNormLayer(convLayer(x, 4, 5), training);
    const std::vector<std::string> want{
        "conv2d/kernel[5, 5, 3, 4]",          "conv2d/bias[4]",
        "batch_normalization/gamma[4]",       "batch_normalization/beta[4]",
        "batch_normalization/moving_mean[4]", "batch_normalization/moving_variance[4]"};
    QCOMPARE(variablesOf(graph, keys::kGlobalVariables), want);
    QCOMPARE(variablesOf(graph, keys::kTrainableVariables).size(), std::size_t{4});
}

void TestPictureLayers::convLayersCompute()
{
    Graph graph;
    const Output x = constant(graph, doubles(Shape{1, 1, 3, 1}, {1, 2, 3}));
    ConvLayerOptions options;
    options.kernelInitializer = constantInitializer(1);
    options.biasInitializer = constantInitializer(-4);
    options.activation = "relu";
    const Output y = convLayer(x, 1, 3, options); // sums of neighbours, minus 4
    DirectSession session(graph, {1});
    initializeVariables(session);
    VERIFY_TENSOR(session.run(y), Shape{1, 1, 3, 1}, {0, 2, 1});
}

// The batch has mean 3 and, divided by n - 1 for pictures, variance 2.
void TestPictureLayers::movingAveragesFollowUpdatesOnly()
{
    Graph graph;
    const Output x = constant(graph, doubles(Shape{1, 1, 2, 1}, {2, 4}));
    const Output training = placeholder(graph, DataType::Bool, Shape{});
    BatchNormLayerOptions options;
    options.momentum = 0.75;
    const Output y = batchNormLayer(x, training, options);
    const Output rate = scalarConstant(graph, DataType::Double, 0);
    Operation& train = GradientDescentOptimizer(rate).minimize(l2Loss(y));
    DirectSession session(graph, {1});
    initializeVariables(session);
    const Output mean = graph.output("batch_normalization/moving_mean");
    const Output variance = graph.output("batch_normalization/moving_variance");
    const auto runWith = [&](const Fetch& fetch, bool isTraining) {
        const std::vector<Fetch> fetches{fetch};
        const std::vector<Feed> feeds{{training, Tensor::scalar(isTraining)}};
        return session.run(fetches, feeds)[0];
    };
    runWith(y, true);
    VERIFY_TENSOR(session.run(mean), Shape{1}, {0});
    runWith(train, true);
    VERIFY_TENSOR(session.run(mean), Shape{1}, {0.75});
    VERIFY_TENSOR(session.run(variance), Shape{1}, {1.25});
    const double deviation = std::sqrt(1.25 + 1e-3);
    VERIFY_TENSOR(runWith(y, false), Shape{1, 1, 2, 1}, {1.25 / deviation, 3.25 / deviation});
}

void TestPictureLayers::residualNetsLearn()
{
    Graph graph(3);
    Tensor pictures(DataType::Float, Shape{8, 4, 4, 2});
    Tensor labels(DataType::Int32, Shape{8});
    for (std::size_t i = 0; i < pictures.values<float>().size(); ++i) {
        const std::size_t picture = i / 32;
        labels.values<std::int32_t>()[picture] = static_cast<std::int32_t>(picture % 2);
        pictures.values<float>()[i] = static_cast<float>((i * 7 + picture % 2 * i) % 5) - 2.0F;
    }
    const Output training = placeholder(graph, DataType::Bool, Shape{});
    ResidualBlockOptions wider;
    wider.stride = 2;
    wider.filters = 4;
    const Output same = residualBlock(constant(graph, pictures), training);
    const Output half = residualBlock(same, training, wider);
    QCOMPARE(half.shape(), (Shape{8, 2, 2, 4}));
    const Output logits = dense(globalAvgPool(half), 2);
    const Output loss = sparseSoftmaxCrossEntropy(constant(graph, labels), logits);
    const Output rate = scalarConstant(graph, DataType::Float, 0.1);
    Operation& train = GradientDescentOptimizer(rate).minimize(loss);
    DirectSession session(graph, {2});
    initializeVariables(session);
    const std::vector<Fetch> fetches{loss, train};
    const std::vector<Feed> feeds{{training, Tensor::scalar(true)}};
    const double first = session.run(fetches, feeds)[0].scalarAsDouble();
    for (int step = 0; step < 30; ++step) {
        session.run(fetches, feeds);
    }
    QVERIFY(session.run(fetches, feeds)[0].scalarAsDouble() < first / 2);
}

void TestPictureLayers::weightDecayJoinsTheLoss()
{
    Graph graph;
    const Output w = makeVariable("w", constant(graph, doubles(Shape{2}, {3, 4})))->value();
    const Output loss = scalarConstant(graph, DataType::Double, 1);
    QCOMPARE(totalLoss(loss), loss);
    addWeightDecay(w, 0.1);
    DirectSession session(graph, {1});
    const Output total = totalLoss(loss);
    initializeVariables(session);
    VERIFY_TENSOR(session.run(total), Shape{}, {2.25});
}

void TestPictureLayers::badInputsAreNamed()
{
    Graph graph;
    const Output unknown = placeholder(graph, DataType::Float, Shape{-1, 8, 8, -1});
    VERIFY_THROWS(InvalidArgumentError, "conv2d: the channels of [?, 8, 8, ?] are not known",
                  convLayer(unknown, 4, 3));
    const Output x = placeholder(graph, DataType::Float, Shape{-1, 8, 8, 3});
    ConvLayerOptions options;
    options.convolution.groups = 2;
    VERIFY_THROWS(InvalidArgumentError, "3 channels cannot be split in 2 groups",
                  convLayer(x, 4, 3, options));
}

QTEST_APPLESS_MAIN(TestPictureLayers)
#include "tst_picture_layers.moc"
