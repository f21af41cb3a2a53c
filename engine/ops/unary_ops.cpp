// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/unary_ops.h"

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/elementwise.h"
#include "engine/ops/shape_rules.h"

#include <cmath>

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
struct SquareRootGradient
{
    static auto apply(const auto& y, const auto& dy)
    {
        using T = typename std::decay_t<decltype(y)>::Scalar;
        return (dy == T(0)).select(T(0), dy * T(0.5) / y);
    }
};
struct Exponential
{
    // Eigen's own exp() ends at the smallest normal numbers instead of at 0.
    static auto apply(const auto& x)
    {
        using T = typename std::decay_t<decltype(x)>::Scalar;
        return x.unaryExpr([](T value) { return std::exp(value); });
    }
};
struct Logarithm
{
    static auto apply(const auto& x) { return x.log(); }
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

std::vector<Output> sqrtGradient(const Operation& operation, std::span<const Output> gradients);

std::vector<Output> expGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {multiply(gradients[0], resultOf(operation))};
}

std::vector<Output> logGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {multiply(gradients[0], reciprocal(operation.input(0)))};
}

std::vector<Output> reciprocalGradient(const Operation& operation,
                                       std::span<const Output> gradients)
{
    return {negative(multiply(gradients[0], square(resultOf(operation))))};
}

const OpDef kNeg{.type = "Neg",
                 .inferShapes = numericUnary,
                 .gradient = negativeGradient,
                 .makeKernel = makeNumericUnary<Negative>};
const OpDef kSquare{.type = "Square",
                    .inferShapes = numericUnary,
                    .gradient = squareGradient,
                    .makeKernel = makeNumericUnary<Square>};
const OpDef kAbs{.type = "Abs",
                 .inferShapes = numericUnary,
                 .gradient = absoluteGradient,
                 .makeKernel = makeNumericUnary<Absolute>};
const OpDef kSign{.type = "Sign",
                  .inferShapes = numericUnary,
                  .gradient = signGradient,
                  .makeKernel = makeNumericUnary<Sign>};
const OpDef kSqrt{.type = "Sqrt",
                  .inferShapes = floatingUnary,
                  .gradient = sqrtGradient,
                  .makeKernel = makeFloatingUnary<SquareRoot>};
const OpDef kSqrtGrad{.type = "SqrtGrad",
                      .inferShapes = floatingPairs,
                      .makeKernel = makeFloatingPairs<SquareRootGradient>};
const OpDef kExp{.type = "Exp",
                 .inferShapes = floatingUnary,
                 .gradient = expGradient,
                 .makeKernel = makeFloatingUnary<Exponential>};
const OpDef kLog{.type = "Log",
                 .inferShapes = floatingUnary,
                 .gradient = logGradient,
                 .makeKernel = makeFloatingUnary<Logarithm>};
const OpDef kReciprocal{.type = "Reciprocal",
                        .inferShapes = floatingUnary,
                        .gradient = reciprocalGradient,
                        .makeKernel = makeFloatingUnary<Reciprocal>};

std::vector<Output> sqrtGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {addOutput(kSqrtGrad, {}, {resultOf(operation), gradients[0]})};
}

// Functions with one constant, kept as the attribute "value".
template <typename Functor, typename T>
class ConstantKernel final : public Kernel
{
public:
    explicit ConstantKernel(const KernelRequest& request)
        : m_value(static_cast<T>(request.operation.attribute<double>("value")))
    { }

    void compute(KernelContext& context) override
    {
        const std::span<const T> input = context.input(0).values<T>();
        const std::span<T> output = context.output(0).values<T>();
        const auto count = static_cast<std::int64_t>(output.size());
        parallelFor(count, 1, [&](std::int64_t begin, std::int64_t end) {
            const std::int64_t size = end - begin;
            arrayOf(output, begin, size) = Functor::apply(arrayOf(input, begin, size), m_value);
        });
    }

private:
    T m_value;
};

template <typename Functor>
std::unique_ptr<Kernel> makeWithConstant(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(),
                                [&](auto type) -> std::unique_ptr<Kernel> {
                                    using Type = ConstantKernel<Functor, decltype(type)>;
                                    return std::make_unique<Type>(request);
                                });
}

struct Power
{
    static auto apply(const auto& x, auto exponent) { return x.pow(exponent); }
};
struct Scaled
{
    static auto apply(const auto& x, auto factor) { return x * factor; }
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

const OpDef kPow{.type = "PowConstant",
                 .inferShapes = floatingUnary,
                 .gradient = powGradient,
                 .makeKernel = makeWithConstant<Power>};
const OpDef kScale{.type = "Scale",
                   .inferShapes = floatingUnary,
                   .gradient = scaleGradient,
                   .makeKernel = makeWithConstant<Scaled>};

struct Clip
{
    static auto apply(const auto& x, auto low, auto high)
    {
        return smallerOf(largerOf(x, constantLike(x, low)), constantLike(x, high));
    }
};
struct ClipGradient
{
    static auto apply(const auto& x, const auto& dy, auto low, auto high)
    {
        return (x >= low && x <= high).select(dy, decltype(low)(0));
    }
};

// output = Functor::apply(inputs…, low, high)
template <typename Functor, typename T>
class ClipKernel final : public Kernel
{
public:
    explicit ClipKernel(const KernelRequest& request)
        : m_low(static_cast<T>(request.operation.attribute<double>("low"))),
          m_high(static_cast<T>(request.operation.attribute<double>("high")))
    { }

    void compute(KernelContext& context) override
    {
        const std::span<const T> x = context.input(0).values<T>();
        const std::span<T> output = context.output(0).values<T>();
        const auto count = static_cast<std::int64_t>(output.size());
        parallelFor(count, 1, [&](std::int64_t begin, std::int64_t end) {
            const std::int64_t size = end - begin;
            if constexpr (std::is_same_v<Functor, Clip>) {
                arrayOf(output, begin, size) =
                    Functor::apply(arrayOf(x, begin, size), m_low, m_high);
            } else {
                arrayOf(output, begin, size) = Functor::apply(
                    arrayOf(x, begin, size), arrayOf(context.input(1).values<T>(), begin, size),
                    m_low, m_high);
            }
        });
    }

private:
    T m_low;
    T m_high;
};

template <typename Functor>
std::unique_ptr<Kernel> makeClip(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(),
                                [&](auto type) -> std::unique_ptr<Kernel> {
                                    using Type = ClipKernel<Functor, decltype(type)>;
                                    return std::make_unique<Type>(request);
                                });
}

const OpDef kClipGrad{
    .type = "ClipByValueGrad", .inferShapes = floatingPairs, .makeKernel = makeClip<ClipGradient>};

std::vector<Output> clipGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {addOutput(kClipGrad, {}, {operation.input(0), gradients[0]}, operation.attributes())};
}

const OpDef kClip{.type = "ClipByValue",
                  .inferShapes = floatingUnary,
                  .gradient = clipGradient,
                  .makeKernel = makeClip<Clip>};

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

Output exp(Output x, std::string_view name)
{
    return addOutput(kExp, name, {x});
}

Output log(Output x, std::string_view name)
{
    return addOutput(kLog, name, {x});
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

Output clipByValue(Output x, double low, double high, std::string_view name)
{
    if (low > high) {
        throw InvalidArgumentError(
            fmt::format("{}: the low limit {} is above the high limit {}", name, low, high));
    }
    return addOutput(kClip, name, {x}, {{"low", low}, {"high", high}});
}

} // namespace engine
