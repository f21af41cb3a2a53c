// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/matrix_packing.h"

// This file is compiled once for each kind of processor; the best that there is runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/matrix_packing.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h> // IWYU pragma: keep
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace engine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Eight = hn::CappedTag<float, 8>;
using Quad = hn::CappedTag<float, 4>;

template <typename Tag>
HWY_INLINE void copyVectors(Tag d, const float* from, std::int64_t count, float* to,
                            std::int64_t& i)
{
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (; i + lanes <= count; i += lanes) {
        hn::StoreU(hn::LoadU(d, from + i), d, to + i);
    }
}

HWY_INLINE void copyRow(const float* from, std::int64_t count, float* to)
{
    std::int64_t i = 0;
    copyVectors(Floats(), from, count, to, i);
    copyVectors(Eight(), from, count, to, i);
    copyVectors(Quad(), from, count, to, i);
    for (; i < count; ++i) {
        to[i] = from[i];
    }
}

#if HWY_TARGET != HWY_SCALAR

// Four terms, from t on, of columns[0], columns[4], …: a column in each block of four lanes.
template <typename D>
HWY_INLINE hn::Vec<D> loadEveryFourth(D d, const float* const* columns, std::int64_t t)
{
    constexpr std::size_t kLanes = hn::MaxLanes(D());
    if constexpr (kLanes <= 4) {
        return hn::LoadU(d, columns[0] + t);
    } else {
        const hn::Half<D> half;
        return hn::Combine(d, loadEveryFourth(half, columns + kLanes / 2, t),
                           loadEveryFourth(half, columns, t));
    }
}

// As many columns as a vector has lanes: columns[i][t] goes to to[t * width + i]. Returns how many
// terms, by fours.
template <typename D>
HWY_INLINE std::int64_t packVectors(D d, const float* const* columns, std::int64_t terms,
                                    std::int64_t width, float* to)
{
    std::int64_t t = 0;
    for (; t + 4 <= terms; t += 4, to += 4 * width) {
        const auto v0 = loadEveryFourth(d, columns, t);
        const auto v1 = loadEveryFourth(d, columns + 1, t);
        const auto v2 = loadEveryFourth(d, columns + 2, t);
        const auto v3 = loadEveryFourth(d, columns + 3, t);
        const auto even = hn::InterleaveLower(d, v0, v2);
        const auto odd = hn::InterleaveLower(d, v1, v3);
        const auto evenUpper = hn::InterleaveUpper(d, v0, v2);
        const auto oddUpper = hn::InterleaveUpper(d, v1, v3);
        hn::StoreU(hn::InterleaveLower(d, even, odd), d, to);
        hn::StoreU(hn::InterleaveUpper(d, even, odd), d, to + width);
        hn::StoreU(hn::InterleaveLower(d, evenUpper, oddUpper), d, to + 2 * width);
        hn::StoreU(hn::InterleaveUpper(d, evenUpper, oddUpper), d, to + 3 * width);
    }
    return t;
}

#endif

// Columns from `column` on, as many as D has lanes, but from the last of the matrix on that one.
template <typename D>
void packSomeColumns(D d, const float* from, std::int64_t stride, std::int64_t terms,
                     std::int64_t column, std::int64_t columns, std::int64_t width, float* panel)
{
    constexpr std::size_t kLanes = hn::MaxLanes(D());
    const float* c[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i) {
        c[i] = from + std::min(column + static_cast<std::int64_t>(i), columns - 1) * stride;
    }
    float* to = panel + column;
    std::int64_t t = 0;
#if HWY_TARGET != HWY_SCALAR
    t = packVectors(d, c, terms, width, to);
#else
    static_cast<void>(d);
#endif
    for (to += t * width; t < terms; ++t, to += width) {
        for (std::size_t i = 0; i < kLanes; ++i) {
            to[i] = c[i][t];
        }
    }
}

// So many rows go to a panel before the next one: one row of a narrow panel is less than a line,
// and panels may lie so that all those lines have the same place in the cache. As many rows ahead,
// memory is asked for them.
constexpr std::int64_t kRowsAtOnce = 8;

// Some rows of all panels; the panels lie `size` apart. The width is kWidth, or any if that is 0.
template <std::int64_t kWidth>
void packSomeRows(const float* from, std::int64_t stride, std::int64_t rows, std::int64_t columns,
                  std::int64_t anyWidth, float* panels, std::int64_t size)
{
    const std::int64_t width = kWidth > 0 ? kWidth : anyWidth;
    const std::int64_t whole = columns / width * width;
    for (std::int64_t column = 0; column < whole; column += width, panels += size) {
        const float* row = from + column;
        float* to = panels;
        for (std::int64_t t = 0; t < rows; ++t, row += stride, to += width) {
            hwy::Prefetch(row + kRowsAtOnce * stride);
            copyRow(row, width, to);
        }
    }
    const std::int64_t rest = columns - whole;
    for (std::int64_t t = 0; rest > 0 && t < rows; ++t, from += stride, panels += width) {
        copyRow(from + whole, rest, panels);
        std::fill(panels + rest, panels + width, 0.0F);
    }
}

template <std::int64_t kWidth>
void packRows(const MatrixSource& source, std::int64_t terms, std::int64_t columns,
              std::int64_t width, float* panels)
{
    for (std::int64_t t = 0; t < terms; t += kRowsAtOnce) {
        packSomeRows<kWidth>(source.data + t * source.stride, source.stride,
                             std::min(kRowsAtOnce, terms - t), columns, width, panels + t * width,
                             terms * width);
    }
}

// One panel whose columns lie in memory one after the other.
void packColumns(const float* from, std::int64_t stride, std::int64_t terms, std::int64_t columns,
                 std::int64_t width, float* panel)
{
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(Floats()));
    const std::int64_t whole = width / lanes * lanes;
    // From the last columns to the first: where the last four pass the width, they write into the
    // first of the next term, which come later.
    for (std::int64_t column = (width - 1) / 4 * 4; column >= whole; column -= 4) {
        packSomeColumns(Quad(), from, stride, terms, column, columns, width, panel);
    }
    for (std::int64_t column = 0; column < whole; column += lanes) {
        packSomeColumns(Floats(), from, stride, terms, column, columns, width, panel);
    }
}

void pack(const MatrixSource& source, std::int64_t terms, std::int64_t columns, std::int64_t width,
          float* panels)
{
    if (!source.transposed) {
        switch (width) { // of the panels and strips that there are
        case 6:
            return packRows<6>(source, terms, columns, width, panels);
        case 8:
            return packRows<8>(source, terms, columns, width, panels);
        case 16:
            return packRows<16>(source, terms, columns, width, panels);
        case 32:
            return packRows<32>(source, terms, columns, width, panels);
        default:
            return packRows<0>(source, terms, columns, width, panels);
        }
    }
    for (std::int64_t column = 0; column < columns; column += width, panels += terms * width) {
        packColumns(source.data + column * source.stride, source.stride, terms,
                    std::min(width, columns - column), width, panels);
    }
}

} // namespace engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace engine {

HWY_EXPORT(pack);

void packMatrix(const MatrixSource& source, std::int64_t terms, std::int64_t columns,
                std::int64_t width, float* panels)
{
    HWY_DYNAMIC_DISPATCH(pack)(source, terms, columns, width, panels);
}

} // namespace engine
#endif
