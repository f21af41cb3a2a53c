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

enum class Distribution
{
    Uniform,
    TruncatedNormal
};

enum class FanMode
{
    In,
    Average
};

// Random values around 0 of variance scale / fan.
Initializer varianceScaling(double scale, FanMode mode, Distribution distribution)
{
    return [=](Graph& graph, DataType type, const Shape& shape, std::string_view name) {
        const Fans fans = fansOf(shape);
        const double fan = mode == FanMode::In ? fans.in : (fans.in + fans.out) / 2;
        const double deviation = std::sqrt(scale / std::max(fan, 1.0));
        if (distribution == Distribution::Uniform) {
            const double limit = std::sqrt(3.0) * deviation;
            return randomUniform(graph, type, shape, -limit, limit, {.name = name, .seed = {}});
        }
        constexpr double kDeviationAfterCut = 0.87962566103423978; // of a standard normal cut at 2
        return truncatedNormal(graph, type, shape, 0, deviation / kDeviationAfterCut,
                               {.name = name, .seed = {}});
    };
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

Initializer glorotUniform()
{
    return varianceScaling(1, FanMode::Average, Distribution::Uniform);
}

Initializer glorotNormal()
{
    return varianceScaling(1, FanMode::Average, Distribution::TruncatedNormal);
}

Initializer heUniform()
{
    return varianceScaling(2, FanMode::In, Distribution::Uniform);
}

Initializer heNormal()
{
    return varianceScaling(2, FanMode::In, Distribution::TruncatedNormal);
}

Initializer lecunUniform()
{
    return varianceScaling(1, FanMode::In, Distribution::Uniform);
}

Initializer lecunNormal()
{
    return varianceScaling(1, FanMode::In, Distribution::TruncatedNormal);
}

} // namespace engine
