// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <span>
#include <vector>

namespace engine {

// The two operations that back-propagation itself needs; engine/ops provides them.
struct GradientBuilders
{
    Output (*onesLike)(Output) = nullptr;
    Output (*addN)(std::span<const Output>) = nullptr;
};

// Adds operations for d(sum of y)/d(x) of each x, by reverse accumulation over the operations
// between them (tf.gradients). An invalid Output where y does not depend on x.
// InvalidArgumentError if y is not floating point.
// UnimplementedError naming an operation on the way that has no gradient.
std::vector<Output> addGradients(Output y, std::span<const Output> xs,
                                 const GradientBuilders& builders);

} // namespace engine
