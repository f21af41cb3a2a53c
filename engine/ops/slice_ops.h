// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace engine {

// Parts of tensors and tensors with margins; every element type but string. Errors:
// InvalidArgumentError naming the operation, the shape and what was asked for.

// x[begin : begin + size] along each axis; a size of -1 means to the end.
Output slice(Output x, const std::vector<std::int64_t>& begin,
             const std::vector<std::int64_t>& size, std::string_view name = "Slice");

struct Padding // cells added along one axis
{
    std::int64_t before = 0;
    std::int64_t after = 0;
};

enum class PadMode
{
    Constant, // cells of one value
    Reflect, // mirrored, without the edge cell: at most size - 1 of them
    Symmetric // mirrored, with the edge cell: at most size of them
};

// One padding per axis. The gradient of a mirrored cell is added to its source.
Output pad(Output x, const std::vector<Padding>& paddings, PadMode mode = PadMode::Constant,
           double value = 0, std::string_view name = "Pad");

} // namespace engine
