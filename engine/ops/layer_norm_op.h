// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// Layer normalisation (Ba et al., 2016) over the last axes together, as many as gamma has:
// gamma * (x - mean) / sqrt(variance + epsilon) + beta of the biased variance. gamma and beta have
// the shape of those axes. Floating point. InvalidArgumentError naming the operation and both
// shapes. (epsilon is 1e-3 in Keras, 1e-5 in PyTorch, 1e-12 in TensorFlow 1's contrib.)
Output layerNorm(Output x, Output gamma, Output beta, double epsilon = 1e-5,
                 std::string_view name = "LayerNorm");

} // namespace engine
