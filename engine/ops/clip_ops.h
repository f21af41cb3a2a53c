// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"
#include "engine/ops/axes.h"

#include <span>
#include <string_view>
#include <vector>

namespace engine {

// Tensors made shorter, floating point. InvalidArgumentError: a norm that is not positive.

// x * clipNorm / max(norm, clipNorm) with the norm over `axes`. A norm of 0 leaves x alone.
Output clipByNorm(Output x, double clipNorm, const Axes& axes = Axes::all(),
                  std::string_view name = "clip_by_norm");

// sqrt of the sum of squares of all tensors, of one type; a scalar.
Output globalNorm(std::span<const Output> tensors, std::string_view name = "global_norm");

struct ClippedTensors
{
    std::vector<Output> tensors;
    Output norm; // before
};

// Each tensor times clipNorm / max(norm, clipNorm) of the global norm. A norm that is NaN or
// infinite makes every value NaN. Invalid outputs stay invalid; InvalidArgumentError if all are.
ClippedTensors clipByGlobalNorm(std::span<const Output> tensors, double clipNorm,
                                std::string_view name = "clip_by_global_norm");

} // namespace engine
