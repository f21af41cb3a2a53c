// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/training_ops.h"

#include "engine/ops/adam_loop.h"
#include "engine/ops/adam_settings.h"
#include "engine/ops/update_kernels.h"

namespace engine {

namespace {

template <typename T>
class GradientDescentKernel final : public Kernel
{
public:
    explicit GradientDescentKernel(const KernelRequest&) { }

    void compute(KernelContext& context) override
    {
        const std::span<T> variable = context.variable(0).values<T>();
        const T learningRate = context.input(1).scalarValue<T>();
        const std::span<const T> gradient = context.input(2).values<T>();
        const auto count = static_cast<std::int64_t>(variable.size());
        parallelFor(count, 1, [&](std::int64_t begin, std::int64_t end) {
            const std::int64_t size = end - begin;
            arrayOf(variable, begin, size) -= learningRate * arrayOf(gradient, begin, size);
        });
    }
};

template <typename T>
class MomentumKernel final : public Kernel
{
public:
    explicit MomentumKernel(const KernelRequest& request)
        : m_momentum(static_cast<T>(request.operation.attribute<double>("momentum"))),
          m_useNesterov(request.operation.attribute<bool>("use_nesterov"))
    { }

    void compute(KernelContext& context) override
    {
        const std::span<T> variable = context.variable(0).values<T>();
        const std::span<T> accumulator = context.variable(1).values<T>();
        const T learningRate = context.input(2).scalarValue<T>();
        const std::span<const T> gradient = context.input(3).values<T>();
        const auto count = static_cast<std::int64_t>(variable.size());
        parallelFor(count, 2, [&](std::int64_t begin, std::int64_t end) {
            const std::int64_t size = end - begin;
            auto x = arrayOf(variable, begin, size);
            auto sum = arrayOf(accumulator, begin, size);
            const auto slope = arrayOf(gradient, begin, size);
            sum = sum * m_momentum + slope;
            if (m_useNesterov) {
                x -= slope * learningRate + sum * (m_momentum * learningRate);
            } else {
                x -= sum * learningRate;
            }
        });
    }

private:
    T m_momentum;
    bool m_useNesterov;
};

template <typename T>
class AdamKernel final : public Kernel
{
public:
    explicit AdamKernel(const KernelRequest& request) : m_settings(request.operation) { }

    void compute(KernelContext& context) override
    {
        const std::span<T> variable = context.variable(0).values<T>();
        const std::span<T> firstMoment = context.variable(1).values<T>();
        const std::span<T> secondMoment = context.variable(2).values<T>();
        const T alpha = m_settings.alpha(context, 3);
        const std::span<const T> gradient = context.input(6).values<T>();
        const auto [beta1, beta2, epsilon] = m_settings;
        const auto count = static_cast<std::int64_t>(variable.size());
        forEachCachedPart(count, 4, [&](std::int64_t start, std::int64_t size) {
            auto m = arrayOf(firstMoment, start, size);
            auto v = arrayOf(secondMoment, start, size);
            const auto slope = arrayOf(gradient, start, size);
            if constexpr (std::is_same_v<T, float>) {
                adamLoop({alpha, beta1, beta2, epsilon}, slope.data(), m.data(), v.data(),
                         variable.data() + start, size);
                return;
            }
            m += (slope - m) * (T(1) - beta1);
            v += (slope.square() - v) * (T(1) - beta2);
            arrayOf(variable, start, size) -= m * alpha / (v.sqrt() + epsilon);
        });
    }

private:
    AdamSettings<T> m_settings;
};

constexpr OpDef kGradientDescent = updateOp<GradientDescentKernel, 1, 1>("ApplyGradientDescent");
constexpr OpDef kMomentum = updateOp<MomentumKernel, 2, 1>("ApplyMomentum");
constexpr OpDef kAdam = updateOp<AdamKernel, 3, 3>("ApplyAdam");

} // namespace

Operation& applyGradientDescent(Output variable, Output learningRate, Output gradient,
                                std::string_view name)
{
    return addOperation(kGradientDescent, name, {variable, learningRate, gradient});
}

Operation& applyMomentum(Output variable, Output accumulator, Output learningRate, Output gradient,
                         const MomentumParameters& parameters, std::string_view name)
{
    return addOperation(
        kMomentum, name, {variable, accumulator, learningRate, gradient},
        {{"momentum", parameters.momentum}, {"use_nesterov", parameters.useNesterov}});
}

Operation& applyAdam(Output variable, const AdamSlots& slots, Output learningRate, Output gradient,
                     const AdamParameters& parameters, std::string_view name)
{
    return addOperation(
        kAdam, name,
        {variable, slots.m, slots.v, slots.beta1Power, slots.beta2Power, learningRate, gradient},
        {{"beta1", parameters.beta1},
         {"beta2", parameters.beta2},
         {"epsilon", parameters.epsilon}});
}

} // namespace engine
