// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/lion_optimizer.h"

namespace engine {

Operation& LionOptimizer::addUpdate(const Variable& variable, Output gradient)
{
    return applyLion(variable.value(), slotsOf(variable)[0], learningRateAs(gradient.type()),
                     gradient, m_parameters);
}

} // namespace engine
