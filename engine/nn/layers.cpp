// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/layers.h"

#include "engine/base/errors.h"
#include "engine/nn/activations.h"
#include "engine/nn/layer_variables.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/dropout_op.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/variable_ops.h"

#include <fmt/format.h>

namespace engine {

Output dense(Output x, std::int64_t units, std::string_view activation, const DenseOptions& options)
{
    if (x.shape().rank() != 2 || x.shape().dim(1) == Shape::kUnknownDim) {
        throw InvalidArgumentError(fmt::format("{}: a dense layer needs [batch, in] with known in, "
                                               "not {}",
                                               options.name, x.shape().toString()));
    }
    Graph& graph = x.graph();
    const NameScope scope(graph, options.name);
    const Shape kernelShape{x.shape().dim(1), units};
    const Output kernel =
        trainableVariable(graph, "kernel", {x.type(), kernelShape}, options.kernelInitializer);
    const Output bias =
        trainableVariable(graph, "bias", {x.type(), Shape{units}}, options.biasInitializer);
    return activate(biasAdd(matMul(x, kernel), bias), activation);
}

Output dropout(Output x, double rate, Output training, std::string_view name)
{
    if (rate == 0) {
        return x;
    }
    Graph& graph = x.graph();
    const NameScope scope(graph, name);
    const Output zero =
        constant(graph, Tensor::scalar<std::int64_t>(0), "counter/Initializer/zeros");
    const auto counter = makeVariable("counter", zero, {.trainable = false});
    return dropoutWithCounter(counter->value(), x, training, {.rate = rate, .seed = {}});
}

Output mlp(Output x, std::int64_t outputs, const MlpOptions& options)
{
    DenseOptions hidden;
    if (options.activation == "relu") {
        hidden.kernelInitializer = heNormal();
    }
    Output layer = x;
    for (const std::int64_t units : options.hiddenLayers) {
        layer = dense(layer, units, options.activation, hidden);
        layer = dropout(layer, options.dropoutRate, options.training);
    }
    return dense(layer, outputs);
}

} // namespace engine
