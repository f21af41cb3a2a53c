// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <cstdint>
#include <string_view>

namespace engine {

// `params` taken at `indices` (int32 or int64) along `axis`: shape params[:axis] + indices +
// params[axis + 1:]. Along axis 0 it is an embedding lookup. The gradient of an index that is given
// more than once is the sum of its gradients. Every element type but string.
// When run: InvalidArgumentError naming the index that is not in [0, size of the axis).
Output gather(Output params, Output indices, int axis = 0, std::string_view name = "GatherV2");

struct OneHotOptions
{
    DataType type = DataType::Float;
    double onValue = 1;
    double offValue = 0;
    int axis = -1; // of the result
};

// `onValue` at each index along a new axis of size `depth`, `offValue` elsewhere and for an index
// outside [0, depth). indices int32 or int64; no gradient.
// InvalidArgumentError: a negative depth, a bad axis.
Output oneHot(Output indices, std::int64_t depth, const OneHotOptions& options = {},
              std::string_view name = "one_hot");

} // namespace engine
