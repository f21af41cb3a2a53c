// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/eigen_maps.h"
#include "engine/ops/kernel.h"
#include "engine/ops/parallel_for.h"

#include <cstdint>
#include <utility>

namespace engine {

// Rows along the last axis of a shape of at least one axis.
struct RowLayout
{
    explicit RowLayout(const Shape& shape)
        : columns(shape.dim(-1)), rows(columns == 0 ? 0 : shape.elementCount() / columns)
    { }

    std::int64_t columns;
    std::int64_t rows;
};

template <typename T>
auto rowOf(std::span<T> values, std::int64_t row, std::int64_t columns)
{
    return arrayOf(values, row * columns, columns);
}

} // namespace engine
