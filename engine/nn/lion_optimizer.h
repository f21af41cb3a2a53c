// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/slot_optimizer.h"
#include "engine/ops/adaptive_training_ops.h"

namespace engine {

// Lion; the formula is at applyLion(). Slot "Lion".
class LionOptimizer final : public SlotOptimizer
{
public:
    explicit LionOptimizer(Output learningRate, const LionParameters& parameters = {})
        : SlotOptimizer(learningRate, {{"Lion"}}), m_parameters(parameters)
    { }

private:
    Operation& addUpdate(const Variable& variable, Output gradient) override;

    LionParameters m_parameters;
};

} // namespace engine
