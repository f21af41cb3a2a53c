// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"
#include "engine/ops/axes.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace engine {

// The same elements under other axes. Errors: InvalidArgumentError naming the operation, the shape
// and the axes.

// With an axis of size 1 at `axis` of the result (negative: from its end). Copies nothing.
Output expandDims(Output x, int axis, std::string_view name = "ExpandDims");

// Without these axes, which must be of size 1; an empty list means all of size 1, whose sizes must
// be known when the graph is built. Copies nothing.
Output squeeze(Output x, const std::vector<std::int64_t>& axes = {},
               std::string_view name = "Squeeze");

// Axis k of the result is axis permutation[k] of x; an empty list reverses the axes. Every element
// type but string.
Output transpose(Output x, const std::vector<std::int64_t>& permutation = {},
                 std::string_view name = "transpose");

} // namespace engine
