// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace engine {

// A part of a matrix [terms, columns] that is stored by rows, or by columns if transposed: element
// (t, n) is data[t * stride + n] or data[n * stride + t].
struct MatrixSource
{
    const float* data;
    std::int64_t stride;
    bool transposed;
};

// Elements behind the panels that packMatrix() may write, whatever it then holds.
inline constexpr std::int64_t kPanelMargin = 4;

// Cuts the part into panels of `width` columns that follow one another; within one, its rows. What
// stands in missing columns of the last one is of no matter, but finite if the part is. For the
// right matrix of a product and, turned, for the left one.
void packMatrix(const MatrixSource& source, std::int64_t terms, std::int64_t columns,
                std::int64_t width, float* panels);

} // namespace engine
