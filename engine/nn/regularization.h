// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

namespace engine {

// Adds weight * l2Loss(variable) (half the sum of squares) to keys::kLosses and returns it.
Output addWeightDecay(Output variable, double weight);

// `loss` plus the scalars of its type in keys::kLosses; `loss` itself if there are none.
// (tf.losses.get_total_loss)
Output totalLoss(Output loss);

} // namespace engine
