// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/optimizer.h"

namespace engine {

// variable -= learning rate * gradient (tf.train.GradientDescentOptimizer).
class GradientDescentOptimizer final : public Optimizer
{
public:
    using Optimizer::Optimizer;

private:
    Operation& addUpdate(const Variable& variable, Output gradient) override;
};

} // namespace engine
