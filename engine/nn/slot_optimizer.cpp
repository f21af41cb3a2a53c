// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/slot_optimizer.h"

namespace engine {

void SlotOptimizer::prepare(std::span<const GradientAndVariable> gradients)
{
    for (const GradientAndVariable& entry : gradients) {
        std::vector<Output>& slots = m_slots[entry.variable->name()];
        if (!slots.empty()) {
            continue;
        }
        for (const SlotSpec& spec : m_specs) {
            slots.push_back(makeSlot(*entry.variable, spec.name, spec.initial));
        }
    }
}

} // namespace engine
