// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

namespace engine {

// What is made of the losses of a batch (tf.losses.Reduction).
enum class LossReduction
{
    None, // one loss per example (per element for meanSquaredError and sigmoidCrossEntropy)
    Sum,
    Mean
};

// Losses of a batch; the labels come first, as in tf.losses. They differ from the operations in
// engine/ops/cross_entropy_ops.h by the reduction only; shapes and errors are described there.

// labels [batch] int32 or int64, logits [batch, classes].
Output sparseSoftmaxCrossEntropy(Output labels, Output logits,
                                 LossReduction reduction = LossReduction::Mean);
// labels [batch, classes] of the logits' type.
Output softmaxCrossEntropy(Output labels, Output logits,
                           LossReduction reduction = LossReduction::Mean);
// labels of the logits' type and shape, 0 to 1.
Output sigmoidCrossEntropy(Output labels, Output logits,
                           LossReduction reduction = LossReduction::Mean);
// labels of the predictions' type and shape. InvalidArgumentError naming both shapes: subtracting
// would broadcast [batch] and [batch, 1] to a matrix, which nobody wants here.
Output meanSquaredError(Output labels, Output predictions,
                        LossReduction reduction = LossReduction::Mean);

} // namespace engine
