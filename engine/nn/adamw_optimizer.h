// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/adam_optimizer.h"
#include "engine/ops/adaptive_training_ops.h"

namespace engine {

// Adam with decoupled weight decay (PyTorch's; the formula is at applyAdamW()). Slots "AdamW" and
// "AdamW_1", and the powers of Adam.
class AdamWOptimizer final : public AdamOptimizer
{
public:
    explicit AdamWOptimizer(Output learningRate, const AdamWParameters& parameters = {})
        : AdamOptimizer(learningRate, {parameters.beta1, parameters.beta2, parameters.epsilon}),
          m_parameters(parameters)
    { }

private:
    Operation& applyMoments(Output variable, const AdamSlots& moments, Output gradient) override
    {
        return applyAdamW(variable, moments, learningRateAs(gradient.type()), gradient,
                          m_parameters);
    }
    std::string_view slotName() const override { return "AdamW"; }

    AdamWParameters m_parameters;
};

} // namespace engine
