// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// Comparisons of two inputs of one type, broadcast as in NumPy; the output is bool. With a NaN on a
// side everything but notEqual is false. No gradients.
// equal and notEqual take every type but string, the others numeric types.

Output equal(Output x, Output y, std::string_view name = "Equal");
Output notEqual(Output x, Output y, std::string_view name = "NotEqual");
Output less(Output x, Output y, std::string_view name = "Less");
Output lessEqual(Output x, Output y, std::string_view name = "LessEqual");
Output greater(Output x, Output y, std::string_view name = "Greater");
Output greaterEqual(Output x, Output y, std::string_view name = "GreaterEqual");

// Of bools.
Output logicalAnd(Output x, Output y, std::string_view name = "LogicalAnd");
Output logicalOr(Output x, Output y, std::string_view name = "LogicalOr");
Output logicalNot(Output x, std::string_view name = "LogicalNot");

// `x` where the bool `condition` is true and `y` elsewhere; all three broadcast together
// (tf.where). The input that is not taken gets the gradient 0.
Output select(Output condition, Output x, Output y, std::string_view name = "Select");

} // namespace engine
