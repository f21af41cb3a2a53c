// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/hot_loops.h"

// This file is compiled once for each kind of processor; the best that there is runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/hot_loops.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
#include <hwy/highway.h>

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace engine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;

void reluGradient(const float* output, const float* upper, float* slope, std::int64_t count)
{
    const Floats d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto isOpen = hn::Gt(hn::LoadU(d, output + i), hn::Zero(d));
        hn::StoreU(hn::IfThenElseZero(isOpen, hn::LoadU(d, upper + i)), d, slope + i);
    }
    for (; i < count; ++i) {
        slope[i] = output[i] > 0 ? upper[i] : 0;
    }
}

void adam(const AdamLoop& parameters, const float* gradient, float* m, float* v, float* x,
          std::int64_t count)
{
    const Floats d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto rest1 = hn::Set(d, 1 - parameters.beta1);
    const auto rest2 = hn::Set(d, 1 - parameters.beta2);
    const auto alpha = hn::Set(d, parameters.alpha);
    const auto epsilon = hn::Set(d, parameters.epsilon);
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto g = hn::LoadU(d, gradient + i);
        const auto oldM = hn::LoadU(d, m + i);
        const auto oldV = hn::LoadU(d, v + i);
        const auto newM = hn::MulAdd(hn::Sub(g, oldM), rest1, oldM);
        const auto newV = hn::MulAdd(hn::MulSub(g, g, oldV), rest2, oldV);
        const auto change = hn::Div(hn::Mul(newM, alpha), hn::Add(hn::Sqrt(newV), epsilon));
        hn::StoreU(newM, d, m + i);
        hn::StoreU(newV, d, v + i);
        hn::StoreU(hn::Sub(hn::LoadU(d, x + i), change), d, x + i);
    }
    for (; i < count; ++i) {
        m[i] += (gradient[i] - m[i]) * (1 - parameters.beta1);
        v[i] += (gradient[i] * gradient[i] - v[i]) * (1 - parameters.beta2);
        x[i] -= m[i] * parameters.alpha / (std::sqrt(v[i]) + parameters.epsilon);
    }
}

} // namespace engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace engine {

HWY_EXPORT(reluGradient);
HWY_EXPORT(adam);

void reluGradientLoop(const float* output, const float* upper, float* slope, std::int64_t count)
{
    HWY_DYNAMIC_DISPATCH(reluGradient)(output, upper, slope, count);
}

void adamLoop(const AdamLoop& parameters, const float* gradient, float* m, float* v, float* x,
              std::int64_t count)
{
    HWY_DYNAMIC_DISPATCH(adam)(parameters, gradient, m, v, x, count);
}

} // namespace engine
#endif
