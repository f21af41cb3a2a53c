// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/picture_layers.h"

#include "engine/base/errors.h"
#include "engine/nn/activations.h"
#include "engine/nn/layer_variables.h"
#include "engine/nn/moving_average.h"
#include "engine/nn/update_ops.h"
#include "engine/ops/activation_ops.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/batch_norm_ops.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/variable_ops.h"

#include <fmt/format.h>

namespace engine {

namespace {

std::int64_t channelsOf(Output x, std::string_view layer)
{
    const Shape& shape = x.shape();
    if (shape.rank() < 2 || shape.dim(-1) == Shape::kUnknownDim) {
        throw InvalidArgumentError(
            fmt::format("{}: the channels of {} are not known", layer, shape.toString()));
    }
    return shape.dim(-1);
}

// A variable that is not trained, but of the model, and begins with one value.
std::shared_ptr<Variable> statistic(std::string_view name, const OutputSpec& spec, double value,
                                    Graph& graph)
{
    const Output initial = constantInitializer(value)(graph, spec.type, spec.shape,
                                                      fmt::format("{}/Initializer", name));
    auto variable = makeVariable(name, initial, {.trainable = false});
    graph.addToCollection(keys::kModelStatistics, variable);
    return variable;
}

} // namespace

Output convLayer(Output x, std::int64_t filters, std::int64_t size, const ConvLayerOptions& options)
{
    Graph& graph = x.graph();
    const std::int64_t channels = channelsOf(x, options.name);
    const std::int64_t groups = options.convolution.groups;
    if (groups < 1 || channels % groups != 0) {
        throw InvalidArgumentError(fmt::format("{}: {} channels cannot be split in {} groups",
                                               options.name, channels, groups));
    }
    const NameScope scope(graph, options.name);
    const Shape shape{size, size, channels / groups, filters};
    const Output kernel =
        trainableVariable(graph, "kernel", {x.type(), shape}, options.kernelInitializer);
    Output y = conv2d(x, kernel, options.convolution);
    if (options.useBias) {
        const Output bias =
            trainableVariable(graph, "bias", {x.type(), Shape{filters}}, options.biasInitializer);
        y = biasAdd(y, bias);
    }
    return activate(y, options.activation);
}

Output batchNormLayer(Output x, Output training, const BatchNormLayerOptions& options)
{
    Graph& graph = x.graph();
    const OutputSpec channels{x.type(), Shape{channelsOf(x, options.name)}};
    const NameScope scope(graph, options.name);
    const Output gamma = trainableVariable(graph, "gamma", channels, constantInitializer(1));
    const Output beta = trainableVariable(graph, "beta", channels, zerosInitializer());
    const auto mean = statistic("moving_mean", channels, 0, graph);
    const auto variance = statistic("moving_variance", channels, 1, graph);
    const BatchNormOutputs result =
        batchNorm(x, {gamma, beta, mean->value(), variance->value(), training},
                  {options.epsilon, x.shape().rank() == 4});
    graph.addToCollection(
        keys::kUpdateOps,
        &assignMovingAverage(*mean, result.mean, options.momentum, false).operation());
    graph.addToCollection(
        keys::kUpdateOps,
        &assignMovingAverage(*variance, result.variance, options.momentum, false).operation());
    return result.y;
}

Output residualBlock(Output x, Output training, const ResidualBlockOptions& options)
{
    const std::int64_t channels = channelsOf(x, options.name);
    const std::int64_t filters = options.filters > 0 ? options.filters : channels;
    const NameScope scope(x.graph(), options.name);
    const auto normed = [&](Output input, std::int64_t size, std::int64_t stride,
                            std::string_view name) {
        ConvLayerOptions layer;
        layer.convolution.strides = {stride, stride};
        layer.useBias = false;
        layer.kernelInitializer = heNormal();
        layer.name = name;
        return batchNormLayer(convLayer(input, filters, size, layer), training, options.norm);
    };
    const Output first = relu(normed(x, 3, options.stride, "conv1"));
    const Output second = normed(first, 3, 1, "conv2");
    const bool isSameShape = options.stride == 1 && filters == channels;
    return relu(add(second, isSameShape ? x : normed(x, 1, options.stride, "shortcut")));
}

} // namespace engine
