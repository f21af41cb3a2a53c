// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/sequence_layers.h"

#include "engine/base/errors.h"
#include "engine/nn/layer_variables.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/concat_ops.h"
#include "engine/ops/gather_ops.h"
#include "engine/ops/layer_norm_op.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/shape_ops.h"

#include <fmt/format.h>

namespace engine {

namespace {

std::int64_t widthOf(Output x, std::string_view layer, int rank)
{
    const Shape& shape = x.shape();
    const bool hasRank = rank == 0 ? shape.rank() > 0 : shape.rank() == rank;
    if (!hasRank || shape.dim(-1) == Shape::kUnknownDim) {
        throw InvalidArgumentError(
            fmt::format("{}: the last axis of {} is not known", layer, shape.toString()));
    }
    return shape.dim(-1);
}

// Zeros [batch, units], also for a batch that is known at run time only.
Output zeroState(Output x, std::int64_t units)
{
    const Output column = reduceSum(zerosLike(x), {1, 2});
    const Output row = fill(x.graph(), x.type(), Shape{1, units}, 0);
    return add(expandDims(column, -1), row);
}

} // namespace

Output embedding(Output indices, std::int64_t count, std::int64_t width, DataType type,
                 std::string_view name)
{
    Graph& graph = indices.graph();
    const NameScope scope(graph, name);
    const Output table = trainableVariable(graph, "embeddings", {type, Shape{count, width}},
                                           randomUniformInitializer(-0.05, 0.05));
    return gather(table, indices);
}

LstmOutputs lstmLayer(Output x, std::int64_t units, Output lengths, std::string_view name)
{
    Graph& graph = x.graph();
    const std::int64_t width = widthOf(x, name, 3);
    const NameScope scope(graph, name);
    const Initializer forgetOne = [](Graph& g, DataType type, const Shape& shape,
                                     std::string_view full) {
        const Shape gate{shape.dim(0) / 4};
        const Output zeros = fill(g, type, gate, 0);
        const Output one = fill(g, type, gate, 1);
        return concat(std::vector<Output>{zeros, one, zeros, zeros}, 0, full);
    };
    const auto weights = [&](std::string_view part, const Shape& shape,
                             const Initializer& initializer) {
        return trainableVariable(graph, part, {x.type(), shape}, initializer);
    };
    const LstmWeights own{weights("kernel", Shape{width, 4 * units}, glorotUniform()),
                          weights("recurrent_kernel", Shape{units, 4 * units}, glorotUniform()),
                          weights("bias", Shape{4 * units}, forgetOne)};
    const Output zeros = zeroState(x, units);
    return lstm(x, {zeros, zeros}, own, lengths);
}

GruOutputs gruLayer(Output x, std::int64_t units, std::string_view name)
{
    Graph& graph = x.graph();
    const std::int64_t width = widthOf(x, name, 3);
    const NameScope scope(graph, name);
    const auto weights = [&](std::string_view part, const Shape& shape,
                             const Initializer& initializer) {
        return trainableVariable(graph, part, {x.type(), shape}, initializer);
    };
    const GruWeights own{weights("kernel", Shape{width, 3 * units}, glorotUniform()),
                         weights("recurrent_kernel", Shape{units, 3 * units}, glorotUniform()),
                         weights("bias", Shape{2, 3 * units}, zerosInitializer()), true};
    return gru(x, zeroState(x, units), own);
}

Output layerNormLayer(Output x, double epsilon, std::string_view name)
{
    Graph& graph = x.graph();
    const OutputSpec spec{x.type(), Shape{widthOf(x, name, 0)}};
    const NameScope scope(graph, name);
    const Output gamma = trainableVariable(graph, "gamma", spec, constantInitializer(1));
    const Output beta = trainableVariable(graph, "beta", spec, zerosInitializer());
    return layerNorm(x, gamma, beta, epsilon);
}

AttentionOutputs attentionLayer(Output query, Output value, std::int64_t heads, std::int64_t size,
                                const AttentionOptions& options, std::string_view name)
{
    Graph& graph = query.graph();
    const std::int64_t width = widthOf(query, name, 3);
    const NameScope scope(graph, name);
    const auto kernel = [&](std::string_view part, const Shape& shape) {
        return trainableVariable(graph, fmt::format("{}/kernel", part), {query.type(), shape},
                                 glorotUniform());
    };
    const auto bias = [&](std::string_view part, const Shape& shape) {
        return trainableVariable(graph, fmt::format("{}/bias", part), {query.type(), shape},
                                 zerosInitializer());
    };
    AttentionWeights weights;
    const Shape in{width, heads, size};
    const Shape headShape{heads, size};
    weights.queryKernel = kernel("query", in);
    weights.queryBias = bias("query", headShape);
    weights.keyKernel = kernel("key", in);
    weights.keyBias = bias("key", headShape);
    weights.valueKernel = kernel("value", in);
    weights.valueBias = bias("value", headShape);
    weights.outputKernel = kernel("output", Shape{heads, size, width});
    weights.outputBias = bias("output", Shape{width});
    return multiHeadAttention(query, value, weights, options);
}

} // namespace engine
