// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/shape.h"
#include "engine/graph/attributes.h"

#include <bitset>
#include <cstdint>
#include <string_view>

namespace engine {

// What operations with the attributes "axis" and "axes" share. Negative axes count from the end.
// Only for the sources of engine/ops.

using AxisSet = std::bitset<Shape::kMaxRank>;

// InvalidArgumentError naming the operation, the axis and the shape: out of range or given twice.
int axisOf(std::string_view operationName, const Attributes& attributes, const Shape& shape);
AxisSet axesOf(std::string_view operationName, const Attributes& attributes, const Shape& shape);

// The sizes before, along and behind an axis of a fully known shape: element [o, a, i] lies at
// (o * size + a) * inner + i.
struct AroundAxis
{
    AroundAxis(const Shape& shape, int axis);

    std::int64_t outer = 1;
    std::int64_t size;
    std::int64_t inner = 1;
};

} // namespace engine
