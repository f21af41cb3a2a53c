// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/variable_store.h"

namespace engine {

VariableState& VariableStore::of(const Operation& variable)
{
    const std::lock_guard lock(m_mutex);
    std::unique_ptr<VariableState>& state = m_states[&variable];
    if (!state) {
        const OutputSpec& spec = variable.outputSpec(0);
        state = std::make_unique<VariableState>();
        state->value = Tensor(spec.type, spec.shape);
    }
    return *state;
}

} // namespace engine
