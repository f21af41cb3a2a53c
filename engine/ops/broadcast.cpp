// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/broadcast.h"

#include "engine/base/errors.h"
#include "engine/ops/shape_rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine {

namespace {

// The size of an axis counted from the end; 1 beyond the first.
std::int64_t sizeFromEnd(const Shape& shape, int index)
{
    return index < shape.rank() ? shape.dim(shape.rank() - 1 - index) : 1;
}

} // namespace

Shape broadcastInputShapes(const ShapeRequest& request, std::size_t first, std::size_t second)
{
    const Shape& a = request.inputs[first].shape;
    const Shape& b = request.inputs[second].shape;
    const int rank = std::max(a.rank(), b.rank());
    std::vector<std::int64_t> dims(static_cast<std::size_t>(rank));
    for (int i = 0; i < rank; ++i) {
        const std::int64_t sizeA = sizeFromEnd(a, i);
        const std::int64_t sizeB = sizeFromEnd(b, i);
        const bool unknown = sizeA == Shape::kUnknownDim || sizeB == Shape::kUnknownDim;
        if (sizeA != sizeB && sizeA != 1 && sizeB != 1 && !unknown) {
            throw InvalidArgumentError(
                fmt::format("operation {}: shapes {} and {} do not broadcast",
                            request.operationName, a.toString(), b.toString()));
        }
        // Against an unknown axis a 1 says nothing and another size decides.
        const bool aSaysLess = sizeA == 1 || (sizeA == Shape::kUnknownDim && sizeB != 1);
        dims[static_cast<std::size_t>(rank - 1 - i)] = aSaysLess ? sizeB : sizeA;
    }
    return Shape(dims);
}

std::vector<OutputSpec> numericBroadcast(const ShapeRequest& request)
{
    requireInputCount(request, 2);
    requireNumeric(request, 0);
    requireSameType(request, 0, 1);
    return {{request.inputs[0].type, broadcastInputShapes(request, 0, 1)}};
}

std::vector<OutputSpec> floatingBroadcast(const ShapeRequest& request)
{
    requireFloating(request, 0);
    return numericBroadcast(request);
}

BroadcastPlan::BroadcastPlan(const Shape& output, std::initializer_list<Shape> inputs)
{
    Offsets step;
    step.fill(1); // elements of each input behind one step along the current axis
    for (int i = 0; i < output.rank(); ++i) {
        Axis axis{sizeFromEnd(output, i), {}};
        std::size_t input = 0;
        for (const Shape& shape : inputs) {
            const std::int64_t size = sizeFromEnd(shape, i);
            axis.strides[input] = size == 1 ? 0 : step[input];
            step[input] *= size;
            ++input;
        }
        if (axis.size == 1) {
            continue;
        }
        if (m_axisCount > 0 && continues(axis, inputs.size())) {
            m_sizes[m_axisCount - 1] *= axis.size;
        } else {
            m_sizes[m_axisCount] = axis.size;
            m_strides[m_axisCount] = axis.strides;
            ++m_axisCount;
        }
    }
    for (std::size_t i = 0; i < m_axisCount; ++i) {
        (i == 0 ? m_rowSize : m_rowCount) *= m_sizes[i];
    }
}

// Whether `axis` goes on where the last joined axis ends, in every input.
bool BroadcastPlan::continues(const Axis& axis, std::size_t inputCount) const
{
    const std::size_t last = m_axisCount - 1;
    for (std::size_t input = 0; input < inputCount; ++input) {
        if (axis.strides[input] != m_strides[last][input] * m_sizes[last]) {
            return false;
        }
    }
    return true;
}

BroadcastPlan::Offsets BroadcastPlan::offsetsOfRow(std::int64_t row) const
{
    Offsets offsets{};
    for (std::size_t axis = 1; axis < m_axisCount; ++axis) {
        const std::int64_t index = row % m_sizes[axis];
        row /= m_sizes[axis];
        for (std::size_t input = 0; input < kMaxInputs; ++input) {
            offsets[input] += index * m_strides[axis][input];
        }
    }
    return offsets;
}

} // namespace engine
