// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// a [m, k] times b [k, n] gives [m, n]; with transposeA, a is [k, m], with transposeB, b is [n, k].
// More axes than two are those of batchMatMul(). float32 or float64.
// InvalidArgumentError naming the operation and both shapes.
Output matMul(Output a, Output b, bool transposeA = false, bool transposeB = false,
              std::string_view name = "MatMul");

// x […, n] plus bias [n] along the last axis.
Output biasAdd(Output x, Output bias, std::string_view name = "BiasAdd");

} // namespace engine
