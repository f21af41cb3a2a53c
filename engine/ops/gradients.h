// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/gradients.h"

#include <initializer_list>

namespace engine {

// Adds operations for d(sum of y)/d(x) of each x (tf.gradients); errors as addGradients().
std::vector<Output> gradients(Output y, std::span<const Output> xs);
std::vector<Output> gradients(Output y, std::initializer_list<Output> xs);

} // namespace engine
