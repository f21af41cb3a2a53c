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

// The transformations in one direction: of a column or a row of values that are `from` apart into
// others that are `to` apart. Tiles of 4 multiply at the points 0, 1, -1 and infinity, tiles of 6
// at 0, a, -a, b, -b and infinity; these a and b give smaller rounding errors than 1 and 2. The
// factors that Lagrange's formula has for each point go with the polynomial that is evaluated, so
// that neither pixels nor sums are scaled.
constexpr float kA = 5.0F / 8;
constexpr float kB = 3.0F / 2;
constexpr float kA2 = kA * kA;
constexpr float kB2 = kB * kB;

template <int kTile>
struct Pixels
{
    template <typename D, typename V>
    static HWY_INLINE void apply(D d, const V* x, int from, V* v, int to)
    {
        if constexpr (kTile == 4) {
            v[0] = hn::Sub(x[0], x[2 * from]);
            v[to] = hn::Add(x[from], x[2 * from]);
            v[2 * to] = hn::Sub(x[2 * from], x[from]);
            v[3 * to] = hn::Sub(x[3 * from], x[from]);
        } else {
            const V a2 = hn::Set(d, kA2);
            const V b2 = hn::Set(d, kB2);
            const V sum = hn::Set(d, kA2 + kB2);
            const V product = hn::Set(d, kA2 * kB2);
            const V evenOfA = hn::NegMulAdd(b2, x[2 * from], x[4 * from]);
            const V oddOfA = hn::Mul(hn::Set(d, kA), hn::NegMulAdd(b2, x[from], x[3 * from]));
            const V evenOfB = hn::NegMulAdd(a2, x[2 * from], x[4 * from]);
            const V oddOfB = hn::Mul(hn::Set(d, kB), hn::NegMulAdd(a2, x[from], x[3 * from]));
            v[0] = hn::MulAdd(product, x[0], hn::NegMulAdd(sum, x[2 * from], x[4 * from]));
            v[to] = hn::Add(evenOfA, oddOfA);
            v[2 * to] = hn::Sub(evenOfA, oddOfA);
            v[3 * to] = hn::Add(evenOfB, oddOfB);
            v[4 * to] = hn::Sub(evenOfB, oddOfB);
            v[5 * to] = hn::MulAdd(product, x[from], hn::NegMulAdd(sum, x[3 * from], x[5 * from]));
        }
    }
};

// The values of a polynomial, of which g are the coefficients, at the points, each times the factor
// of its point.
template <int kTile, int kCoefficients>
struct PointValues
{
    template <typename D, typename V>
    static HWY_INLINE void apply(D d, const V* g, int from, V* u, int to)
    {
        u[(kTile - 1) * to] = g[(kCoefficients - 1) * from];
        if constexpr (kTile == 4) {
            u[0] = g[0];
            atPoint(d, {1, 0.5F}, g, from, u + to, to);
        } else {
            u[0] = hn::Mul(g[0], hn::Set(d, 1 / (kA2 * kB2)));
            atPoint(d, {kA, 1 / (2 * kA2 * (kA2 - kB2))}, g, from, u + to, to);
            atPoint(d, {kB, 1 / (2 * kB2 * (kB2 - kA2))}, g, from, u + 3 * to, to);
        }
    }

private:
    struct Point
    {
        float x;
        float factor;
    };

    // At x and at -x.
    template <typename D, typename V>
    static HWY_INLINE void atPoint(D d, const Point& point, const V* g, int from, V* u, int to)
    {
        const V square = hn::Set(d, point.x * point.x);
        V even = g[0];
        V odd = g[from];
        if constexpr (kCoefficients > 4) {
            even = hn::MulAdd(hn::MulAdd(g[4 * from], square, g[2 * from]), square, even);
        } else if constexpr (kCoefficients > 2) {
            even = hn::MulAdd(g[2 * from], square, even);
        }
        if constexpr (kCoefficients > 3) {
            odd = hn::MulAdd(g[3 * from], square, odd);
        }
        even = hn::Mul(even, hn::Set(d, point.factor));
        odd = hn::Mul(odd, hn::Set(d, point.factor * point.x));
        u[0] = hn::Add(even, odd);
        u[to] = hn::Sub(even, odd);
    }
};

