// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// Elementwise functions of one floating-point input.

Output exp(Output x, std::string_view name = "Exp");
Output expm1(Output x, std::string_view name = "Expm1"); // exp(x) - 1, accurate near 0
// log(0) is -infinity, of negative numbers NaN.
Output log(Output x, std::string_view name = "Log");
Output log1p(Output x, std::string_view name = "Log1p"); // log(1 + x), accurate near 0
Output sin(Output x, std::string_view name = "Sin");
Output cos(Output x, std::string_view name = "Cos");
Output erf(Output x, std::string_view name = "Erf"); // Gauss's error function

} // namespace engine
