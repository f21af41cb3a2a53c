// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

struct CumsumOptions
{
    bool exclusive = false; // leave the element itself out
    bool reverse = false; // run from the end
};

// Running sum along `axis` of a numeric tensor. InvalidArgumentError: the axis is out of range.
Output cumsum(Output x, int axis, const CumsumOptions& options = {},
              std::string_view name = "Cumsum");

} // namespace engine
