// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/momentum_optimizer.h"

namespace engine {

void MomentumOptimizer::prepare(std::span<const GradientAndVariable> gradients)
{
    for (const GradientAndVariable& entry : gradients) {
        Output& accumulator = m_accumulators[entry.variable->name()];
        if (!accumulator.isValid()) {
            accumulator = makeSlot(*entry.variable, "Momentum");
        }
    }
}

Operation& MomentumOptimizer::addUpdate(const Variable& variable, Output gradient)
{
    return applyMomentum(variable.value(), m_accumulators.at(variable.name()),
                         learningRateAs(gradient.type()), gradient, m_parameters);
}

} // namespace engine
