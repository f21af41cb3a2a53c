// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "workload_nets.h"

#include "engine/nn/adam_optimizer.h"
#include "engine/nn/gradient_descent_optimizer.h"
#include "engine/nn/layers.h"
#include "engine/nn/losses.h"
#include "engine/nn/moving_average.h"
#include "engine/nn/picture_layers.h"
#include "engine/nn/regularization.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/learning_rate_schedule.h"
#include "engine/ops/lrn_op.h"
#include "engine/ops/pool_ops.h"

#include <fmt/format.h>

using namespace engine;

namespace {

TrainedNet trainedByAdam(Output y, Output logits)
{
    const Output loss = sparseSoftmaxCrossEntropy(y, logits);
    const Output rate = constant(y.graph(), Tensor::scalar<float>(0.001F), "rate");
    return {logits, loss, &AdamOptimizer(rate).minimize(loss)};
}

Output convRelu(Output x, std::int64_t filters, std::int64_t size, ConvLayerOptions options)
{
    options.activation = "relu";
    return convLayer(x, filters, size, options);
}

// A dense layer whose weights begin as the tutorial's.
Output tutorialDense(Output x, std::int64_t units, double deviation, double bias, bool isHidden)
{
    return dense(x, units, isHidden ? "relu" : "linear",
                 {.kernelInitializer = truncatedNormalInitializer(0, deviation),
                  .biasInitializer = constantInitializer(bias)});
}

Output tutorialLogits(Output x)
{
    const auto conv = [](Output input, double bias) {
        ConvLayerOptions options;
        options.kernelInitializer = truncatedNormalInitializer(0, 0.05);
        options.biasInitializer = constantInitializer(bias);
        return convRelu(input, 64, 5, options);
    };
    const auto pool = [](Output input) { return maxPool(input, {{3, 3}, {2, 2}, "SAME"}); };
    const auto norm = [](Output input) {
        return localResponseNormalization(
            input, {.depthRadius = 4, .bias = 1, .alpha = 0.001 / 9, .beta = 0.75});
    };
    Output layer = norm(pool(conv(x, 0)));
    layer = pool(norm(conv(layer, 0.1)));
    layer = reshape(layer, Shape{-1, 6 * 6 * 64});
    layer = tutorialDense(layer, 384, 0.04, 0.1, true);
    layer = tutorialDense(layer, 192, 0.04, 0.1, true);
    return tutorialDense(layer, 10, 1.0 / 192, 0, false);
}

} // namespace

TrainedNet denseNet(Output x, Output y, std::span<const std::int64_t> units)
{
    Output layer = x;
    for (std::size_t i = 0; i < units.size(); ++i) {
        layer = dense(layer, units[i], i + 1 == units.size() ? "linear" : "relu");
    }
    return trainedByAdam(y, layer);
}

TrainedNet mnistNet(Output x, Output y)
{
    ConvLayerOptions valid;
    valid.convolution.padding = "VALID";
    Output layer = convRelu(convRelu(x, 32, 3, valid), 64, 3, valid);
    layer = reshape(maxPool(layer), Shape{-1, 12 * 12 * 64});
    return trainedByAdam(y, dense(dense(layer, 128, "relu"), 10));
}

TrainedNet cifarTutorialNet(Output x, Output y)
{
    constexpr std::int64_t kDecaySteps = 136'718; // 350 epochs of 50 000 / 128 steps
    Graph& graph = x.graph();
    const auto step = createGlobalStep(graph);
    const Output logits = tutorialLogits(x);
    const Output cross = sparseSoftmaxCrossEntropy(y, logits);
    const auto trainable = graph.collectionOf<Variable>(keys::kTrainableVariables);
    for (const auto& variable : trainable) {
        if (variable->name() == "dense/kernel" || variable->name() == "dense_1/kernel") {
            addWeightDecay(variable->value(), 0.004);
        }
    }
    const Output loss = totalLoss(cross);
    ExponentialMovingAverage lossAverages(0.9);
    std::vector<Operation*> done{&lossAverages.apply(cross, "cross_entropy"),
                                 &lossAverages.apply(loss, "total_loss")};
    int number = 0;
    for (const CollectionItem& item : graph.collection(keys::kLosses)) {
        done.push_back(
            &lossAverages.apply(std::get<Output>(item), fmt::format("weight_decay_{}", number++)));
    }
    const Output rate = scheduledRate(
        step->value(), LearningRateSchedule::exponential({0.1, kDecaySteps, 0.1, true}));
    done.push_back(&GradientDescentOptimizer(rate).minimize(loss, step));
    Output raised;
    {
        const ControlDependencies after(graph, {done.back()});
        raised = readVariable(step->value());
    }
    ExponentialMovingAverage averages(0.9999, raised);
    averages.prepare(trainable);
    const ControlDependencies after(graph, {done.back()});
    done.push_back(&averages.apply(trainable));
    return {logits, loss, &group(graph, done, "train")};
}
