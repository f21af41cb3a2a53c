// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/losses.h"

#include "engine/base/errors.h"
#include "engine/graph/graph.h"
#include "engine/ops/activation_ops.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/comparison_ops.h"
#include "engine/ops/cross_entropy_ops.h"
#include "engine/ops/division_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/transcendental_ops.h"
#include "engine/ops/unary_ops.h"

#include <fmt/format.h>

namespace engine {

namespace {

Output withoutWeights(Output losses, LossReduction reduction)
{
    switch (reduction) {
    case LossReduction::Sum:
        return reduceSum(losses, Axes::all(), false, "loss_sum");
    case LossReduction::Mean:
    case LossReduction::SumOverBatchSize:
    case LossReduction::SumByNonzeroWeights:
        return reduceMean(losses, Axes::all(), false, "loss");
    case LossReduction::None:
        break;
    }
    return losses;
}

Output reduced(Output losses, const LossWeights& given)
{
    if (!given.weights.isValid()) {
        return withoutWeights(losses, given.reduction);
    }
    const Output weighted = multiply(losses, given.weights);
    if (weighted.shape().rank() != losses.shape().rank()) {
        throw InvalidArgumentError(fmt::format("weights {} do not fit losses {}",
                                               given.weights.shape().toString(),
                                               losses.shape().toString()));
    }
    const Output sum = reduceSum(weighted, Axes::all(), false, "loss_sum");
    // Weights that broadcast count once for each loss.
    const Output weights = stopGradient(multiply(onesLike(losses), given.weights));
    switch (given.reduction) {
    case LossReduction::None:
        return weighted;
    case LossReduction::Sum:
        return sum;
    case LossReduction::Mean:
        return divideNoNan(sum, reduceSum(weights), "loss");
    case LossReduction::SumOverBatchSize:
        return divideNoNan(sum, reduceSum(onesLike(losses)), "loss");
    case LossReduction::SumByNonzeroWeights:
        break;
    }
    const Output counted = cast(notEqual(weights, zerosLike(weights)), losses.type());
    return divideNoNan(sum, reduceSum(counted), "loss");
}

void requireOneShape(std::string_view what, Output labels, Output predictions)
{
    if (!labels.shape().isCompatibleWith(predictions.shape())) {
        throw InvalidArgumentError(fmt::format("{}: labels {} and predictions {} differ in shape",
                                               what, labels.shape().toString(),
                                               predictions.shape().toString()));
    }
}

Output smoothed(Output labels, double smoothing, double uniform)
{
    if (smoothing == 0) {
        return stopGradient(labels);
    }
    return stopGradient(shift(scale(labels, 1 - smoothing), smoothing * uniform));
}

} // namespace

Output sparseSoftmaxCrossEntropy(Output labels, Output logits, const LossWeights& weights)
{
    const NameScope scope(logits.graph(), "sparse_softmax_cross_entropy_loss");
    return reduced(sparseSoftmaxCrossEntropyWithLogits(labels, logits), weights);
}

Output softmaxCrossEntropy(Output labels, Output logits, const LossWeights& weights,
                           double labelSmoothing)
{
    const NameScope scope(logits.graph(), "softmax_cross_entropy_loss");
    const std::int64_t classes = logits.shape().rank() > 0 ? logits.shape().dim(-1) : 1;
    if (labelSmoothing != 0 && classes == Shape::kUnknownDim) {
        throw InvalidArgumentError(fmt::format("softmax cross-entropy: the number of classes of {} "
                                               "is not known",
                                               logits.shape().toString()));
    }
    const Output wanted = smoothed(labels, labelSmoothing, 1 / static_cast<double>(classes));
    return reduced(softmaxCrossEntropyWithLogits(wanted, logits), weights);
}

Output sigmoidCrossEntropy(Output labels, Output logits, const LossWeights& weights,
                           double labelSmoothing)
{
    const NameScope scope(logits.graph(), "sigmoid_cross_entropy_loss");
    const Output wanted = smoothed(labels, labelSmoothing, 0.5);
    return reduced(sigmoidCrossEntropyWithLogits(wanted, logits), weights);
}

Output meanSquaredError(Output labels, Output predictions, const LossWeights& weights)
{
    requireOneShape("mean squared error", labels, predictions);
    const NameScope scope(predictions.graph(), "mean_squared_error");
    return reduced(squaredDifference(predictions, labels), weights);
}

Output absoluteDifference(Output labels, Output predictions, const LossWeights& weights)
{
    requireOneShape("absolute difference", labels, predictions);
    const NameScope scope(predictions.graph(), "absolute_difference");
    return reduced(abs(subtract(predictions, labels)), weights);
}

Output huberLoss(Output labels, Output predictions, const LossWeights& weights, double delta)
{
    requireOneShape("huber loss", labels, predictions);
    const NameScope scope(predictions.graph(), "huber_loss");
    const Output error = abs(subtract(predictions, labels));
    const Output quadratic = minimum(error, scale(onesLike(error), delta));
    const Output linear = subtract(error, quadratic);
    return reduced(add(scale(square(quadratic), 0.5), scale(linear, delta)), weights);
}

Output hingeLoss(Output labels, Output logits, const LossWeights& weights)
{
    requireOneShape("hinge loss", labels, logits);
    const NameScope scope(logits.graph(), "hinge_loss");
    const Output signs = shift(scale(stopGradient(labels), 2), -1);
    const Output margin = shift(negative(multiply(signs, logits)), 1);
    return reduced(relu(margin), weights);
}

Output logLoss(Output labels, Output predictions, const LossWeights& weights, double epsilon)
{
    requireOneShape("log loss", labels, predictions);
    const NameScope scope(predictions.graph(), "log_loss");
    const Output wanted = stopGradient(labels);
    const Output yes = multiply(wanted, log(shift(predictions, epsilon)));
    const Output no =
        multiply(shift(negative(wanted), 1), log(shift(negative(predictions), 1 + epsilon)));
    return reduced(negative(add(yes, no)), weights);
}

} // namespace engine
