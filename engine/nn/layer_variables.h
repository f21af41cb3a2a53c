// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/initializers.h"

#include <string_view>

namespace engine::keys {

// The collection of variables that a layer needs beside the trained ones to predict: the statistics
// of batch normalisation (what tf.GraphKeys.MODEL_VARIABLES has besides).
inline constexpr std::string_view kModelStatistics = "model_statistics";

} // namespace engine::keys

namespace engine {

// What the sources of the layers share.

// A trainable variable of the current name scope, initialised by `initializer`.
Output trainableVariable(Graph& graph, std::string_view name, const OutputSpec& spec,
                         const Initializer& initializer);

} // namespace engine
