// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/momentum_optimizer.h"

namespace engine {

Operation& MomentumOptimizer::addUpdate(const Variable& variable, Output gradient)
{
    return applyMomentum(variable.value(), slotsOf(variable)[0], learningRateAs(gradient.type()),
                         gradient, m_parameters);
}

} // namespace engine
