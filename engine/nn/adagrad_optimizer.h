// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/slot_optimizer.h"

namespace engine {

// tf.train.AdagradOptimizer; the formula is at applyAdagrad(). Slot "Adagrad".
class AdagradOptimizer final : public SlotOptimizer
{
public:
    explicit AdagradOptimizer(Output learningRate, double initialAccumulator = 0.1)
        : SlotOptimizer(learningRate, {{"Adagrad", initialAccumulator}})
    { }

private:
    Operation& addUpdate(const Variable& variable, Output gradient) override;
};

} // namespace engine
