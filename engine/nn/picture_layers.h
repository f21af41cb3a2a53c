// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/initializers.h"
#include "engine/ops/conv2d_ops.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace engine {

// Layers for pictures [batch, height, width, channels] with known channels. They make their
// variables in a scope of their name; InvalidArgumentError naming the layer and the shape.

struct ConvLayerOptions
{
    Conv2dOptions convolution;
    std::string activation = "linear";
    bool useBias = true;
    Initializer kernelInitializer = glorotUniform();
    Initializer biasInitializer = zerosInitializer();
    std::string name = "conv2d";
};

// activation(conv2d(x, kernel) + bias) with a kernel of `size` × `size`: variables NAME/kernel
// [size, size, channels / groups, filters] and NAME/bias [filters]. (tf.layers.conv2d)
Output convLayer(Output x, std::int64_t filters, std::int64_t size,
                 const ConvLayerOptions& options = {});

struct BatchNormLayerOptions
{
    double epsilon = 1e-3;
    double momentum = 0.99; // the decay of the moving averages
    std::string name = "batch_normalization";
};

// x […, channels] normalised by the batch where the bool scalar `training` is true, otherwise by
// the moving averages. Variables NAME/gamma and NAME/beta, trained, and NAME/moving_mean and
// NAME/moving_variance, which follow with every update of an Optimizer (keys::kUpdateOps). For
// pictures the moving variance is n / (n - 1) times the biased one. (tf.layers.batch_normalization)
Output batchNormLayer(Output x, Output training, const BatchNormLayerOptions& options = {});

struct ResidualBlockOptions
{
    std::int64_t stride = 1;
    std::int64_t filters = 0; // 0: as many as x has channels
    BatchNormLayerOptions norm;
    std::string name = "residual";
};

// relu(norm(conv(relu(norm(conv(x))))) + shortcut) with 3 × 3 convolutions, the first of the
// stride; the shortcut is x, or where the shape changes norm(conv 1 × 1). (He et al., 2015)
Output residualBlock(Output x, Output training, const ResidualBlockOptions& options = {});

} // namespace engine
