// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <span>
#include <string>

namespace engine {

// How each kind of layer of `model.layers` is written, in the order in which nets have them.
std::span<const std::string_view> layerUsages();

// True if one of these layers works otherwise in training than in evaluation.
bool dependsOnTraining(std::span<const std::string> layers);

struct SequentialOptions
{
    std::string activation = "relu"; // where a layer names none
    Output training; // bool scalar; needed if dependsOnTraining()
};

// Layer upon layer (Keras' Sequential), and a dense one of `outputs` logits: x [batch, …] →
// [batch, outputs]. Pictures without a channel axis get one; before the first dense layer what is
// left of a picture is flattened. `weight_decay` of a layer is added to keys::kLosses.
// InvalidArgumentError that quotes the layer.
Output sequentialModel(Output x, std::span<const std::string> layers, std::int64_t outputs,
                       const SequentialOptions& options);

} // namespace engine
