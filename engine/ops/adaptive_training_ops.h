// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/training_ops.h"

namespace engine {

// Further updates of a variable and its slots in a single pass; what holds for all stands in
// engine/ops/training_ops.h.

// accumulator += gradient²; variable -= learningRate * gradient / sqrt(accumulator).
// (Duchi et al., 2011; tensorflow's has no epsilon)
Operation& applyAdagrad(Output variable, Output accumulator, Output learningRate, Output gradient,
                        std::string_view name = "ApplyAdagrad");

struct RmsPropParameters
{
    double decay = 0.9;
    double momentum = 0;
    double epsilon = 1e-10; // inside the root
    bool centered = false;
};

// ms = decay * ms + (1 - decay) * gradient²;
// momentum = m * momentum + learningRate * gradient / sqrt(ms + epsilon); variable -= momentum.
// Centered: mg is the average of the gradient, and the root is of ms - mg² + epsilon.
// (Tieleman & Hinton, 2012; tensorflow/core/kernels/training_ops.cc)
struct RmsPropSlots
{
    Output meanSquare;
    Output momentum;
    Output meanGradient; // centered only
};
Operation& applyRmsProp(Output variable, const RmsPropSlots& slots, Output learningRate,
                        Output gradient, const RmsPropParameters& parameters,
                        std::string_view name = "ApplyRMSProp");

struct AdamWParameters
{
    double weightDecay = 0.01;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
};

// Loshchilov & Hutter, 2017, as PyTorch has it: variable *= 1 - learningRate * weightDecay; m and v
// as Adam's; variable -= learningRate / (1 - beta1^t) * m / (sqrt(v / (1 - beta2^t)) + epsilon).
Operation& applyAdamW(Output variable, const AdamSlots& slots, Output learningRate, Output gradient,
                      const AdamWParameters& parameters, std::string_view name = "ApplyAdamW");

struct LionParameters
{
    double beta1 = 0.9;
    double beta2 = 0.99;
    double weightDecay = 0;
};

// Chen et al., 2023: variable *= 1 - learningRate * weightDecay;
// variable -= learningRate * sign(beta1 * m + (1 - beta1) * gradient);
// m = beta2 * m + (1 - beta2) * gradient.
Operation& applyLion(Output variable, Output momentum, Output learningRate, Output gradient,
                     const LionParameters& parameters, std::string_view name = "ApplyLion");

} // namespace engine
