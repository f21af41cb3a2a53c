// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <span>
#include <string_view>

namespace engine {

// Elementwise arithmetic of two inputs of one numeric type. Shapes broadcast as in NumPy; gradients
// are summed over the axes that were repeated.

Output add(Output x, Output y, std::string_view name = "Add");
Output subtract(Output x, Output y, std::string_view name = "Sub");
Output multiply(Output x, Output y, std::string_view name = "Mul");
// Floating point only; IEEE: 1/0 is infinite, 0/0 is NaN.
Output divide(Output x, Output y, std::string_view name = "RealDiv");
Output squaredDifference(Output x, Output y, std::string_view name = "SquaredDifference");
// A NaN on either side gives NaN. Where x = y the whole gradient goes to x.
Output maximum(Output x, Output y, std::string_view name = "Maximum");
Output minimum(Output x, Output y, std::string_view name = "Minimum");

// The sum of inputs of one shape. InvalidArgumentError if there is none.
Output addN(std::span<const Output> inputs, std::string_view name = "AddN");

// `x` summed over the axes along which `reference` would be repeated to the shape of `x`, so that
// it gets that shape: the gradient of broadcasting. `x` itself where the shapes are surely equal.
Output sumLike(Output x, Output reference, std::string_view name = "SumLike");

} // namespace engine
