// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/op_building.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine {

Operation& addOperation(const OpDef& def, std::string_view name, std::vector<Output> inputs,
                        Attributes attributes)
{
    const auto valid = std::ranges::find_if(inputs, &Output::isValid);
    if (valid == inputs.end()) {
        throw InvalidArgumentError(
            fmt::format("operation {} ({}): no valid input is given", name, def.type));
    }
    Graph& graph = valid->graph();
    return graph.addOperation({&def, name, std::move(inputs), std::move(attributes), {}});
}

Output addOutput(const OpDef& def, std::string_view name, std::vector<Output> inputs,
                 Attributes attributes)
{
    return addOperation(def, name, std::move(inputs), std::move(attributes)).output();
}

Output resultOf(const Operation& operation, int index)
{
    return operation.graph().operation(static_cast<std::size_t>(operation.id())).output(index);
}

std::vector<Output> noGradient(const Operation& operation, std::span<const Output>)
{
    return std::vector<Output>(operation.inputs().size());
}

} // namespace engine
