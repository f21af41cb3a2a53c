// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <string_view>

namespace engine {

// One operation per optimizer that updates a variable and its slots in a single pass. They have no
// output. `variable` and slots: variables of one floating-point type and shape; `gradient`
// likewise; `learningRate` and the powers: scalars of that type, which may change from step to
// step.

// variable -= learningRate * gradient
Operation& applyGradientDescent(Output variable, Output learningRate, Output gradient,
                                std::string_view name = "ApplyGradientDescent");

struct MomentumParameters
{
    double momentum = 0.9;
    bool useNesterov = false;
};

// accumulator = momentum * accumulator + gradient; then variable -= learningRate * accumulator, or
// with Nesterov's momentum variable -= learningRate * (gradient + momentum * accumulator).
// (tensorflow/core/kernels/training_ops.cc)
Operation& applyMomentum(Output variable, Output accumulator, Output learningRate, Output gradient,
                         const MomentumParameters& parameters,
                         std::string_view name = "ApplyMomentum");

struct AdamParameters
{
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
};

// Kingma & Ba, "Adam", 2014, in the form before section 2.1 with its epsilon-hat:
// m += (1 - beta1) * (gradient - m), v += (1 - beta2) * (gradient² - v),
// variable -= learningRate * sqrt(1 - beta2^t) / (1 - beta1^t) * m / (sqrt(v) + epsilon).
// The powers beta^t are given; the caller advances them.
struct AdamSlots
{
    Output m;
    Output v;
    Output beta1Power;
    Output beta2Power;
};
Operation& applyAdam(Output variable, const AdamSlots& slots, Output learningRate, Output gradient,
                     const AdamParameters& parameters, std::string_view name = "ApplyAdam");

} // namespace engine
