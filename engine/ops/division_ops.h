// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// Divisions of two inputs of one type that differ from divide(); shapes broadcast as in NumPy.

// Floating point; 0 wherever y is 0, in the value and in both gradients.
Output divideNoNan(Output x, Output y, std::string_view name = "DivNoNan");

// floor(x / y). The quotient of floating-point numbers is rounded to their type first, so 1 // 0.1
// is 10. No gradient. When run: InvalidArgumentError for a whole number divided by 0.
Output floorDivide(Output x, Output y, std::string_view name = "FloorDiv");

// What floorDivide leaves, with the sign of y (from fmod); the gradients are dz and
// -dz * floor(x / y). When run: InvalidArgumentError for a whole number divided by 0.
Output floorMod(Output x, Output y, std::string_view name = "FloorMod");

// x to the power y. The gradient of y is 0 wherever x <= 0; 0^0 has the gradient NaN for x.
Output pow(Output x, Output y, std::string_view name = "Pow");

} // namespace engine
