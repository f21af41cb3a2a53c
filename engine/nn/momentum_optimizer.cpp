// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/momentum_optimizer.h"

#include "engine/nn/indexed_slices.h"

namespace engine {

Operation& MomentumOptimizer::addUpdate(const Variable& variable, Output gradient)
{
    const Output accumulator = slotsOf(variable)[0];
    const Output learningRate = learningRateAs(gradient.type());
    if (const auto slices = indexedSlicesOf(gradient)) {
        return sparseApplyMomentum(variable.value(), accumulator, learningRate, *slices,
                                   m_parameters);
    }
    return applyMomentum(variable.value(), accumulator, learningRate, gradient, m_parameters);
}

} // namespace engine
