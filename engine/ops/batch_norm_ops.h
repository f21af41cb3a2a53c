// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// Batch normalisation (Ioffe & Szegedy, 2015) of x […, channels] over all other axes, floating
// point. gamma, beta, mean and variance are [channels]. Errors: InvalidArgumentError naming the
// operation and both shapes.

struct BatchNormInputs
{
    Output gamma;
    Output beta;
    Output movingMean;
    Output movingVariance;
    // Bool scalar: whether the statistics are those of the batch (true) or the moving ones.
    Output training;
};

struct BatchNormOptions
{
    double epsilon = 1e-3;
    // Whether the variance for the moving average is n / (n - 1) times the biased one, as
    // TensorFlow's fused function has it for pictures (n = 1 counts as factor 1).
    bool unbiasedVariance = true;
};

struct BatchNormOutputs
{
    Output y; // gamma * (x - mean) / sqrt(variance + epsilon) + beta, of the biased variance
    // What the moving averages are to be updated with; no gradient passes.
    Output mean;
    Output variance;
};

BatchNormOutputs batchNorm(Output x, const BatchNormInputs& inputs,
                           const BatchNormOptions& options = {},
                           std::string_view name = "FusedBatchNorm");

// By given statistics; gradients pass to all of them. (tf.nn.batch_normalization)
Output batchNormalization(Output x, Output mean, Output variance, Output beta, Output gamma,
                          double epsilon, std::string_view name = "batchnorm");

} // namespace engine
