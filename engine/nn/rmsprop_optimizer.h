// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/slot_optimizer.h"
#include "engine/ops/adaptive_training_ops.h"

namespace engine {

// tf.train.RMSPropOptimizer; the formula is at applyRmsProp(). Slots "RMSProp", the mean square,
// which begins at 1; with centered "RMSProp_1", the mean gradient; and last "RMSProp_1" or
// "RMSProp_2", the momentum.
class RmsPropOptimizer final : public SlotOptimizer
{
public:
    explicit RmsPropOptimizer(Output learningRate, const RmsPropParameters& parameters = {});

private:
    Operation& addUpdate(const Variable& variable, Output gradient) override;

    RmsPropParameters m_parameters;
};

} // namespace engine
