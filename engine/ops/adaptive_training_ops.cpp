// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/adaptive_training_ops.h"

#include "engine/ops/update_kernels.h"

#include <cmath>

namespace engine {

namespace {

template <typename T>
T numberOf(const KernelRequest& request, std::string_view name)
{
    return static_cast<T>(request.operation.attribute<double>(name));
}

template <typename T>
class AdagradKernel final : public Kernel
{
public:
    explicit AdagradKernel(const KernelRequest&) { }

    void compute(KernelContext& context) override
    {
        const std::span<T> variable = context.variable(0).values<T>();
        const std::span<T> accumulator = context.variable(1).values<T>();
        const T learningRate = context.input(2).scalarValue<T>();
        const std::span<const T> gradient = std::as_const(context.input(3)).values<T>();
        const auto count = static_cast<std::int64_t>(variable.size());
        forEachCachedPart(count, 3, [&](std::int64_t start, std::int64_t size) {
            auto sum = arrayOf(accumulator, start, size);
            const auto slope = arrayOf(gradient, start, size);
            sum += slope.square();
            arrayOf(variable, start, size) -= slope * learningRate / sum.sqrt();
        });
    }
};

template <typename T>
class RmsPropKernel final : public Kernel
{
public:
    explicit RmsPropKernel(const KernelRequest& request)
        : m_decay(numberOf<T>(request, "decay")), m_momentum(numberOf<T>(request, "momentum")),
          m_epsilon(numberOf<T>(request, "epsilon")), m_isCentered(request.inputs.size() > 5)
    { }

    void compute(KernelContext& context) override
    {
        const std::span<T> variable = context.variable(0).values<T>();
        const std::span<T> meanSquare = context.variable(1).values<T>();
        const std::span<T> momentum = context.variable(2).values<T>();
        const int scalar = m_isCentered ? 4 : 3;
        const T learningRate = context.input(scalar).scalarValue<T>();
        const std::span<const T> gradient = std::as_const(context.input(scalar + 1)).values<T>();
        const auto count = static_cast<std::int64_t>(variable.size());
        forEachCachedPart(count, 5, [&](std::int64_t start, std::int64_t size) {
            auto square = arrayOf(meanSquare, start, size);
            auto step = arrayOf(momentum, start, size);
            const auto slope = arrayOf(gradient, start, size);
            square += (slope.square() - square) * (T(1) - m_decay);
            if (m_isCentered) {
                auto mean = arrayOf(context.variable(3).values<T>(), start, size);
                mean += (slope - mean) * (T(1) - m_decay);
                step = step * m_momentum
                    + slope * learningRate / (square - mean.square() + m_epsilon).sqrt();
            } else {
                step = step * m_momentum + slope * learningRate / (square + m_epsilon).sqrt();
            }
            arrayOf(variable, start, size) -= step;
        });
    }

private:
    T m_decay;
    T m_momentum;
    T m_epsilon;
    bool m_isCentered;
};

template <typename T>
class AdamWKernel final : public Kernel
{
public:
    explicit AdamWKernel(const KernelRequest& request)
        : m_weightDecay(numberOf<T>(request, "weight_decay")),
          m_beta1(numberOf<T>(request, "beta1")), m_beta2(numberOf<T>(request, "beta2")),
          m_epsilon(numberOf<T>(request, "epsilon"))
    { }

