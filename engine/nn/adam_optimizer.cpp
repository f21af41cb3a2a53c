// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/adam_optimizer.h"

#include "engine/ops/basic_ops.h"
#include "engine/ops/unary_ops.h"

#include <fmt/format.h>

namespace engine {

namespace {

Output makePower(Graph& graph, DataType type, double beta, std::string_view name)
{
    const Output initialValue =
        scalarConstant(graph, type, beta, fmt::format("{}/initial_value", name));
    return makeVariable(name, initialValue, {.trainable = false})->value();
}

} // namespace

void AdamOptimizer::prepare(std::span<const GradientAndVariable> gradients)
{
    if (!m_beta1Power.isValid()) {
        const Output first = gradients.front().gradient;
        m_beta1Power = makePower(first.graph(), first.type(), m_parameters.beta1, "beta1_power");
        m_beta2Power = makePower(first.graph(), first.type(), m_parameters.beta2, "beta2_power");
    }
    for (const GradientAndVariable& entry : gradients) {
        Moments& moments = m_moments[entry.variable->name()];
        if (!moments.first.isValid()) {
            moments.first = makeSlot(*entry.variable, slotName());
            moments.second = makeSlot(*entry.variable, fmt::format("{}_1", slotName()));
        }
    }
}

Operation& AdamOptimizer::addUpdate(const Variable& variable, Output gradient)
{
    const Moments& moments = m_moments.at(variable.name());
    const DataType type = gradient.type();
    return applyMoments(
        variable.value(),
        {moments.first, moments.second, cast(m_beta1Power, type), cast(m_beta2Power, type)},
        gradient);
}

Operation& AdamOptimizer::applyMoments(Output variable, const AdamSlots& slots, Output gradient)
{
    return applyAdam(variable, slots, learningRateAs(gradient.type()), gradient, m_parameters);
}

std::vector<Operation*> AdamOptimizer::addFinish()
{
    return {&assign(m_beta1Power, scale(m_beta1Power, m_parameters.beta1)).operation(),
            &assign(m_beta2Power, scale(m_beta2Power, m_parameters.beta2)).operation()};
}

} // namespace engine
