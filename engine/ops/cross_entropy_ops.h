// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// Cross-entropies of logits, loss and gradient computed in one pass. Only the losses are returned;
// the operation's output 1 is "backprop", the gradient of the losses with respect to the logits.

// labels […, classes] of the type of `logits` […, classes]; losses […].
// backprop is softmax(logits) - labels, also where labels do not sum to 1 (as TensorFlow's).
Output softmaxCrossEntropyWithLogits(Output labels, Output logits,
                                     std::string_view name = "SoftmaxCrossEntropyWithLogits");

// labels […], int32 or int64 class numbers; logits […, classes]; losses […].
// When run: InvalidArgumentError naming row and value for a label outside [0, classes).
Output
sparseSoftmaxCrossEntropyWithLogits(Output labels, Output logits,
                                    std::string_view name = "SparseSoftmaxCrossEntropyWithLogits");

// Of independent yes/no questions, element by element, in the form that does not overflow:
// max(x, 0) - x * z + log(1 + exp(-|x|)) for logits x and labels z of one type and shape.
Output sigmoidCrossEntropyWithLogits(Output labels, Output logits,
                                     std::string_view name = "logistic_loss");

// The same with the losses of yes counted `positiveWeight` times:
// (1 - z) * x + (1 + (positiveWeight - 1) * z) * log(1 + exp(-x)).
Output weightedCrossEntropyWithLogits(Output labels, Output logits, double positiveWeight,
                                      std::string_view name = "weighted_cross_entropy_with_logits");

} // namespace engine
