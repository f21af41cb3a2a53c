// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// Elementwise, of a floating-point input; no gradient.

Output floor(Output x, std::string_view name = "Floor");
Output ceil(Output x, std::string_view name = "Ceil");
Output round(Output x, std::string_view name = "Round"); // halves to the even number

// What kind of number each element is: bool.
Output isNan(Output x, std::string_view name = "IsNan");
Output isInf(Output x, std::string_view name = "IsInf");
Output isFinite(Output x, std::string_view name = "IsFinite");

// x. When run: InvalidArgumentError that holds `message` if an element is NaN or infinite.
Output checkNumerics(Output x, std::string_view message, std::string_view name = "CheckNumerics");

} // namespace engine
