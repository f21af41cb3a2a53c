// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/attention.h"

#include "engine/base/errors.h"
#include "engine/graph/graph.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/comparison_ops.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/shape_ops.h"
#include "engine/ops/softmax_ops.h"
#include "engine/ops/unary_ops.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace engine {

namespace {

void requireTokens(Output tokens, Output kernel)
{
    const Shape& x = tokens.shape();
    const Shape& w = kernel.shape();
    const bool fits = x.rank() == 3 && w.rank() == 3 && w.isFullyKnown() && x.dim(2) == w.dim(0)
        && x.dim(1) != Shape::kUnknownDim;
    if (!fits) {
        throw InvalidArgumentError(
            fmt::format("attention: tokens {} do not fit a kernel {}", x.toString(), w.toString()));
    }
}

// tokens [batch, t, d] · kernel [d, H, s] + bias [H, s], as [batch, H, t, s].
Output headsOf(Output tokens, Output kernel, Output bias)
{
    requireTokens(tokens, kernel);
    const Shape& shape = kernel.shape();
    const std::int64_t width = shape.dim(1) * shape.dim(2);
    const Output rows = reshape(tokens, Shape{-1, shape.dim(0)});
    const Output projected = biasAdd(matMul(rows, reshape(kernel, Shape{shape.dim(0), width})),
                                     reshape(bias, Shape{width}));
    const Output heads =
        reshape(projected, Shape{-1, tokens.shape().dim(1), shape.dim(1), shape.dim(2)});
    return transpose(heads, {0, 2, 1, 3});
}

// Bools [queries, values]: whether the value is not behind the query.
Output causalMask(Graph& graph, std::int64_t queries, std::int64_t values)
{
    Tensor mask(DataType::Bool, Shape{queries, values});
    const std::span<bool> sees = mask.values<bool>();
    for (std::int64_t i = 0; i < queries; ++i) {
        for (std::int64_t j = 0; j < values; ++j) {
            sees[static_cast<std::size_t>(i * values + j)] = j <= i;
        }
    }
    return constant(graph, mask, "causal_mask");
}

// The scores of what is not kept are -infinity, so its weight is 0.
Output masked(Output scores, Output keep)
{
    const Output nothing =
        scalarConstant(scores.graph(), scores.type(), -std::numeric_limits<double>::infinity());
    return select(keep, scores, nothing);
}

} // namespace

AttentionOutputs multiHeadAttention(Output query, Output value, const AttentionWeights& weights,
                                    const AttentionOptions& options)
{
    Graph& graph = query.graph();
    const NameScope scope(graph, "attention");
    const Output queries = headsOf(query, weights.queryKernel, weights.queryBias);
    const Output keys = headsOf(value, weights.keyKernel, weights.keyBias);
    const Output values = headsOf(value, weights.valueKernel, weights.valueBias);
    const Shape& heads = weights.queryKernel.shape(); // [d, H, s]
    const double size = static_cast<double>(heads.dim(2));
    Output scores = matMul(scale(queries, 1 / std::sqrt(size)), keys, false, true);
    if (options.causal) {
        scores = masked(scores, causalMask(graph, query.shape().dim(1), value.shape().dim(1)));
    }
    if (options.keyKeep.isValid()) {
        scores = masked(scores, expandDims(expandDims(options.keyKeep, 1), 1));
    }
    const Output shares = softmax(scores);
    const std::int64_t width = heads.dim(1) * heads.dim(2);
    const Output context = transpose(matMul(shares, values), {0, 2, 1, 3});
    const Shape& output = weights.outputKernel.shape();
    const Output kernel = reshape(weights.outputKernel, Shape{width, output.dim(-1)});
    const Output rows = matMul(reshape(context, Shape{-1, width}), kernel);
    const Output y =
        reshape(biasAdd(rows, weights.outputBias), Shape{-1, query.shape().dim(1), output.dim(-1)});
    return {y, shares};
}

} // namespace engine
