// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/rmsprop_optimizer.h"

namespace engine {

RmsPropOptimizer::RmsPropOptimizer(Output learningRate, const RmsPropParameters& parameters)
    : SlotOptimizer(learningRate,
                    parameters.centered
                        ? std::vector<SlotSpec>{{"RMSProp", 1}, {"RMSProp_1"}, {"RMSProp_2"}}
                        : std::vector<SlotSpec>{{"RMSProp", 1}, {"RMSProp_1"}}),
      m_parameters(parameters)
{ }

Operation& RmsPropOptimizer::addUpdate(const Variable& variable, Output gradient)
{
    const std::vector<Output>& slots = slotsOf(variable);
    return applyRmsProp(variable.value(),
                        {slots.front(), slots.back(), m_parameters.centered ? slots[1] : Output()},
                        learningRateAs(gradient.type()), gradient, m_parameters);
}

} // namespace engine
