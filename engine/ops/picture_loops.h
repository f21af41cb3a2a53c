// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace engine {

// Loops over float32 pictures, channels last, compiled for several kinds of processors. On the
// calling thread, without allocation.

// The cells under a window that lie within the picture; offsets count elements.
struct CellBlock
{
    std::int64_t offset; // of the first cell
    std::int64_t rows;
    std::int64_t columns;
    std::int64_t rowStride;
    std::int64_t columnStride;
};

// y[c] = the largest x of the cells in channel c; a NaN stays. There is a cell at least.
void largestCellLoop(const CellBlock& cells, const float* x, float* y, std::int64_t channels);

// Adds dy[c] to dx at the first cell whose x is y[c]; with `relu` only where y[c] > 0.
void largestCellGradientLoop(const CellBlock& cells, const float* x, const float* y,
                             const float* dy, float* dx, std::int64_t channels, bool relu);

// Local response normalisation with an exponent of 0.5, 0.75 or 1, for which roots are enough.
struct LrnLoop
{
    static bool isFor(float beta) { return beta == 0.5F || beta == 0.75F || beta == 1; }

    std::int64_t radius;
    float bias;
    float alpha;
    float beta;
};

// Elements of the memory that the two loops below need: `columns` and zeros on both sides.
std::int64_t lrnRoomSize(const LrnLoop& lrn, std::int64_t columns);

// Rows of `columns` channels: scale = bias + alpha Σ x² over the channels within the radius,
// y = x scale^-beta.
void lrnLoop(const LrnLoop& lrn, const float* x, float* y, float* scale, std::int64_t rows,
             std::int64_t columns, float* room);

// dx = dy scale^-beta - 2 alpha beta x Σ dy y / scale
struct LrnSlopes
{
    const float* dy;
    const float* x;
    const float* y;
    const float* scale;
    float* dx;
};
void lrnGradientLoop(const LrnLoop& lrn, LrnSlopes slopes, std::int64_t rows, std::int64_t columns,
                     float* room);

} // namespace engine
