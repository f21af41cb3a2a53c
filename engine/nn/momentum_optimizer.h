// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/slot_optimizer.h"
#include "engine/ops/training_ops.h"

namespace engine {

// Gradient descent with momentum, also Nesterov's (tf.train.MomentumOptimizer). Slot "Momentum".
// Of a variable that is only looked up (embeddings) the rows that were looked up move, and only
// their momentum changes: if the gradient comes as computeGradients() gives it, or multiplied or
// divided by one number (clipGradientsByGlobalNorm(), clipByNorm() over all axes). Changed by
// anything else (clipByValue(), clipByNorm() of each row, a penalty added) it moves all rows.
class MomentumOptimizer final : public SlotOptimizer
{
public:
    explicit MomentumOptimizer(Output learningRate, const MomentumParameters& parameters = {})
        : SlotOptimizer(learningRate, {{"Momentum"}}), m_parameters(parameters)
    { }

private:
    Operation& addUpdate(const Variable& variable, Output gradient) override;

    MomentumParameters m_parameters;
};

} // namespace engine
