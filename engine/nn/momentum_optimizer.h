// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/optimizer.h"
#include "engine/ops/training_ops.h"

#include <map>

namespace engine {

// Gradient descent with momentum, also Nesterov's (tf.train.MomentumOptimizer). Slot "Momentum".
class MomentumOptimizer final : public Optimizer
{
public:
    explicit MomentumOptimizer(Output learningRate, const MomentumParameters& parameters = {})
        : Optimizer(learningRate), m_parameters(parameters)
    { }

private:
    void prepare(std::span<const GradientAndVariable> gradients) override;
    Operation& addUpdate(const Variable& variable, Output gradient) override;

    MomentumParameters m_parameters;
    std::map<std::string, Output> m_accumulators; // by the variable's name
};

} // namespace engine
