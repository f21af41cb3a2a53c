// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/reduction.h"

namespace engine {

AxisSet broadcastAxes(const Shape& full, const Shape& reference)
{
    AxisSet axes;
    const int missing = full.rank() - reference.rank();
    for (int axis = 0; axis < full.rank(); ++axis) {
        const bool repeats = axis < missing || reference.dim(axis - missing) != full.dim(axis);
        axes.set(static_cast<std::size_t>(axis), repeats);
    }
    return axes;
}

ReductionPlan::ReductionPlan(const Shape& input, AxisSet reduced)
{
    std::int64_t outputStep = 1;
    for (int axis = input.rank() - 1; axis >= 0; --axis) {
        const std::int64_t size = input.dim(axis);
        const bool isReduced = reduced.test(static_cast<std::size_t>(axis));
        if (isReduced) {
            m_reducedCount *= size;
        }
        if (size == 1) {
            continue;
        }
        const bool joins = m_axisCount > 0 && (m_outputStrides[m_axisCount - 1] == 0) == isReduced;
        if (joins) {
            m_sizes[m_axisCount - 1] *= size;
        } else {
            m_sizes[m_axisCount] = size;
            m_outputStrides[m_axisCount] = isReduced ? 0 : outputStep;
            ++m_axisCount;
        }
        outputStep *= isReduced ? 1 : size;
    }
    for (std::size_t i = 0; i < m_axisCount; ++i) {
        (i == 0 ? m_rowSize : m_rowCount) *= m_sizes[i];
    }
    m_rowIsReduced = m_axisCount > 0 && m_outputStrides[0] == 0;
}

std::int64_t ReductionPlan::outputOffsetOfRow(std::int64_t row) const
{
    std::int64_t offset = 0;
    for (std::size_t axis = 1; axis < m_axisCount; ++axis) {
        offset += row % m_sizes[axis] * m_outputStrides[axis];
        row /= m_sizes[axis];
    }
    return offset;
}

} // namespace engine
