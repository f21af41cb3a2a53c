// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/activation_ops.h"

#include "engine/ops/elementwise.h"
#include "engine/ops/hot_loops.h"
#include "engine/ops/unary_ops.h"

#include <cmath>
#include <numbers>

namespace engine {

namespace {

struct Relu
{
    static auto apply(const auto& x) { return largerOf(x, constantLike(x, 0)); }
};
struct ReluSlope
{
    static auto apply(const auto& y, const auto& dy)
    {
        using T = ElementOf<decltype(y)>;
        return (y > T(0)).select(dy, T(0));
    }
};
void computeRelu(KernelContext& context)
{
    const std::span<const float> x = context.input(0).values<float>();
    const std::span<float> y = context.output(0).values<float>();
    parallelFor(static_cast<std::int64_t>(y.size()), 1, [&](std::int64_t begin, std::int64_t end) {
        reluLoop(x.data() + begin, y.data() + begin, end - begin);
    });
}

std::unique_ptr<Kernel> makeRelu(const KernelRequest& request)
{
    return request.inputs[0].type == DataType::Float ? functionKernel<&computeRelu>()
                                                     : makeFloatingElementwise<Relu, 1>(request);
}

void computeReluSlope(KernelContext& context)
{
    const std::span<const float> output = context.input(0).values<float>();
    const std::span<const float> upper = context.input(1).values<float>();
    const std::span<float> slope = context.output(0).values<float>();
    const auto count = static_cast<std::int64_t>(slope.size());
    parallelFor(count, 1, [&](std::int64_t begin, std::int64_t end) {
        reluGradientLoop(output.data() + begin, upper.data() + begin, slope.data() + begin,
                         end - begin);
    });
}

std::unique_ptr<Kernel> makeReluSlope(const KernelRequest& request)
{
    return request.inputs[0].type == DataType::Float
        ? functionKernel<&computeReluSlope>()
        : makeFloatingElementwise<ReluSlope, 2>(request);
}

struct Relu6
{
    static auto apply(const auto& x)
    {
        return smallerOf(largerOf(x, constantLike(x, 0)), constantLike(x, 6));
    }
};
struct Relu6Slope
{
    static auto apply(const auto& y, const auto& dy)
    {
        using T = ElementOf<decltype(y)>;
        return (y > T(0) && y < T(6)).select(dy, T(0));
    }
};
struct Tanh
{
    static auto apply(const auto& x) { return x.tanh(); }
};
struct TanhSlope
{
    static auto apply(const auto& y, const auto& dy)
    {
        return dy * (ElementOf<decltype(y)>(1) - y * y);
    }
};

// 1 / (1 + exp(-x))
auto logistic(const auto& x)
{
    return (ElementOf<decltype(x)>(1) + (-x).exp()).inverse();
}

struct Sigmoid
{
    static auto apply(const auto& x) { return logistic(x); }
};
struct SigmoidSlope
{
    static auto apply(const auto& y, const auto& dy)
    {
        return dy * y * (ElementOf<decltype(y)>(1) - y);
    }
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
struct SoftplusSlope
{
    static auto apply(const auto& x, const auto& dy) { return dy * logistic(x); }
};
struct Softsign
{
    static auto apply(const auto& x) { return x / (x.abs() + ElementOf<decltype(x)>(1)); }
};
struct SoftsignSlope
{
    static auto apply(const auto& x, const auto& dy)
    {
        return dy / (x.abs() + ElementOf<decltype(x)>(1)).square();
    }
};

auto expMinusOne(const auto& x)
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
struct EluSlope
{
    static auto apply(const auto& y, const auto& dy)
    {
        using T = ElementOf<decltype(y)>;
        return (y < T(0)).select(dy * (y + T(1)), dy);
    }
};

constexpr double kSeluScale = 1.0507009873554805;
constexpr double kSeluScaleAlpha = kSeluScale * 1.6732632423543772;

struct Selu
{
    static auto apply(const auto& x)
    {
        using T = ElementOf<decltype(x)>;
        return (x > T(0)).select(x * T(kSeluScale), expMinusOne(x) * T(kSeluScaleAlpha));
    }
};
struct SeluSlope
{
    static auto apply(const auto& y, const auto& dy)
    {
        using T = ElementOf<decltype(y)>;
        return (y < T(0)).select(dy * (y + T(kSeluScaleAlpha)), dy * T(kSeluScale));
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
struct GeluSlope
{
    static auto apply(const auto& x, const auto& dy)
    {
        using T = ElementOf<decltype(x)>;
        return dy * x.unaryExpr([](T value) {
            const T density = std::exp(value * value * T(-0.5))
                * std::numbers::inv_sqrtpi_v<T> * T(0.5) * std::numbers::sqrt2_v<T>;
            return normalShareBelow(value) + value * density;
        });
    }
};

// tanh(sqrt(2 / pi) * (x + 0.044715 x³))
constexpr double kCubic = 0.044715;
constexpr double kRootOfTwoOverPi = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;

auto geluTanh(const auto& x)
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
struct ApproximateGeluSlope
{
    static auto apply(const auto& x, const auto& dy)
    {
        using T = ElementOf<decltype(x)>;
        const auto inner = (x.square() * T(3 * kCubic) + T(1)) * T(kRootOfTwoOverPi);
        return dy * T(0.5) * (geluTanh(x) + T(1) + x * (T(1) - geluTanh(x).square()) * inner);
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
struct LeakyReluSlope : WithConstant
{
    using WithConstant::WithConstant;
    auto apply(const auto& x, const auto& dy) const
    {
        using T = ElementOf<decltype(x)>;
        return (x > T(0)).select(dy, dy * constantFor(x));
    }
};
struct Swish : WithConstant
{
    using WithConstant::WithConstant;
    auto apply(const auto& x) const { return x * logistic(x * constantFor(x)); }
};
struct SwishSlope : WithConstant
{
    using WithConstant::WithConstant;
    auto apply(const auto& x, const auto& dy) const
    {
        using T = ElementOf<decltype(x)>;
        const T beta = constantFor(x);
        const auto share = logistic(x * beta);
        return dy * share * (x * beta * (T(1) - share) + T(1));
    }
};

constexpr OpDef kReluGrad{
    .type = "ReluGrad", .inferShapes = floatingPairs, .makeKernel = makeReluSlope};
constexpr OpDef kRelu6Grad = slopeOp<Relu6Slope>("Relu6Grad");
constexpr OpDef kTanhGrad = slopeOp<TanhSlope>("TanhGrad");
constexpr OpDef kSigmoidGrad = slopeOp<SigmoidSlope>("SigmoidGrad");
constexpr OpDef kSoftplusGrad = slopeOp<SoftplusSlope>("SoftplusGrad");
constexpr OpDef kSoftsignGrad = slopeOp<SoftsignSlope>("SoftsignGrad");
constexpr OpDef kEluGrad = slopeOp<EluSlope>("EluGrad");
constexpr OpDef kSeluGrad = slopeOp<SeluSlope>("SeluGrad");
constexpr OpDef kGeluGrad = slopeOp<GeluSlope>("GeluGrad");
constexpr OpDef kApproximateGeluGrad = slopeOp<ApproximateGeluSlope>("ApproximateGeluGrad");
constexpr OpDef kLeakyReluGrad = slopeOp<LeakyReluSlope>("LeakyReluGrad");
constexpr OpDef kSwishGrad = slopeOp<SwishSlope>("SwishGrad");

// Where the slope follows from the value the gradient reads the output, so x need not be kept.
constexpr OpDef kRelu{.type = "Relu",
                      .inferShapes = floatingUnary,
                      .gradient = slopeFromOutput<kReluGrad>,
                      .makeKernel = makeRelu};
constexpr OpDef kRelu6 = floatingUnaryOp<Relu6>("Relu6", slopeFromOutput<kRelu6Grad>);
constexpr OpDef kTanh = floatingUnaryOp<Tanh>("Tanh", slopeFromOutput<kTanhGrad>);
constexpr OpDef kSigmoid = floatingUnaryOp<Sigmoid>("Sigmoid", slopeFromOutput<kSigmoidGrad>);
constexpr OpDef kSoftplus = floatingUnaryOp<Softplus>("Softplus", slopeFromInput<kSoftplusGrad>);
constexpr OpDef kSoftsign = floatingUnaryOp<Softsign>("Softsign", slopeFromInput<kSoftsignGrad>);
constexpr OpDef kElu = floatingUnaryOp<Elu>("Elu", slopeFromOutput<kEluGrad>);
constexpr OpDef kSelu = floatingUnaryOp<Selu>("Selu", slopeFromOutput<kSeluGrad>);
constexpr OpDef kGelu = floatingUnaryOp<Gelu>("Gelu", slopeFromInput<kGeluGrad>);
constexpr OpDef kApproximateGelu =
    floatingUnaryOp<ApproximateGelu>("ApproximateGelu", slopeFromInput<kApproximateGeluGrad>);
constexpr OpDef kLeakyRelu =
    floatingUnaryOp<LeakyRelu>("LeakyRelu", slopeFromInput<kLeakyReluGrad>);
constexpr OpDef kSwish = floatingUnaryOp<Swish>("Swish", slopeFromInput<kSwishGrad>);

} // namespace

Output relu(Output x, std::string_view name)
{
    return addOutput(kRelu, name, {x});
}

Output relu6(Output x, std::string_view name)
{
    return addOutput(kRelu6, name, {x});
}

Output leakyRelu(Output x, double alpha, std::string_view name)
{
    return addOutput(kLeakyRelu, name, {x}, {{"value", alpha}});
}

Output elu(Output x, std::string_view name)
{
    return addOutput(kElu, name, {x});
}

Output selu(Output x, std::string_view name)
{
    return addOutput(kSelu, name, {x});
}

Output tanh(Output x, std::string_view name)
{
    return addOutput(kTanh, name, {x});
}

Output sigmoid(Output x, std::string_view name)
{
    return addOutput(kSigmoid, name, {x});
}

Output logSigmoid(Output x, std::string_view name)
{
    return negative(softplus(negative(x)), name);
}

Output softplus(Output x, std::string_view name)
{
    return addOutput(kSoftplus, name, {x});
}

Output softsign(Output x, std::string_view name)
{
    return addOutput(kSoftsign, name, {x});
}

Output gelu(Output x, bool approximate, std::string_view name)
{
    return addOutput(approximate ? kApproximateGelu : kGelu, name, {x});
}

Output swish(Output x, double beta, std::string_view name)
{
    return addOutput(kSwish, name, {x}, {{"value", beta}});
}

} // namespace engine
