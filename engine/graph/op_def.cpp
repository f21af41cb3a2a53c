// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/op_def.h"

#include <fmt/format.h>

namespace engine {

std::vector<OutputSpec> inferOutputs(const OpDef& def, const ShapeRequest& request)
{
    try {
        return def.inferShapes(request);
    } catch (const InvalidArgumentError& error) {
        throw withInputs(error, def.type, request.inputs);
    }
}

InvalidArgumentError withInputs(const InvalidArgumentError& error, std::string_view type,
                                std::span<const OutputSpec> inputs)
{
    std::string given;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const char* const joint = i == 0 ? " of " : i + 1 == inputs.size() ? " and " : ", ";
        given +=
            fmt::format("{}{} {}", joint, dataTypeName(inputs[i].type), inputs[i].shape.toString());
    }
    return InvalidArgumentError(fmt::format("{} ({}{})", error.what(), type, given));
}

} // namespace engine