    void compute(KernelContext& context) override
    {
        const std::span<T> variable = context.variable(0).values<T>();
        const std::span<T> firstMoment = context.variable(1).values<T>();
        const std::span<T> secondMoment = context.variable(2).values<T>();
        const T beta1Power = context.input(3).scalarValue<T>();
        const T beta2Power = context.input(4).scalarValue<T>();
        const T learningRate = context.input(5).scalarValue<T>();
        const std::span<const T> gradient = std::as_const(context.input(6)).values<T>();
        const T alpha = learningRate / (T(1) - beta1Power);
        const T correction = T(1) / std::sqrt(T(1) - beta2Power);
        const T kept = T(1) - learningRate * m_weightDecay;
        const auto count = static_cast<std::int64_t>(variable.size());
        forEachCachedPart(count, 4, [&](std::int64_t start, std::int64_t size) {
            auto x = arrayOf(variable, start, size);
            auto m = arrayOf(firstMoment, start, size);
            auto v = arrayOf(secondMoment, start, size);
            const auto slope = arrayOf(gradient, start, size);
            m += (slope - m) * (T(1) - m_beta1);
            v += (slope.square() - v) * (T(1) - m_beta2);
            x = x * kept - m * alpha / (v.sqrt() * correction + m_epsilon);
        });
    }

private:
    T m_weightDecay;
    T m_beta1;
    T m_beta2;
    T m_epsilon;
};

template <typename T>
class LionKernel final : public Kernel
{
public:
    explicit LionKernel(const KernelRequest& request)
        : m_weightDecay(numberOf<T>(request, "weight_decay")),
          m_beta1(numberOf<T>(request, "beta1")), m_beta2(numberOf<T>(request, "beta2"))
    { }

    void compute(KernelContext& context) override
    {
        const std::span<T> variable = context.variable(0).values<T>();
        const std::span<T> momentum = context.variable(1).values<T>();
        const T learningRate = context.input(2).scalarValue<T>();
        const std::span<const T> gradient = std::as_const(context.input(3)).values<T>();
        const T kept = T(1) - learningRate * m_weightDecay;
        const auto count = static_cast<std::int64_t>(variable.size());
        forEachCachedPart(count, 3, [&](std::int64_t start, std::int64_t size) {
            auto x = arrayOf(variable, start, size);
            auto m = arrayOf(momentum, start, size);
            const auto slope = arrayOf(gradient, start, size);
            x = x * kept - (m * m_beta1 + slope * (T(1) - m_beta1)).sign() * learningRate;
            m = m * m_beta2 + slope * (T(1) - m_beta2);
        });
    }

private:
    T m_weightDecay;
    T m_beta1;
    T m_beta2;
};

constexpr OpDef kAdagrad = updateOp<AdagradKernel, 2, 1>("ApplyAdagrad");
constexpr OpDef kRmsProp = updateOp<RmsPropKernel, 3, 1>("ApplyRMSProp");
constexpr OpDef kCenteredRmsProp = updateOp<RmsPropKernel, 4, 1>("ApplyCenteredRMSProp");
constexpr OpDef kAdamW = updateOp<AdamWKernel, 3, 3>("ApplyAdamW");
constexpr OpDef kLion = updateOp<LionKernel, 2, 1>("ApplyLion");

} // namespace

Operation& applyAdagrad(Output variable, Output accumulator, Output learningRate, Output gradient,
                        std::string_view name)
{
    return addOperation(kAdagrad, name, {variable, accumulator, learningRate, gradient});
}

Operation& applyRmsProp(Output variable, const RmsPropSlots& slots, Output learningRate,
                        Output gradient, const RmsPropParameters& parameters, std::string_view name)
{
    std::vector<Output> inputs{variable, slots.meanSquare, slots.momentum};
    if (parameters.centered) {
        inputs.push_back(slots.meanGradient);
    }
    inputs.insert(inputs.end(), {learningRate, gradient});
    return addOperation(parameters.centered ? kCenteredRmsProp : kRmsProp, name, std::move(inputs),
                        {{"decay", parameters.decay},
                         {"momentum", parameters.momentum},
                         {"epsilon", parameters.epsilon}});
}

Operation& applyAdamW(Output variable, const AdamSlots& slots, Output learningRate, Output gradient,
                      const AdamWParameters& parameters, std::string_view name)
{
    return addOperation(
        kAdamW, name,
        {variable, slots.m, slots.v, slots.beta1Power, slots.beta2Power, learningRate, gradient},
        {{"weight_decay", parameters.weightDecay},
         {"beta1", parameters.beta1},
         {"beta2", parameters.beta2},
         {"epsilon", parameters.epsilon}});
}

Operation& applyLion(Output variable, Output momentum, Output learningRate, Output gradient,
                     const LionParameters& parameters, std::string_view name)
{
    return addOperation(kLion, name, {variable, momentum, learningRate, gradient},
                        {{"weight_decay", parameters.weightDecay},
                         {"beta1", parameters.beta1},
                         {"beta2", parameters.beta2}});
}

} // namespace engine
