// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace engine {

// Pools of pictures [batch, height, width, channels], floating point. Paddings as in conv2d_ops.h.
// Errors: InvalidArgumentError naming the operation, the picture and the window.

struct PoolOptions
{
    std::array<std::int64_t, 2> ksize{2, 2}; // height, width
    std::array<std::int64_t, 2> strides{2, 2};
    std::string padding = "VALID";
};

// The largest value of each window; padding never wins. The gradient goes to the first of equal
// ones, row by row.
Output maxPool(Output x, const PoolOptions& options = {}, std::string_view name = "MaxPool");

// The mean of each window's cells that lie in the picture.
Output avgPool(Output x, const PoolOptions& options = {}, std::string_view name = "AvgPool");

// Over height and width: [batch, channels]. Tied maxima share the gradient equally.
Output globalAvgPool(Output x, std::string_view name = "global_avg_pool");
Output globalMaxPool(Output x, std::string_view name = "global_max_pool");

} // namespace engine
