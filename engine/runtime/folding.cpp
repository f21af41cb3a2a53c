// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/folding.h"

#include <algorithm>

namespace engine {

namespace {

// Whether the kernel does nothing but to compute results from its inputs.
bool isPure(const Operation& operation)
{
    const OpDef& def = operation.def();
    return def.kind == OpKind::Computation && !def.stateful && def.updatedVariables == 0
        && !def.inspectsVariables && !def.readsVariableInOrder && operation.controlInputs().empty();
}

bool isSmall(Operation& operation, const std::map<Output, OutputSpec>& specs)
{
    std::size_t bytes = 0;
    for (int i = 0; i < operation.outputCount(); ++i) {
        const OutputSpec& spec = specs.at(operation.output(i));
        if (spec.type == DataType::String || !spec.shape.isFullyKnown()) {
            return false;
        }
        bytes += static_cast<std::size_t>(spec.shape.elementCount()) * sizeOf(spec.type);
    }
    return bytes <= kMostFoldedBytes;
}

} // namespace

std::set<const Operation*> findFoldable(const Schedule& schedule, const std::set<Output>& fed,
                                        const std::map<Output, OutputSpec>& specs)
{
    std::set<const Operation*> found;
    const auto isConstant = [&](const Output& input) {
        const Output root = aliasRoot(input, fed);
        const OpDef& def = root.operation().def();
        return !fed.contains(root)
            && ((def.kind == OpKind::Constant && !def.stateful)
                || found.contains(&root.operation()));
    };
    const auto isFed = [&](const Operation& operation) {
        return std::ranges::any_of(
            fed, [&](const Output& output) { return &output.operation() == &operation; });
    };
    for (Operation* operation : schedule.order) { // inputs come before
        if (isPure(*operation) && !operation->inputs().empty()
            && std::ranges::all_of(operation->inputs(), isConstant) && !isFed(*operation)
            && isSmall(*operation, specs)) {
            found.insert(operation);
        }
    }
    return found;
}

} // namespace engine
