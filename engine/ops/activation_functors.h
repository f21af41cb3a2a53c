// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/elementwise.h"

#include <cmath>
#include <numbers>

namespace engine {

// The activations as functions of array expressions (engine/ops/elementwise.h). Only for the
// sources of engine/ops.

struct Relu6
{
    static auto apply(const auto& x)
    {
        return smallerOf(largerOf(x, constantLike(x, 0)), constantLike(x, 6));
    }
};

struct Tanh
{
    static auto apply(const auto& x) { return x.tanh(); }
};

// 1 / (1 + exp(-x))
inline auto logistic(const auto& x)
{
    return (ElementOf<decltype(x)>(1) + (-x).exp()).inverse();
}

struct Sigmoid
{
    static auto apply(const auto& x) { return logistic(x); }
};

struct Softplus
{
    static auto apply(const auto& x)
    {
        using T = ElementOf<decltype(x)>;
        return largerOf(x, constantLike(x, 0))
            + (-x.abs()).exp().unaryExpr([](T value) { return std::log1p(value); });
    }
};

struct Softsign
{
    static auto apply(const auto& x) { return x / (x.abs() + ElementOf<decltype(x)>(1)); }
};

inline auto expMinusOne(const auto& x)
{
    using T = ElementOf<decltype(x)>;
    return x.unaryExpr([](T value) { return std::expm1(value); });
}

struct Elu
{
    static auto apply(const auto& x)
    {
        using T = ElementOf<decltype(x)>;
        return (x > T(0)).select(x, expMinusOne(x));
    }
};

inline constexpr double kSeluScale = 1.0507009873554805;
inline constexpr double kSeluScaleAlpha = kSeluScale * 1.6732632423543772;

struct Selu
{
    static auto apply(const auto& x)
    {
        using T = ElementOf<decltype(x)>;
        return (x > T(0)).select(x * T(kSeluScale), expMinusOne(x) * T(kSeluScaleAlpha));
    }
};

template <typename T>
T normalShareBelow(T x)
{
    return T(0.5) * (T(1) + std::erf(x * T(0.5) * std::numbers::sqrt2_v<T>));
}

struct Gelu
{
    static auto apply(const auto& x)
    {
        using T = ElementOf<decltype(x)>;
        return x.unaryExpr([](T value) { return value * normalShareBelow(value); });
    }
};

// tanh(sqrt(2 / pi) * (x + 0.044715 x³))
inline constexpr double kCubic = 0.044715;
inline constexpr double kRootOfTwoOverPi = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;

inline auto geluTanh(const auto& x)
{
    using T = ElementOf<decltype(x)>;
    return ((x + x.cube() * T(kCubic)) * T(kRootOfTwoOverPi)).tanh();
}

struct ApproximateGelu
{
    static auto apply(const auto& x)
    {
        using T = ElementOf<decltype(x)>;
        return x * T(0.5) * (geluTanh(x) + T(1));
    }
};

struct LeakyRelu : WithConstant
{
    using WithConstant::WithConstant;
    auto apply(const auto& x) const
    {
        using T = ElementOf<decltype(x)>;
        return (x > T(0)).select(x, x * constantFor(x));
    }
};

struct Swish : WithConstant
{
    using WithConstant::WithConstant;
    auto apply(const auto& x) const { return x * logistic(x * constantFor(x)); }
};

} // namespace engine
