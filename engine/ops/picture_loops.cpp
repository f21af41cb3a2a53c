// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/picture_loops.h"

// This file is compiled once for each kind of processor; the best that there is runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/picture_loops.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace engine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using OneFloat = hn::CappedTag<float, 1>;

// Calls body(tag, first) for the vectors of [0, count), the last ones of a single element.
template <typename Body>
HWY_INLINE void forEachVector(std::int64_t count, const Body& body)
{
    const Floats d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        body(d, i);
    }
    for (; i < count; ++i) {
        body(OneFloat(), i);
    }
}

template <typename Body>
HWY_INLINE void forEachCell(const CellBlock& cells, const Body& body)
{
    std::int64_t row = cells.offset;
    for (std::int64_t i = 0; i < cells.rows; ++i, row += cells.rowStride) {
        std::int64_t cell = row;
        for (std::int64_t j = 0; j < cells.columns; ++j, cell += cells.columnStride) {
            body(cell);
        }
    }
}

void largestCell(const CellBlock& cells, const float* x, float* y, std::int64_t channels)
{
    forEachVector(channels, [&](auto d, std::int64_t c) {
        auto largest = hn::LoadU(d, x + cells.offset + c);
        forEachCell(cells, [&](std::int64_t cell) {
            const auto value = hn::LoadU(d, x + cell + c);
            const auto wins = hn::Or(hn::Gt(value, largest), hn::IsNaN(value));
            largest = hn::IfThenElse(wins, value, largest);
        });
        hn::StoreU(largest, d, y + c);
    });
}

void largestCellGradient(const CellBlock& cells, const float* x, const float* y, const float* dy,
                         float* dx, std::int64_t channels, bool relu)
{
    forEachVector(channels, [&](auto d, std::int64_t c) {
        const auto largest = hn::LoadU(d, y + c);
        auto left = hn::LoadU(d, dy + c);
        if (relu) {
            left = hn::IfThenElseZero(hn::Gt(largest, hn::Zero(d)), left);
        }
        forEachCell(cells, [&](std::int64_t cell) {
            const auto isLargest = hn::Eq(hn::LoadU(d, x + cell + c), largest);
            float* const target = dx + cell + c;
            hn::StoreU(hn::Add(hn::LoadU(d, target), hn::IfThenElseZero(isLargest, left)), d,
                       target);
            left = hn::IfThenZeroElse(isLargest, left);
        });
    });
}

// x / scale^beta
template <typename V>
HWY_INLINE V divided(V x, V scale, float beta)
{
    if (beta == 1) {
        return hn::Div(x, scale);
    }
    const V root = hn::Sqrt(scale);
    return hn::Div(x, beta == 0.5F ? root : hn::Mul(root, hn::Sqrt(root)));
}

// first + Σ of the channels around c, whose values begin at `values` behind zeros.
template <typename D>
HWY_INLINE hn::Vec<D> neighbours(D d, hn::Vec<D> first, const float* values, std::int64_t radius)
{
    auto sum = first;
    for (std::int64_t step = -radius; step <= radius; ++step) {
        sum = hn::Add(sum, hn::LoadU(d, values + step));
    }
    return sum;
}

// The middle of the room, with zeros around.
float* cleared(float* room, std::int64_t radius, std::int64_t columns)
{
    std::fill_n(room, radius, 0.0F);
    std::fill_n(room + radius + columns, radius, 0.0F);
    return room + radius;
}

void lrn(const LrnLoop& lrn, const float* x, float* y, float* scale, std::int64_t rows,
         std::int64_t columns, float* room)
{
    float* const squares = cleared(room, lrn.radius, columns);
    for (std::int64_t row = 0; row < rows; ++row, x += columns, y += columns, scale += columns) {
        forEachVector(columns, [&](auto d, std::int64_t c) {
            const auto value = hn::LoadU(d, x + c);
            hn::StoreU(hn::Mul(hn::Mul(value, value), hn::Set(d, lrn.alpha)), d, squares + c);
        });
        forEachVector(columns, [&](auto d, std::int64_t c) {
            const auto sum = neighbours(d, hn::Set(d, lrn.bias), squares + c, lrn.radius);
            hn::StoreU(sum, d, scale + c);
            hn::StoreU(divided(hn::LoadU(d, x + c), sum, lrn.beta), d, y + c);
        });
    }
}

void lrnGradient(const LrnLoop& lrn, LrnSlopes slopes, std::int64_t rows, std::int64_t columns,
                 float* room)
{
    float* const products = cleared(room, lrn.radius, columns);
    const float factor = 2 * lrn.alpha * lrn.beta;
    for (std::int64_t row = 0; row < rows; ++row) {
        forEachVector(columns, [&](auto d, std::int64_t c) {
            const auto product = hn::Mul(hn::LoadU(d, slopes.dy + c), hn::LoadU(d, slopes.y + c));
            hn::StoreU(hn::Div(product, hn::LoadU(d, slopes.scale + c)), d, products + c);
        });
        forEachVector(columns, [&](auto d, std::int64_t c) {
            const auto sum = neighbours(d, hn::Zero(d), products + c, lrn.radius);
            const auto passed =
                divided(hn::LoadU(d, slopes.dy + c), hn::LoadU(d, slopes.scale + c), lrn.beta);
            const auto taken =
                hn::Mul(hn::Mul(hn::LoadU(d, slopes.x + c), sum), hn::Set(d, factor));
            hn::StoreU(hn::Sub(passed, taken), d, slopes.dx + c);
        });
        slopes.dy += columns;
        slopes.x += columns;
        slopes.y += columns;
        slopes.scale += columns;
        slopes.dx += columns;
    }
}

} // namespace engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace engine {

HWY_EXPORT(largestCell);
HWY_EXPORT(largestCellGradient);
HWY_EXPORT(lrn);
HWY_EXPORT(lrnGradient);

void largestCellLoop(const CellBlock& cells, const float* x, float* y, std::int64_t channels)
{
    HWY_DYNAMIC_DISPATCH(largestCell)(cells, x, y, channels);
}

void largestCellGradientLoop(const CellBlock& cells, const float* x, const float* y,
                             const float* dy, float* dx, std::int64_t channels, bool relu)
{
    HWY_DYNAMIC_DISPATCH(largestCellGradient)(cells, x, y, dy, dx, channels, relu);
}

std::int64_t lrnRoomSize(const LrnLoop& lrn, std::int64_t columns)
{
    return columns + 2 * lrn.radius;
}

void lrnLoop(const LrnLoop& lrn, const float* x, float* y, float* scale, std::int64_t rows,
             std::int64_t columns, float* room)
{
    HWY_DYNAMIC_DISPATCH(lrn)(lrn, x, y, scale, rows, columns, room);
}

void lrnGradientLoop(const LrnLoop& lrn, LrnSlopes slopes, std::int64_t rows, std::int64_t columns,
                     float* room)
{
    HWY_DYNAMIC_DISPATCH(lrnGradient)(lrn, slopes, rows, columns, room);
}

} // namespace engine
#endif
