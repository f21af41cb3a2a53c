// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

namespace engine {

// What is made of the losses of a batch (tf.losses.Reduction).
enum class LossReduction
{
    None, // one loss per example (per element for the losses of elements)
    Sum,
    Mean, // divided by the sum of the weights; without weights by the number of losses
    SumOverBatchSize, // divided by the number of losses
    SumByNonzeroWeights // divided by the number of weights that are not 0; 0 if there is none
};

// Every loss is multiplied by its weight first. Weights have the type of the losses and a shape
// that broadcasts to theirs; an invalid Output means 1.
struct LossWeights
{
    LossWeights(LossReduction wanted = LossReduction::Mean) : reduction(wanted) { } // NOLINT
    LossWeights(Output given, LossReduction wanted = LossReduction::SumByNonzeroWeights)
        : weights(given), reduction(wanted)
    { }

    Output weights;
    LossReduction reduction;
};

// Losses of a batch; the labels come first, as in tf.losses. The cross-entropies differ from the
// operations in engine/ops/cross_entropy_ops.h by weights and reduction only; shapes and errors are
// described there. Elsewhere labels and predictions have one floating-point type and shape:
// InvalidArgumentError naming both shapes, since subtracting would broadcast [batch] and [batch, 1]
// to a matrix, which nobody wants here.

// labels [batch] int32 or int64, logits [batch, classes].
Output sparseSoftmaxCrossEntropy(Output labels, Output logits, const LossWeights& weights = {});
// labels [batch, classes] of the logits' type, smoothed to labels * (1 - s) + s / classes. No
// gradient flows to them.
Output softmaxCrossEntropy(Output labels, Output logits, const LossWeights& weights = {},
                           double labelSmoothing = 0);
// labels of the logits' type and shape, 0 to 1, smoothed to labels * (1 - s) + s / 2.
Output sigmoidCrossEntropy(Output labels, Output logits, const LossWeights& weights = {},
                           double labelSmoothing = 0);

Output meanSquaredError(Output labels, Output predictions, const LossWeights& weights = {});
// The gradient is 0 where they are equal.
Output absoluteDifference(Output labels, Output predictions, const LossWeights& weights = {});
// e² / 2 where |e| <= delta, otherwise delta * |e| - delta² / 2. (Huber, 1964)
Output huberLoss(Output labels, Output predictions, const LossWeights& weights = {},
                 double delta = 1);
// max(0, 1 - (2 * labels - 1) * logits) of labels 0 or 1.
Output hingeLoss(Output labels, Output logits, const LossWeights& weights = {});
// -labels * log(predictions + epsilon) - (1 - labels) * log(1 - predictions + epsilon).
Output logLoss(Output labels, Output predictions, const LossWeights& weights = {},
               double epsilon = 1e-7);

} // namespace engine
