// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/layer_variables.h"

#include "engine/ops/variable_ops.h"

#include <fmt/format.h>

namespace engine {

Output trainableVariable(Graph& graph, std::string_view name, const OutputSpec& spec,
                         const Initializer& initializer)
{
    const Output initialValue =
        initializer(graph, spec.type, spec.shape, fmt::format("{}/Initializer", name));
    return makeVariable(name, initialValue)->value();
}

} // namespace engine