// The coefficients that are wanted of the product of two polynomials, from its values m.
template <int kTile, int kCoefficients>
struct Coefficients
{
    template <typename D, typename V>
    static HWY_INLINE void apply(D d, const V* m, int from, V* y, int to)
    {
        const V sum = hn::Add(m[from], m[2 * from]);
        const V difference = hn::Sub(m[from], m[2 * from]);
        V sumOfB = hn::Zero(d);
        V differenceOfB = hn::Zero(d);
        if constexpr (kTile > 4) {
            sumOfB = hn::Add(m[3 * from], m[4 * from]);
            differenceOfB = hn::Sub(m[3 * from], m[4 * from]);
        }
        float powerOfA = 1;
        float powerOfB = 1;
        for (int k = 0; k < kCoefficients; ++k) {
            V value = k % 2 == 0 ? sum : difference;
            if constexpr (kTile > 4) {
                value = hn::Mul(value, hn::Set(d, powerOfA));
                value =
                    hn::MulAdd(k % 2 == 0 ? sumOfB : differenceOfB, hn::Set(d, powerOfB), value);
                powerOfA *= kA;
                powerOfB *= kB;
            }
            if (k == 0) {
                value = hn::Add(value, m[0]);
            }
            if (k == kCoefficients - 1) {
                value = hn::Add(value, m[(kTile - 1) * from]);
            }
            y[k * to] = value;
        }
    }
};

// In both directions: kFrom × kFrom values into kTo × kTo.
template <typename Transformation, int kFrom, int kTo, typename D, typename V>
HWY_INLINE void transform(D d, const V* in, V* out)
{
    V columns[kTo * kFrom];
    for (int column = 0; column < kFrom; ++column) {
        Transformation::apply(d, in + column, kFrom, columns + column, kFrom);
    }
    for (int row = 0; row < kTo; ++row) {
        Transformation::apply(d, columns + kFrom * row, 1, out + kTo * row, 1);
    }
}

template <int kTile, int kOutputs, int kWindow>
struct Loops
{
    static constexpr int kValues = kTile * kTile;
    static constexpr int kResults = kOutputs * kOutputs;
    static constexpr int kCells = kWindow * kWindow;

    template <typename D, typename V>
    static HWY_INLINE void load(D d, const WinogradValues& from, std::int64_t c, V* values)
    {
        for (int i = 0; i < kValues; ++i) {
            values[i] = hn::LoadU(d, from.values + i * from.stride + c);
        }
    }
    template <typename D, typename V>
    static HWY_INLINE void store(D d, const V* values, const WinogradValues& to, std::int64_t c)
    {
        for (int i = 0; i < kValues; ++i) {
            hn::StoreU(values[i], d, to.values + i * to.stride + c);
        }
    }

    static void tile(const float* tile, std::span<const std::int32_t> pixels, std::int64_t channels,
                     const WinogradValues& v)
    {
        forEachVector(channels, [&](auto d, std::int64_t c) {
            using V = hn::Vec<decltype(d)>;
            V x[kValues];
            V values[kValues];
            for (int i = 0; i < kValues; ++i) {
                x[i] = hn::LoadU(d, tile + pixels[static_cast<std::size_t>(i)] + c);
            }
            transform<Pixels<kTile>, kTile, kTile>(d, x, values);
            store(d, values, v, c);
        });
    }

    static void result(const WinogradValues& m, std::int64_t channels, const float* bias, bool relu,
                       const WinogradBlock<float>& y)
    {
        forEachVector(channels, [&](auto d, std::int64_t c) {
            using V = hn::Vec<decltype(d)>;
            V values[kValues];
            V block[kResults];
            load(d, m, c, values);
            transform<Coefficients<kTile, kOutputs>, kTile, kOutputs>(d, values, block);
            for (int i = 0; i < kResults; ++i) {
                float* const pixel = y[static_cast<std::size_t>(i)];
                if (pixel == nullptr) {
                    continue;
                }
                V sum = bias == nullptr ? block[i] : hn::Add(block[i], hn::LoadU(d, bias + c));
                if (relu) { // a NaN stays
                    sum = hn::IfThenZeroElse(hn::Lt(sum, hn::Zero(d)), sum);
                }
                hn::StoreU(sum, d, pixel + c);
            }
        });
    }

