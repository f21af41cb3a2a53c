// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace engine {

// Tensors joined and cut along an axis (negative: from the end); every element type but string.
// Errors: InvalidArgumentError naming the operation and the shapes.

// Shapes that differ along `axis` only, also by size 0.
Output concat(std::span<const Output> inputs, int axis, std::string_view name = "concat");

// `count` equal parts.
std::vector<Output> split(Output x, int count, int axis, std::string_view name = "split");
// Parts of these sizes; one may be -1: what is left.
std::vector<Output> split(Output x, const std::vector<std::int64_t>& sizes, int axis,
                          std::string_view name = "split");

// Tensors of one shape along a new axis, and back.
Output stack(std::span<const Output> inputs, int axis = 0, std::string_view name = "stack");
std::vector<Output> unstack(Output x, int axis = 0, std::string_view name = "unstack");

} // namespace engine
