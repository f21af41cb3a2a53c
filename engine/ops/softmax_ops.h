// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// Along the last axis, shifted by its maximum so that nothing overflows. Floating point.
// InvalidArgumentError for a scalar.

Output softmax(Output logits, std::string_view name = "Softmax");
Output logSoftmax(Output logits, std::string_view name = "LogSoftmax");

} // namespace engine
