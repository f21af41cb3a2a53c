// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/winograd_loops.h"

// This file is compiled once for each kind of processor; the best that there is runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/winograd_loops.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace engine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;

// Calls body(tag, first) for the vectors of [0, count), the last ones of a single element.
template <typename Body>
HWY_INLINE void forEachVector(std::int64_t count, const Body& body)
{
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(Floats()));
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        body(Floats(), i);
    }
    for (; i < count; ++i) {
        body(hn::CappedTag<float, 1>(), i);
    }
}

// Each of these transforms a column (or a row) of values, `step` apart, in place or into another.

template <typename V>
HWY_INLINE void transformTile(const V* d, V* v, int step)
{
    v[0] = hn::Sub(d[0], d[2 * step]);
    v[step] = hn::Add(d[step], d[2 * step]);
    v[2 * step] = hn::Sub(d[2 * step], d[step]);
    v[3 * step] = hn::Sub(d[step], d[3 * step]);
}

// 4 values to 2.
template <typename V>
HWY_INLINE void transformResult(const V* m, V* y, int from, int to)
{
    const V sum = hn::Add(m[from], m[2 * from]);
    const V difference = hn::Sub(m[from], m[2 * from]);
    y[0] = hn::Add(m[0], sum);
    y[to] = hn::Sub(difference, m[3 * from]);
}

// 3 cells of a filter to 4 values.
template <typename D, typename V>
HWY_INLINE void transformFilter(D d, const V* g, V* u, int from, int to)
{
    const V half = hn::Set(d, 0.5F);
    const V outer = hn::Mul(hn::Add(g[0], g[2 * from]), half);
    const V middle = hn::Mul(g[from], half);
    u[0] = g[0];
    u[to] = hn::Add(outer, middle);
    u[2 * to] = hn::Sub(outer, middle);
    u[3 * to] = g[2 * from];
}

// 2 slopes to 4 values; the sign of the last one is that of the tile's.
template <typename D, typename V>
HWY_INLINE void transformSlope(D d, const V* g, V* u, int from, int to)
{
    const V half = hn::Set(d, 0.5F);
    u[0] = g[0];
    u[to] = hn::Mul(hn::Add(g[0], g[from]), half);
    u[2 * to] = hn::Mul(hn::Sub(g[0], g[from]), half);
    u[3 * to] = hn::Neg(g[from]);
}

// 4 sums to the 3 cells of a filter's gradient.
template <typename V>
HWY_INLINE void transformSums(const V* m, V* y, int from, int to)
{
    const V sum = hn::Add(m[from], m[2 * from]);
    y[0] = hn::Add(m[0], sum);
    y[to] = hn::Sub(m[from], m[2 * from]);
    y[2 * to] = hn::Add(sum, m[3 * from]);
}

void tile(const float* tile, std::span<const std::int32_t> pixels, std::int64_t channels,
          const WinogradValues& v)
{
    forEachVector(channels, [&](auto d, std::int64_t c) {
        using V = hn::Vec<decltype(d)>;
        V x[16];
        V columns[16];
        for (int i = 0; i < 16; ++i) {
            x[i] = hn::LoadU(d, tile + pixels[static_cast<std::size_t>(i)] + c);
        }
        for (int column = 0; column < 4; ++column) {
            transformTile(x + column, columns + column, 4);
        }
        for (int row = 0; row < 4; ++row) {
            transformTile(columns + 4 * row, x + 4 * row, 1);
        }
        for (int i = 0; i < 16; ++i) {
            hn::StoreU(x[i], d, v.values + i * v.stride + c);
        }
    });
}

void result(const WinogradValues& m, std::int64_t channels, const float* bias, bool relu,
            const WinogradBlock<float>& y)
{
    forEachVector(channels, [&](auto d, std::int64_t c) {
        using V = hn::Vec<decltype(d)>;
        V values[16];
        V columns[8];
        V block[4];
        for (int i = 0; i < 16; ++i) {
            values[i] = hn::LoadU(d, m.values + i * m.stride + c);
        }
        for (int column = 0; column < 4; ++column) {
            transformResult(values + column, columns + column, 4, 4);
        }
        for (int row = 0; row < 2; ++row) {
            transformResult(columns + 4 * row, block + 2 * row, 1, 1);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            if (y[i] == nullptr) {
                continue;
            }
            V sum = bias == nullptr ? block[i] : hn::Add(block[i], hn::LoadU(d, bias + c));
            if (relu) { // a NaN stays
                sum = hn::IfThenZeroElse(hn::Lt(sum, hn::Zero(d)), sum);
            }
            hn::StoreU(sum, d, y[i] + c);
        }
    });
}

