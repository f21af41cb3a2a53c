// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// variable -= (1 - decay) * (variable - value), of one floating-point type and shape; `decay` is a
// scalar of that type. The output is the new value.
Output assignMovingAverage(Output variable, Output value, Output decay,
                           std::string_view name = "AssignMovingAvg");

} // namespace engine
