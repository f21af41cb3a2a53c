// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <span>
#include <string_view>

namespace engine {

// The names of activations: "linear", "relu", "relu6", "leaky_relu", "elu", "selu", "gelu",
// "swish", "sigmoid", "tanh", "softplus", "softsign"; see engine/ops/activation_ops.h.
std::span<const std::string_view> activationNames();

// `x` through the activation of this name. InvalidArgumentError naming those that exist.
Output activate(Output x, std::string_view activation);

} // namespace engine
