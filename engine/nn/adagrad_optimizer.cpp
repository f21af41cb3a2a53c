// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/adagrad_optimizer.h"

#include "engine/ops/adaptive_training_ops.h"

namespace engine {

Operation& AdagradOptimizer::addUpdate(const Variable& variable, Output gradient)
{
    return applyAdagrad(variable.value(), slotsOf(variable)[0], learningRateAs(gradient.type()),
                        gradient);
}

} // namespace engine
