// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <cstdint>
#include <string_view>

namespace engine {

// Adds 1 to an int64 scalar variable; output: the value before. Once it is `limit` a run gets
// OutOfRangeError "Reached limit of LIMIT" and the variable stays (tf.Variable.count_up_to).
Output countUpTo(Output variable, std::int64_t limit, std::string_view name = "CountUpTo");

} // namespace engine
