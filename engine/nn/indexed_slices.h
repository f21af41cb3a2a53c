// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/sparse_training_ops.h"

#include <optional>

namespace engine {

// A variable's gradient as rows, if the variable was only looked up along axis 0 (gather), however
// often; multiplying or dividing it by one number, as clipByGlobalNorm() and clipByNorm() over all
// axes do, changes nothing about that. None for all other gradients, as those of clipByValue().
std::optional<IndexedSlices> indexedSlicesOf(Output gradient);

} // namespace engine
