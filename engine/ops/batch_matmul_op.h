// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// Products of the last two axes; the axes before them broadcast as in NumPy. matMul() calls this
// for more than two axes. float32 or float64. InvalidArgumentError naming the
// operation and both shapes.
Output batchMatMul(Output a, Output b, bool transposeA = false, bool transposeB = false,
                   std::string_view name = "BatchMatMulV2");

} // namespace engine
