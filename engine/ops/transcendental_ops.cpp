// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/transcendental_ops.h"

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/elementwise.h"
#include "engine/ops/unary_ops.h"

#include <cmath>
#include <numbers>

namespace engine {

namespace {

struct Exponential
{
    // Eigen's own exp() ends at the smallest normal numbers instead of at 0.
    static auto apply(const auto& x)
    {
        using T = ElementOf<decltype(x)>;
        return x.unaryExpr([](T value) { return std::exp(value); });
    }
};
struct ExponentialMinusOne
{
    static auto apply(const auto& x)
    {
        using T = ElementOf<decltype(x)>;
        return x.unaryExpr([](T value) { return std::expm1(value); });
    }
};
struct Logarithm
{
    static auto apply(const auto& x) { return x.log(); }
};
struct LogarithmOfOnePlus
{
    static auto apply(const auto& x)
    {
        using T = ElementOf<decltype(x)>;
        return x.unaryExpr([](T value) { return std::log1p(value); });
    }
};
struct LogarithmOfOnePlusSlope
{
    static auto apply(const auto& x, const auto& dy)
    {
        return dy / (x + ElementOf<decltype(x)>(1));
    }
};
struct Sine
{
    static auto apply(const auto& x) { return x.sin(); }
};
struct SineSlope
{
    static auto apply(const auto& x, const auto& dy) { return dy * x.cos(); }
};
struct Cosine
{
    static auto apply(const auto& x) { return x.cos(); }
};
struct CosineSlope
{
    static auto apply(const auto& x, const auto& dy) { return -dy * x.sin(); }
};
struct ErrorFunction
{
    static auto apply(const auto& x)
    {
        using T = ElementOf<decltype(x)>;
        return x.unaryExpr([](T value) { return std::erf(value); });
    }
};
struct ErrorFunctionSlope
{
    static auto apply(const auto& x, const auto& dy)
    {
        using T = ElementOf<decltype(x)>;
        return dy * (T(2) * std::numbers::inv_sqrtpi_v<T>)*(-x.square()).exp();
    }
};

std::vector<Output> expGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {multiply(gradients[0], resultOf(operation))};
}

std::vector<Output> expm1Gradient(const Operation& operation, std::span<const Output> gradients)
{
    return {multiply(gradients[0], exp(operation.input(0)))};
}

std::vector<Output> logGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {multiply(gradients[0], reciprocal(operation.input(0)))};
}

constexpr OpDef kLog1pGrad = slopeOp<LogarithmOfOnePlusSlope>("Log1pGrad");
constexpr OpDef kSinGrad = slopeOp<SineSlope>("SinGrad");
constexpr OpDef kCosGrad = slopeOp<CosineSlope>("CosGrad");
constexpr OpDef kErfGrad = slopeOp<ErrorFunctionSlope>("ErfGrad");

constexpr OpDef kExp = floatingUnaryOp<Exponential>("Exp", expGradient);
constexpr OpDef kExpm1 = floatingUnaryOp<ExponentialMinusOne>("Expm1", expm1Gradient);
constexpr OpDef kLog = floatingUnaryOp<Logarithm>("Log", logGradient);
constexpr OpDef kLog1p = floatingUnaryOp<LogarithmOfOnePlus>("Log1p", slopeFromInput<kLog1pGrad>);
constexpr OpDef kSin = floatingUnaryOp<Sine>("Sin", slopeFromInput<kSinGrad>);
constexpr OpDef kCos = floatingUnaryOp<Cosine>("Cos", slopeFromInput<kCosGrad>);
constexpr OpDef kErf = floatingUnaryOp<ErrorFunction>("Erf", slopeFromInput<kErfGrad>);

} // namespace

Output exp(Output x, std::string_view name)
{
    return addOutput(kExp, name, {x});
}

Output expm1(Output x, std::string_view name)
{
    return addOutput(kExpm1, name, {x});
}

Output log(Output x, std::string_view name)
{
    return addOutput(kLog, name, {x});
}

Output log1p(Output x, std::string_view name)
{
    return addOutput(kLog1p, name, {x});
}

Output sin(Output x, std::string_view name)
{
    return addOutput(kSin, name, {x});
}

Output cos(Output x, std::string_view name)
{
    return addOutput(kCos, name, {x});
}

Output erf(Output x, std::string_view name)
{
    return addOutput(kErf, name, {x});
}

} // namespace engine
