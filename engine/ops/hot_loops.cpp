// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/hot_loops.h"

// This file is compiled once for each kind of processor; the best that there is runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/hot_loops.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace engine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;

void relu(const float* x, float* y, std::int64_t count)
{
    const Floats d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto value = hn::LoadU(d, x + i);
        hn::StoreU(hn::IfThenZeroElse(hn::Lt(value, hn::Zero(d)), value), d, y + i);
    }
    for (; i < count; ++i) {
        y[i] = x[i] < 0 ? 0 : x[i];
    }
}

void biasAdd(const float* x, const float* bias, float* y, std::int64_t rows, std::int64_t columns)
{
    const Floats d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (std::int64_t row = 0; row < rows; ++row, x += columns, y += columns) {
        std::int64_t i = 0;
        for (; i + lanes <= columns; i += lanes) {
            hn::StoreU(hn::Add(hn::LoadU(d, x + i), hn::LoadU(d, bias + i)), d, y + i);
        }
        for (; i < columns; ++i) {
            y[i] = x[i] + bias[i];
        }
    }
}

void epilogue(const float* bias, bool relu, float* y, std::int64_t stride, std::int64_t rows,
              std::int64_t columns)
{
    const auto finish = [&](auto d, float* row, std::int64_t i) {
        auto value = hn::LoadU(d, row + i);
        if (bias != nullptr) {
            value = hn::Add(value, hn::LoadU(d, bias + i));
        }
        if (relu) {
            value = hn::IfThenZeroElse(hn::Lt(value, hn::Zero(d)), value);
        }
        hn::StoreU(value, d, row + i);
    };
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(Floats()));
    for (std::int64_t row = 0; row < rows; ++row, y += stride) {
        std::int64_t i = 0;
        for (; i + lanes <= columns; i += lanes) {
            finish(Floats(), y, i);
        }
        for (; i < columns; ++i) {
            finish(hn::CappedTag<float, 1>(), y, i);
        }
    }
}

void columnSums(const float* x, float* sums, std::int64_t rows, std::int64_t columns,
                std::int64_t stride)
{
    const Floats d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + 4 * lanes <= columns; i += 4 * lanes) { // four sums at once: additions take time
        auto sum0 = hn::Zero(d);
        auto sum1 = hn::Zero(d);
        auto sum2 = hn::Zero(d);
        auto sum3 = hn::Zero(d);
        const float* at = x + i;
        for (std::int64_t row = 0; row < rows; ++row, at += stride) {
            sum0 = hn::Add(sum0, hn::LoadU(d, at));
            sum1 = hn::Add(sum1, hn::LoadU(d, at + lanes));
            sum2 = hn::Add(sum2, hn::LoadU(d, at + 2 * lanes));
            sum3 = hn::Add(sum3, hn::LoadU(d, at + 3 * lanes));
        }
        hn::StoreU(sum0, d, sums + i);
        hn::StoreU(sum1, d, sums + i + lanes);
        hn::StoreU(sum2, d, sums + i + 2 * lanes);
        hn::StoreU(sum3, d, sums + i + 3 * lanes);
    }
    const auto sumVector = [&](auto tag) {
        auto sum = hn::Zero(tag);
        const float* at = x + i;
        for (std::int64_t row = 0; row < rows; ++row, at += stride) {
            sum = hn::Add(sum, hn::LoadU(tag, at));
        }
        hn::StoreU(sum, tag, sums + i);
    };
    for (; i + lanes <= columns; i += lanes) {
        sumVector(d);
    }
    for (; i < columns; ++i) {
        sumVector(hn::CappedTag<float, 1>());
    }
}

void scaleBytes(const std::uint8_t* bytes, float scale, float* y, std::int64_t count)
{
    const Floats d;
    const hn::Rebind<std::int32_t, Floats> whole;
    const hn::Rebind<std::uint8_t, Floats> small;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto factor = hn::Set(d, scale);
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto values = hn::ConvertTo(d, hn::PromoteTo(whole, hn::LoadU(small, bytes + i)));
        hn::StoreU(hn::Mul(values, factor), d, y + i);
    }
    for (; i < count; ++i) {
        y[i] = static_cast<float>(bytes[i]) * scale;
    }
}

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

} // namespace engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace engine {

HWY_EXPORT(relu);
HWY_EXPORT(biasAdd);
HWY_EXPORT(epilogue);
HWY_EXPORT(columnSums);
HWY_EXPORT(scaleBytes);
HWY_EXPORT(reluGradient);

void reluLoop(const float* x, float* y, std::int64_t count)
{
    HWY_DYNAMIC_DISPATCH(relu)(x, y, count);
}

void biasAddLoop(const float* x, const float* bias, float* y, std::int64_t rows,
                 std::int64_t columns)
{
    HWY_DYNAMIC_DISPATCH(biasAdd)(x, bias, y, rows, columns);
}

void epilogueLoop(const float* bias, bool relu, float* y, std::int64_t stride, std::int64_t rows,
                  std::int64_t columns)
{
    HWY_DYNAMIC_DISPATCH(epilogue)(bias, relu, y, stride, rows, columns);
}

void columnSumsLoop(const float* x, float* sums, std::int64_t rows, std::int64_t columns,
                    std::int64_t stride)
{
    HWY_DYNAMIC_DISPATCH(columnSums)(x, sums, rows, columns, stride);
}

void scaleBytesLoop(const std::uint8_t* bytes, float scale, float* y, std::int64_t count)
{
    HWY_DYNAMIC_DISPATCH(scaleBytes)(bytes, scale, y, count);
}

void reluGradientLoop(const float* output, const float* upper, float* slope, std::int64_t count)
{
    HWY_DYNAMIC_DISPATCH(reluGradient)(output, upper, slope, count);
}

} // namespace engine
#endif