    static void slope(const WinogradBlock<const float>& dy, std::int64_t channels,
                      const WinogradValues& u)
    {
        forEachVector(channels, [&](auto d, std::int64_t c) {
            using V = hn::Vec<decltype(d)>;
            V block[kResults];
            V values[kValues];
            for (int i = 0; i < kResults; ++i) {
                const float* const pixel = dy[static_cast<std::size_t>(i)];
                block[i] = pixel == nullptr ? hn::Zero(d) : hn::LoadU(d, pixel + c);
            }
            transform<PointValues<kTile, kOutputs>, kOutputs, kTile>(d, block, values);
            store(d, values, u, c);
        });
    }

    static void filter(const float* filter, std::int64_t stride, std::int64_t count,
                       const WinogradValues& u)
    {
        forEachVector(count, [&](auto d, std::int64_t c) {
            using V = hn::Vec<decltype(d)>;
            V cells[kCells];
            V values[kValues];
            for (int i = 0; i < kCells; ++i) {
                cells[i] = hn::LoadU(d, filter + i * stride + c);
            }
            transform<PointValues<kTile, kWindow>, kWindow, kTile>(d, cells, values);
            store(d, values, u, c);
        });
    }

    static void filterGradient(const WinogradValues& sums, std::int64_t count, float* target,
                               std::int64_t stride)
    {
        forEachVector(count, [&](auto d, std::int64_t c) {
            using V = hn::Vec<decltype(d)>;
            V values[kValues];
            V cells[kCells];
            load(d, sums, c, values);
            transform<Coefficients<kTile, kWindow>, kTile, kWindow>(d, values, cells);
            for (int i = 0; i < kCells; ++i) {
                hn::StoreU(cells[i], d, target + i * stride + c);
            }
        });
    }
};

template <typename Call>
HWY_INLINE void dispatch(const WinogradForm& form, const Call& call)
{
    if (form == kWinograd2Of3) {
        call(Loops<4, 2, 3>());
    } else if (form == kWinograd4Of3) {
        call(Loops<6, 4, 3>());
    } else {
        call(Loops<6, 2, 5>());
    }
}

void tile(const WinogradForm& form, const float* tile, std::span<const std::int32_t> pixels,
          std::int64_t channels, const WinogradValues& v)
{
    dispatch(form, [&](auto loops) { loops.tile(tile, pixels, channels, v); });
}

void result(const WinogradForm& form, const WinogradValues& m, std::int64_t channels,
            const float* bias, bool relu, const WinogradBlock<float>& y)
{
    dispatch(form, [&](auto loops) { loops.result(m, channels, bias, relu, y); });
}

void slope(const WinogradForm& form, const WinogradBlock<const float>& dy, std::int64_t channels,
           const WinogradValues& d)
{
    dispatch(form, [&](auto loops) { loops.slope(dy, channels, d); });
}

void filter(const WinogradForm& form, const float* filter, std::int64_t stride, std::int64_t count,
            const WinogradValues& u)
{
    dispatch(form, [&](auto loops) { loops.filter(filter, stride, count, u); });
}

void filterGradient(const WinogradForm& form, const WinogradValues& sums, std::int64_t count,
                    float* target, std::int64_t stride)
{
    dispatch(form, [&](auto loops) { loops.filterGradient(sums, count, target, stride); });
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

void winogradTileLoop(const WinogradForm& form, const float* tile,
                      std::span<const std::int32_t> pixels, std::int64_t channels,
                      const WinogradValues& v)
{
    HWY_DYNAMIC_DISPATCH(tile)(form, tile, pixels, channels, v);
}

void winogradResultLoop(const WinogradForm& form, const WinogradValues& m, std::int64_t channels,
                        const float* bias, bool relu, const WinogradBlock<float>& y)
{
    HWY_DYNAMIC_DISPATCH(result)(form, m, channels, bias, relu, y);
}

void winogradSlopeLoop(const WinogradForm& form, const WinogradBlock<const float>& dy,
                       std::int64_t channels, const WinogradValues& d)
{
    HWY_DYNAMIC_DISPATCH(slope)(form, dy, channels, d);
}

void winogradFilterLoop(const WinogradForm& form, const float* filter, std::int64_t stride,
                        std::int64_t count, const WinogradValues& u)
{
    HWY_DYNAMIC_DISPATCH(filter)(form, filter, stride, count, u);
}

void winogradFilterGradientLoop(const WinogradForm& form, const WinogradValues& sums,
                                std::int64_t count, float* target, std::int64_t stride)
{
    HWY_DYNAMIC_DISPATCH(filterGradient)(form, sums, count, target, stride);
}

} // namespace engine
#endif
