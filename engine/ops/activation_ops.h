// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// Activations of neurons: elementwise functions of a floating-point input.

Output relu(Output x, std::string_view name = "Relu"); // max(x, 0), NaN stays NaN; gradient 0 at 0
Output tanh(Output x, std::string_view name = "Tanh");
Output sigmoid(Output x, std::string_view name = "Sigmoid"); // 1 / (1 + exp(-x))

} // namespace engine
