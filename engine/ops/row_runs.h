// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace engine {

// Calls body(place, count) for the elements of a block of rows that begin `stride` apart: for all
// at once if the rows follow one another, row by row otherwise.
template <typename Body>
void forEachRun(std::int64_t stride, std::int64_t rows, std::int64_t columns, const Body& body)
{
    if (stride == columns) {
        body(std::int64_t{0}, rows * columns);
        return;
    }
    for (std::int64_t row = 0; row < rows; ++row) {
        body(row * stride, columns);
    }
}

} // namespace engine
