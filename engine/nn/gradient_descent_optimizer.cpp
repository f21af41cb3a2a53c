// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/gradient_descent_optimizer.h"

#include "engine/ops/training_ops.h"

namespace engine {

Operation& GradientDescentOptimizer::addUpdate(const Variable& variable, Output gradient)
{
    return applyGradientDescent(variable.value(), learningRateAs(gradient.type()), gradient);
}

} // namespace engine
