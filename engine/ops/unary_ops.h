// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// Elementwise functions of one floating-point input (negative, square, abs, sign: numeric).

Output negative(Output x, std::string_view name = "Neg");
Output square(Output x, std::string_view name = "Square");
Output abs(Output x, std::string_view name = "Abs"); // gradient 0 at 0
Output sign(Output x, std::string_view name = "Sign"); // gradient 0
// The gradient at 0 is dy * infinity, but 0 where dy is 0.
Output sqrt(Output x, std::string_view name = "Sqrt");
Output rsqrt(Output x, std::string_view name = "Rsqrt"); // 1 / sqrt(x)
Output reciprocal(Output x, std::string_view name = "Reciprocal");
// x to a constant power, times and plus a constant.
Output pow(Output x, double exponent, std::string_view name = "Pow");
Output scale(Output x, double factor, std::string_view name = "Scale");
Output shift(Output x, double summand, std::string_view name = "Shift");
// min(max(x, low), high); NaN stays NaN. The gradient passes where low <= x <= high.
// InvalidArgumentError if low > high.
Output clipByValue(Output x, double low, double high, std::string_view name = "clip_by_value");

} // namespace engine
