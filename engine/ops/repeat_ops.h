// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"
#include "engine/ops/axes.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace engine {

// Tensors repeated and reversed; every element type but string. Errors: InvalidArgumentError naming
// the operation, the shape and what was asked for.

// x repeated `multiples[axis]` times along each axis; a multiple of 0 gives an empty axis.
Output tile(Output x, const std::vector<std::int64_t>& multiples, std::string_view name = "Tile");

// Axes of size 1 and new axes in front repeated to reach `shape`, whose sizes are known; -1 keeps
// the size of an axis.
Output broadcastTo(Output x, const Shape& shape, std::string_view name = "BroadcastTo");

// The elements along `axes` in reverse order.
Output reverse(Output x, const Axes& axes, std::string_view name = "ReverseV2");

} // namespace engine