void slope(const WinogradBlock<const float>& dy, std::int64_t channels, const WinogradValues& u)
{
    forEachVector(channels, [&](auto d, std::int64_t c) {
        using V = hn::Vec<decltype(d)>;
        V block[4];
        V columns[8];
        V values[16];
        for (std::size_t i = 0; i < 4; ++i) {
            block[i] = dy[i] == nullptr ? hn::Zero(d) : hn::LoadU(d, dy[i] + c);
        }
        for (int column = 0; column < 2; ++column) {
            transformSlope(d, block + column, columns + column, 2, 2);
        }
        for (int row = 0; row < 4; ++row) {
            transformSlope(d, columns + 2 * row, values + 4 * row, 1, 1);
        }
        for (int i = 0; i < 16; ++i) {
            hn::StoreU(values[i], d, u.values + i * u.stride + c);
        }
    });
}

void filter(const float* filter, std::int64_t stride, std::int64_t count, const WinogradValues& u)
{
    forEachVector(count, [&](auto d, std::int64_t c) {
        using V = hn::Vec<decltype(d)>;
        V cells[9];
        V columns[12];
        V values[16];
        for (int i = 0; i < 9; ++i) {
            cells[i] = hn::LoadU(d, filter + i * stride + c);
        }
        for (int column = 0; column < 3; ++column) {
            transformFilter(d, cells + column, columns + column, 3, 3);
        }
        for (int row = 0; row < 4; ++row) {
            transformFilter(d, columns + 3 * row, values + 4 * row, 1, 1);
        }
        for (int i = 0; i < 16; ++i) {
            hn::StoreU(values[i], d, u.values + i * u.stride + c);
        }
    });
}

void filterGradient(const WinogradValues& sums, std::int64_t count, float* target,
                    std::int64_t stride)
{
    forEachVector(count, [&](auto d, std::int64_t c) {
        using V = hn::Vec<decltype(d)>;
        V values[16];
        V columns[12];
        V cells[9];
        for (int i = 0; i < 16; ++i) {
            values[i] = hn::LoadU(d, sums.values + i * sums.stride + c);
        }
        for (int column = 0; column < 4; ++column) {
            transformSums(values + column, columns + column, 4, 4);
        }
        for (int row = 0; row < 3; ++row) {
            transformSums(columns + 4 * row, cells + 3 * row, 1, 1);
        }
        for (int i = 0; i < 9; ++i) {
            hn::StoreU(cells[i], d, target + i * stride + c);
        }
    });
}

} // namespace engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace engine {

HWY_EXPORT(tile);
HWY_EXPORT(result);
HWY_EXPORT(slope);
HWY_EXPORT(filter);
HWY_EXPORT(filterGradient);

void winogradTileLoop(const float* tile, std::span<const std::int32_t> pixels,
                      std::int64_t channels, const WinogradValues& v)
{
    HWY_DYNAMIC_DISPATCH(tile)(tile, pixels, channels, v);
}

void winogradResultLoop(const WinogradValues& m, std::int64_t channels, const float* bias,
                        bool relu, const WinogradBlock<float>& y)
{
    HWY_DYNAMIC_DISPATCH(result)(m, channels, bias, relu, y);
}

void winogradSlopeLoop(const WinogradBlock<const float>& dy, std::int64_t channels,
                       const WinogradValues& d)
{
    HWY_DYNAMIC_DISPATCH(slope)(dy, channels, d);
}

void winogradFilterLoop(const float* filter, std::int64_t stride, std::int64_t count,
                        const WinogradValues& u)
{
    HWY_DYNAMIC_DISPATCH(filter)(filter, stride, count, u);
}

void winogradFilterGradientLoop(const WinogradValues& sums, std::int64_t count, float* target,
                                std::int64_t stride)
{
    HWY_DYNAMIC_DISPATCH(filterGradient)(sums, count, target, stride);
}

} // namespace engine
#endif
