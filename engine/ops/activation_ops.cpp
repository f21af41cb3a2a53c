// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/activation_ops.h"

#include "engine/ops/elementwise.h"
#include "engine/ops/hot_loops.h"
#include "engine/ops/shape_rules.h"

namespace engine {

namespace {

struct Relu
{
    static auto apply(const auto& x) { return largerOf(x, constantLike(x, 0)); }
};
struct ReluGradient
{
    static auto apply(const auto& y, const auto& dy)
    {
        using T = typename std::decay_t<decltype(y)>::Scalar;
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
                                                     : makeFloatingUnary<Relu>(request);
}

void computeReluGradient(KernelContext& context)
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

std::unique_ptr<Kernel> makeReluGradient(const KernelRequest& request)
{
    return request.inputs[0].type == DataType::Float ? functionKernel<&computeReluGradient>()
                                                     : makeFloatingPairs<ReluGradient>(request);
}

struct Tanh
{
    static auto apply(const auto& x) { return x.tanh(); }
};
struct TanhGradient
{
    static auto apply(const auto& y, const auto& dy)
    {
        using T = typename std::decay_t<decltype(y)>::Scalar;
        return dy * (T(1) - y * y);
    }
};
struct Sigmoid
{
    static auto apply(const auto& x)
    {
        using T = typename std::decay_t<decltype(x)>::Scalar;
        return (T(1) + (-x).exp()).inverse();
    }
};
struct SigmoidGradient
{
    static auto apply(const auto& y, const auto& dy)
    {
        using T = typename std::decay_t<decltype(y)>::Scalar;
        return dy * y * (T(1) - y);
    }
};

// The slopes of these functions follow from their values, so the gradients read the output.
const OpDef kReluGrad{
    .type = "ReluGrad", .inferShapes = floatingPairs, .makeKernel = makeReluGradient};
const OpDef kTanhGrad{.type = "TanhGrad",
                      .inferShapes = floatingPairs,
                      .makeKernel = makeFloatingPairs<TanhGradient>};
const OpDef kSigmoidGrad{.type = "SigmoidGrad",
                         .inferShapes = floatingPairs,
                         .makeKernel = makeFloatingPairs<SigmoidGradient>};

template <const OpDef& kGradient>
std::vector<Output> gradientFromOutput(const Operation& operation,
                                       std::span<const Output> gradients)
{
    return {addOutput(kGradient, {}, {resultOf(operation), gradients[0]})};
}

const OpDef kRelu{.type = "Relu",
                  .inferShapes = floatingUnary,
                  .gradient = gradientFromOutput<kReluGrad>,
                  .makeKernel = makeRelu};
const OpDef kTanh{.type = "Tanh",
                  .inferShapes = floatingUnary,
                  .gradient = gradientFromOutput<kTanhGrad>,
                  .makeKernel = makeFloatingUnary<Tanh>};
const OpDef kSigmoid{.type = "Sigmoid",
                     .inferShapes = floatingUnary,
                     .gradient = gradientFromOutput<kSigmoidGrad>,
                     .makeKernel = makeFloatingUnary<Sigmoid>};

} // namespace

Output relu(Output x, std::string_view name)
{
    return addOutput(kRelu, name, {x});
}

Output tanh(Output x, std::string_view name)
{
    return addOutput(kTanh, name, {x});
}

Output sigmoid(Output x, std::string_view name)
{
    return addOutput(kSigmoid, name, {x});
}

} // namespace engine
