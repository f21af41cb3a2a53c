// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <functional>
#include <string_view>

namespace engine {

// Adds an operation, named `name`, that computes a variable's first value. The same graph with the
// same seed gives the same values.
using Initializer =
    std::function<Output(Graph& graph, DataType type, const Shape& shape, std::string_view name)>;

Initializer zerosInitializer();
Initializer constantInitializer(double value);
Initializer randomUniformInitializer(double low, double high);
Initializer randomNormalInitializer(double mean, double deviation);
Initializer truncatedNormalInitializer(double mean, double deviation);

enum class FanMode
{
    In,
    Out,
    Average
};

enum class ScaledDistribution
{
    Uniform,
    TruncatedNormal, // cut at two deviations and widened, so that the deviation is right after it
    UntruncatedNormal
};

// Random values around 0 of variance scale / fan (tf.variance_scaling_initializer). With [in, out]
// the fans are in and out, with more axes in front times their product, with one axis both its
// size.
struct VarianceScaling
{
    double scale = 1;
    FanMode mode = FanMode::In;
    ScaledDistribution distribution = ScaledDistribution::TruncatedNormal;
};
Initializer varianceScaling(const VarianceScaling& parameters);

// Glorot & Bengio, 2010: variance 2 / (fan in + fan out). He et al., 2015: variance 2 / fan in.
// LeCun et al., 1998: variance 1 / fan in. The normal ones are truncated.
Initializer glorotUniform();
Initializer glorotNormal();
Initializer heUniform();
Initializer heNormal();
Initializer lecunUniform();
Initializer lecunNormal();

} // namespace engine
