// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/initializers.h"

#include "engine/ops/basic_ops.h"
#include "engine/ops/random_ops.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

struct Fans
{
    double in = 1;
    double out = 1;
};

Fans fansOf(const Shape& shape)
{
    if (shape.rank() == 0) {
        return {};
    }
    Fans fans{static_cast<double>(shape.dim(shape.rank() == 1 ? 0 : -2)),
              static_cast<double>(shape.dim(-1))};
    for (int axis = 0; axis < shape.rank() - 2; ++axis) {
        fans.in *= static_cast<double>(shape.dim(axis));
        fans.out *= static_cast<double>(shape.dim(axis));
    }
    return fans;
}

double fanOf(const Shape& shape, FanMode mode)
{
    const Fans fans = fansOf(shape);
    switch (mode) {
    case FanMode::In:
        return fans.in;
    case FanMode::Out:
        return fans.out;
    case FanMode::Average:
        break;
    }
    return (fans.in + fans.out) / 2;
}

} // namespace

Initializer zerosInitializer()
{
    return constantInitializer(0);
}

Initializer constantInitializer(double value)
{
    return [=](Graph& graph, DataType type, const Shape& shape, std::string_view name) {
        return fill(graph, type, shape, value, name);
    };
}

Initializer randomUniformInitializer(double low, double high)
{
    return [=](Graph& graph, DataType type, const Shape& shape, std::string_view name) {
        return randomUniform(graph, type, shape, low, high, {.name = name, .seed = {}});
    };
}

Initializer randomNormalInitializer(double mean, double deviation)
{
    return [=](Graph& graph, DataType type, const Shape& shape, std::string_view name) {
        return randomNormal(graph, type, shape, mean, deviation, {.name = name, .seed = {}});
    };
}

Initializer truncatedNormalInitializer(double mean, double deviation)
{
    return [=](Graph& graph, DataType type, const Shape& shape, std::string_view name) {
        return truncatedNormal(graph, type, shape, mean, deviation, {.name = name, .seed = {}});
    };
}

Initializer varianceScaling(const VarianceScaling& parameters)
{
    return [=](Graph& graph, DataType type, const Shape& shape, std::string_view name) {
        const double fan = std::max(fanOf(shape, parameters.mode), 1.0);
        const double deviation = std::sqrt(parameters.scale / fan);
        const RandomOptions options{.name = name, .seed = {}};
        switch (parameters.distribution) {
        case ScaledDistribution::Uniform: {
            const double limit = std::sqrt(3.0) * deviation;
            return randomUniform(graph, type, shape, -limit, limit, options);
        }
        case ScaledDistribution::UntruncatedNormal:
            return randomNormal(graph, type, shape, 0, deviation, options);
        case ScaledDistribution::TruncatedNormal:
            break;
        }
        constexpr double kDeviationAfterCut = 0.87962566103423978; // of a standard normal cut at 2
        return truncatedNormal(graph, type, shape, 0, deviation / kDeviationAfterCut, options);
    };
}

Initializer glorotUniform()
{
    return varianceScaling({1, FanMode::Average, ScaledDistribution::Uniform});
}

Initializer glorotNormal()
{
    return varianceScaling({1, FanMode::Average, ScaledDistribution::TruncatedNormal});
}

Initializer heUniform()
{
    return varianceScaling({2, FanMode::In, ScaledDistribution::Uniform});
}

Initializer heNormal()
{
    return varianceScaling({2, FanMode::In, ScaledDistribution::TruncatedNormal});
}

Initializer lecunUniform()
{
    return varianceScaling({1, FanMode::In, ScaledDistribution::Uniform});
}

Initializer lecunNormal()
{
    return varianceScaling({1, FanMode::In, ScaledDistribution::TruncatedNormal});
}

} // namespace engine
