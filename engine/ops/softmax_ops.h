// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// Along an axis (negative: from the end), shifted by its maximum so that nothing overflows.
// Floating point. InvalidArgumentError for a scalar or an axis out of range.

Output softmax(Output logits, int axis = -1, std::string_view name = "Softmax");
Output logSoftmax(Output logits, int axis = -1, std::string_view name = "LogSoftmax");

} // namespace engine
