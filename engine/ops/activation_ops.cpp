// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/activation_ops.h"

#include "engine/ops/activation_functors.h"
#include "engine/ops/float_activation.h"
#include "engine/ops/hot_loops.h"
#include "engine/ops/unary_ops.h"

#include <cmath>

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

struct Relu6Slope
{
    static auto apply(const auto& y, const auto& dy)
    {
        using T = ElementOf<decltype(y)>;
        return (y > T(0) && y < T(6)).select(dy, T(0));
    }
};
struct TanhSlope
{
    static auto apply(const auto& y, const auto& dy)
    {
        return dy * (ElementOf<decltype(y)>(1) - y * y);
    }
};

struct SigmoidSlope
{
    static auto apply(const auto& y, const auto& dy)
    {
        return dy * y * (ElementOf<decltype(y)>(1) - y);
    }
};
struct SoftplusSlope
{
    static auto apply(const auto& x, const auto& dy) { return dy * logistic(x); }
};
struct SoftsignSlope
{
    static auto apply(const auto& x, const auto& dy)
    {
        return dy / (x.abs() + ElementOf<decltype(x)>(1)).square();
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

struct SeluSlope
{
    static auto apply(const auto& y, const auto& dy)
    {
        using T = ElementOf<decltype(y)>;
        return (y < T(0)).select(dy * (y + T(kSeluScaleAlpha)), dy * T(kSeluScale));
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

struct ApproximateGeluSlope
{
    static auto apply(const auto& x, const auto& dy)
    {
        using T = ElementOf<decltype(x)>;
        const auto inner = (x.square() * T(3 * kCubic) + T(1)) * T(kRootOfTwoOverPi);
        return dy * T(0.5) * (geluTanh(x) + T(1) + x * (T(1) - geluTanh(x).square()) * inner);
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

class FloatActivationKernel final : public Kernel
{
public:
    explicit FloatActivationKernel(const KernelRequest& request)
        : m_activation(FloatActivation::of(request.operation).value())
    { }

    void compute(KernelContext& context) override
    {
        const std::span<const float> x = std::as_const(context.input(0)).values<float>();
        const std::span<float> y = context.output(0).values<float>();
        parallelFor(static_cast<std::int64_t>(y.size()), 1,
                    [&](std::int64_t begin, std::int64_t end) {
                        m_activation.apply(x.data() + begin, y.data() + begin, end - begin);
                    });
    }

private:
    FloatActivation m_activation;
};

template <typename Functor>
std::unique_ptr<Kernel> makeActivation(const KernelRequest& request)
{
    return request.inputs[0].type == DataType::Float
        ? std::make_unique<FloatActivationKernel>(request)
        : makeFloatingElementwise<Functor, 1>(request);
}

template <typename Functor>
constexpr OpDef activationOp(std::string_view type, GradientFunction gradient)
{
    return {.type = type,
            .inferShapes = floatingUnary,
            .gradient = gradient,
            .makeKernel = makeActivation<Functor>};
}

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
constexpr OpDef kRelu6 = activationOp<Relu6>("Relu6", slopeFromOutput<kRelu6Grad>);
constexpr OpDef kTanh = activationOp<Tanh>("Tanh", slopeFromOutput<kTanhGrad>);
constexpr OpDef kSigmoid = activationOp<Sigmoid>("Sigmoid", slopeFromOutput<kSigmoidGrad>);
constexpr OpDef kSoftplus = activationOp<Softplus>("Softplus", slopeFromInput<kSoftplusGrad>);
constexpr OpDef kSoftsign = activationOp<Softsign>("Softsign", slopeFromInput<kSoftsignGrad>);
constexpr OpDef kElu = activationOp<Elu>("Elu", slopeFromOutput<kEluGrad>);
constexpr OpDef kSelu = activationOp<Selu>("Selu", slopeFromOutput<kSeluGrad>);
constexpr OpDef kGelu = activationOp<Gelu>("Gelu", slopeFromInput<kGeluGrad>);
constexpr OpDef kApproximateGelu =
    activationOp<ApproximateGelu>("ApproximateGelu", slopeFromInput<kApproximateGeluGrad>);
constexpr OpDef kLeakyRelu = activationOp<LeakyRelu>("LeakyRelu", slopeFromInput<kLeakyReluGrad>);
constexpr OpDef kSwish = activationOp<Swish>("Swish", slopeFromInput<kSwishGrad>);

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
