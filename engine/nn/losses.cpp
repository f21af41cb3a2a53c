// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/losses.h"

#include "engine/base/errors.h"
#include "engine/graph/graph.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/cross_entropy_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/unary_ops.h"

#include <fmt/format.h>

namespace engine {

namespace {

Output reduced(Output losses, LossReduction reduction)
{
    switch (reduction) {
    case LossReduction::Sum:
        return reduceSum(losses, Axes::all(), false, "loss_sum");
    case LossReduction::Mean:
        return reduceMean(losses, Axes::all(), false, "loss");
    case LossReduction::None:
        break;
    }
    return losses;
}

} // namespace

Output sparseSoftmaxCrossEntropy(Output labels, Output logits, LossReduction reduction)
{
    const NameScope scope(logits.graph(), "sparse_softmax_cross_entropy_loss");
    return reduced(sparseSoftmaxCrossEntropyWithLogits(labels, logits), reduction);
}

Output softmaxCrossEntropy(Output labels, Output logits, LossReduction reduction)
{
    const NameScope scope(logits.graph(), "softmax_cross_entropy_loss");
    return reduced(softmaxCrossEntropyWithLogits(labels, logits), reduction);
}

Output sigmoidCrossEntropy(Output labels, Output logits, LossReduction reduction)
{
    const NameScope scope(logits.graph(), "sigmoid_cross_entropy_loss");
    return reduced(sigmoidCrossEntropyWithLogits(labels, logits), reduction);
}

Output meanSquaredError(Output labels, Output predictions, LossReduction reduction)
{
    if (!labels.shape().isCompatibleWith(predictions.shape())) {
        throw InvalidArgumentError(fmt::format("mean squared error: labels {} and predictions {} "
                                               "differ in shape",
                                               labels.shape().toString(),
                                               predictions.shape().toString()));
    }
    const NameScope scope(predictions.graph(), "mean_squared_error");
    return reduced(square(subtract(predictions, labels)), reduction);
}

} // namespace engine
