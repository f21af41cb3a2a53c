// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/unary_ops.h"

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/elementwise.h"

namespace engine {

namespace {

struct Negative
{
    static auto apply(const auto& x) { return -x; }
};
struct Square
{
    static auto apply(const auto& x) { return x * x; }
};
struct Absolute
{
    static auto apply(const auto& x) { return x.abs(); }
};
struct Sign
{
    static auto apply(const auto& x) { return x.sign(); }
};
struct SquareRoot
{
    static auto apply(const auto& x) { return x.sqrt(); }
};
struct SquareRootSlope
{
    static auto apply(const auto& y, const auto& dy)
    {
        using T = ElementOf<decltype(y)>;
        return (dy == T(0)).select(T(0), dy * T(0.5) / y);
    }
};
struct ReciprocalRoot
{
    static auto apply(const auto& x) { return x.sqrt().inverse(); }
};
struct ReciprocalRootSlope
{
    static auto apply(const auto& y, const auto& dy)
    {
        return dy * ElementOf<decltype(y)>(-0.5) * y.cube();
    }
};
struct Reciprocal
{
    static auto apply(const auto& x) { return x.inverse(); }
};

std::vector<Output> negativeGradient(const Operation&, std::span<const Output> gradients)
{
    return {negative(gradients[0])};
}

std::vector<Output> squareGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {multiply(gradients[0], scale(operation.input(0), 2))};
}

std::vector<Output> absoluteGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {multiply(gradients[0], sign(operation.input(0)))};
}

std::vector<Output> signGradient(const Operation&, std::span<const Output> gradients)
{
    return {zerosLike(gradients[0])};
}

std::vector<Output> reciprocalGradient(const Operation& operation,
                                       std::span<const Output> gradients)
{
    return {negative(multiply(gradients[0], square(resultOf(operation))))};
}

constexpr OpDef kSqrtGrad = slopeOp<SquareRootSlope>("SqrtGrad");
constexpr OpDef kRsqrtGrad = slopeOp<ReciprocalRootSlope>("RsqrtGrad");

constexpr OpDef kNeg = numericUnaryOp<Negative>("Neg", negativeGradient);
constexpr OpDef kSquare = numericUnaryOp<Square>("Square", squareGradient);
constexpr OpDef kAbs = numericUnaryOp<Absolute>("Abs", absoluteGradient);
constexpr OpDef kSign = numericUnaryOp<Sign>("Sign", signGradient);
constexpr OpDef kSqrt = floatingUnaryOp<SquareRoot>("Sqrt", slopeFromOutput<kSqrtGrad>);
constexpr OpDef kRsqrt = floatingUnaryOp<ReciprocalRoot>("Rsqrt", slopeFromOutput<kRsqrtGrad>);
constexpr OpDef kReciprocal = floatingUnaryOp<Reciprocal>("Reciprocal", reciprocalGradient);

struct Power : WithConstant
{
    using WithConstant::WithConstant;
    auto apply(const auto& x) const { return x.pow(constantFor(x)); }
};
struct Scaled : WithConstant
{
    using WithConstant::WithConstant;
    auto apply(const auto& x) const { return x * constantFor(x); }
};
struct Shifted : WithConstant
{
    using WithConstant::WithConstant;
    auto apply(const auto& x) const { return x + constantFor(x); }
};

std::vector<Output> powGradient(const Operation& operation, std::span<const Output> gradients)
{
    const double exponent = operation.attribute<double>("value");
    return {multiply(gradients[0], scale(pow(operation.input(0), exponent - 1), exponent))};
}

std::vector<Output> scaleGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {scale(gradients[0], operation.attribute<double>("value"))};
}

std::vector<Output> shiftGradient(const Operation&, std::span<const Output> gradients)
{
    return {gradients[0]};
}

constexpr OpDef kPow = floatingUnaryOp<Power>("PowConstant", powGradient);
constexpr OpDef kScale = floatingUnaryOp<Scaled>("Scale", scaleGradient);
constexpr OpDef kShift = floatingUnaryOp<Shifted>("Shift", shiftGradient);

class WithLimits
{
public:
    explicit WithLimits(const Attributes& attributes)
        : m_low(attributes.get<double>("low")), m_high(attributes.get<double>("high"))
    { }

protected:
    double m_low;
    double m_high;
};

struct Clip : WithLimits
{
    using WithLimits::WithLimits;
    auto apply(const auto& x) const
    {
        using T = ElementOf<decltype(x)>;
        return smallerOf(largerOf(x, constantLike(x, static_cast<T>(m_low))),
                         constantLike(x, static_cast<T>(m_high)));
    }
};
struct ClipSlope : WithLimits
{
    using WithLimits::WithLimits;
    auto apply(const auto& x, const auto& dy) const
    {
        using T = ElementOf<decltype(x)>;
        return (x >= static_cast<T>(m_low) && x <= static_cast<T>(m_high)).select(dy, T(0));
    }
};

constexpr OpDef kClipGrad = slopeOp<ClipSlope>("ClipByValueGrad");
constexpr OpDef kClip = floatingUnaryOp<Clip>("ClipByValue", slopeFromInput<kClipGrad>);

} // namespace

Output negative(Output x, std::string_view name)
{
    return addOutput(kNeg, name, {x});
}

Output square(Output x, std::string_view name)
{
    return addOutput(kSquare, name, {x});
}

Output abs(Output x, std::string_view name)
{
    return addOutput(kAbs, name, {x});
}

Output sign(Output x, std::string_view name)
{
    return addOutput(kSign, name, {x});
}

Output sqrt(Output x, std::string_view name)
{
    return addOutput(kSqrt, name, {x});
}

Output rsqrt(Output x, std::string_view name)
{
    return addOutput(kRsqrt, name, {x});
}

Output reciprocal(Output x, std::string_view name)
{
    return addOutput(kReciprocal, name, {x});
}

Output pow(Output x, double exponent, std::string_view name)
{
    return addOutput(kPow, name, {x}, {{"value", exponent}});
}

Output scale(Output x, double factor, std::string_view name)
{
    return addOutput(kScale, name, {x}, {{"value", factor}});
}

Output shift(Output x, double summand, std::string_view name)
{
    return addOutput(kShift, name, {x}, {{"value", summand}});
}

Output clipByValue(Output x, double low, double high, std::string_view name)
{
    if (low > high) {
        throw InvalidArgumentError(
            fmt::format("{}: the low limit {} is above the high limit {}", name, low, high));
    }
    return addOutput(kClip, name, {x}, {{"low", low}, {"high", high}});
}

} // namespace engine
