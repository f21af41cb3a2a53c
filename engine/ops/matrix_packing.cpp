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
using Quad = hn::CappedTag<float, 4>;

HWY_INLINE void copyRow(const float* from, std::int64_t count, float* to)
{
    const Floats d;
    const Quad q;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto few = static_cast<std::int64_t>(hn::Lanes(q));
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        hn::StoreU(hn::LoadU(d, from + i), d, to + i);
    }
    for (; i + few <= count; i += few) {
        hn::StoreU(hn::LoadU(q, from + i), q, to + i);
    }
    for (; i < count; ++i) {
        to[i] = from[i];
    }
}

// Four columns from `to` on: c[i][t] goes to to[t * width + i].
void packFourColumns(const float* const (&c)[4], std::int64_t terms, std::int64_t width, float* to)
{
    std::int64_t t = 0;
#if HWY_TARGET != HWY_SCALAR
    const Quad d;
    for (; t + 4 <= terms; t += 4, to += 4 * width) {
        const auto v0 = hn::LoadU(d, c[0] + t);
        const auto v1 = hn::LoadU(d, c[1] + t);
        const auto v2 = hn::LoadU(d, c[2] + t);
        const auto v3 = hn::LoadU(d, c[3] + t);
        const auto even = hn::InterleaveLower(d, v0, v2);
        const auto odd = hn::InterleaveLower(d, v1, v3);
        const auto evenUpper = hn::InterleaveUpper(d, v0, v2);
        const auto oddUpper = hn::InterleaveUpper(d, v1, v3);
        hn::StoreU(hn::InterleaveLower(d, even, odd), d, to);
        hn::StoreU(hn::InterleaveUpper(d, even, odd), d, to + width);
        hn::StoreU(hn::InterleaveLower(d, evenUpper, oddUpper), d, to + 2 * width);
        hn::StoreU(hn::InterleaveUpper(d, evenUpper, oddUpper), d, to + 3 * width);
    }
#endif
    for (; t < terms; ++t, to += width) {
        for (int i = 0; i < 4; ++i) {
            to[i] = c[i][t];
        }
    }
}

// How soon memory is asked for rows: it answers later than the few are copied that wait in the
// processor's own queue.
constexpr std::int64_t kRowsAhead = 8;

// Row by row through all panels, so that memory is read in long pieces.
void packRows(const MatrixSource& source, std::int64_t terms, std::int64_t columns,
              std::int64_t width, float* panels)
{
    const std::int64_t whole = columns / width * width;
    const std::int64_t size = terms * width;
    const std::int64_t ahead = kRowsAhead * source.stride;
    const float* from = source.data;
    for (std::int64_t t = 0; t < terms; ++t, from += source.stride) {
        float* to = panels + t * width;
        std::int64_t column = 0;
        for (; column < whole; column += width, to += size) {
            hwy::Prefetch(from + column + ahead);
            copyRow(from + column, width, to);
        }
        if (column < columns) {
            copyRow(from + column, columns - column, to);
            std::fill(to + columns - column, to + width, 0.0F);
        }
    }
}

// One panel whose columns lie in memory one after the other.
void packColumns(const float* from, std::int64_t stride, std::int64_t terms, std::int64_t columns,
                 std::int64_t width, float* panel)
{
    // From the last columns to the first: where the last four pass the width, they write into the
    // first of the next term, which come later.
    for (std::int64_t column = (width - 1) / 4 * 4; column >= 0; column -= 4) {
        const float* c[4];
        for (std::int64_t i = 0; i < 4; ++i) { // missing columns repeat the last one
            c[i] = from + std::min(column + i, columns - 1) * stride;
        }
        packFourColumns(c, terms, width, panel + column);
    }
}

void pack(const MatrixSource& source, std::int64_t terms, std::int64_t columns, std::int64_t width,
          float* panels)
{
    if (!source.transposed) {
        packRows(source, terms, columns, width, panels);
        return;
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
