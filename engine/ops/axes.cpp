// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/axes.h"

#include "engine/ops/axis_attributes.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <numeric>

namespace engine {

Axes Axes::all()
{
    Axes axes{};
    axes.m_isAll = true;
    return axes;
}

std::vector<std::int64_t> Axes::listFor(int rank) const
{
    if (!m_isAll) {
        return m_axes;
    }
    std::vector<std::int64_t> axes(static_cast<std::size_t>(rank));
    std::iota(axes.begin(), axes.end(), 0);
    return axes;
}

int axisOf(std::string_view operationName, const Attributes& attributes, const Shape& shape)
{
    const std::int64_t axis = attributes.get<std::int64_t>("axis");
    const std::int64_t resolved = axis < 0 ? axis + shape.rank() : axis;
    if (resolved < 0 || resolved >= shape.rank()) {
        throw InvalidArgumentError(fmt::format("operation {}: axis {} of {} is out of range",
                                               operationName, axis, shape.toString()));
    }
    return static_cast<int>(resolved);
}

AxisSet axesOf(std::string_view operationName, const Attributes& attributes, const Shape& shape)
{
    AxisSet axes;
    for (const std::int64_t axis : attributes.get<std::vector<std::int64_t>>("axes")) {
        const std::int64_t resolved = axis < 0 ? axis + shape.rank() : axis;
        if (resolved < 0 || resolved >= shape.rank()
            || axes.test(static_cast<std::size_t>(resolved))) {
            throw InvalidArgumentError(fmt::format("operation {}: axis {} of {} is out of range or "
                                                   "given twice",
                                                   operationName, axis, shape.toString()));
        }
        axes.set(static_cast<std::size_t>(resolved));
    }
    return axes;
}

AroundAxis::AroundAxis(const Shape& shape, int axis) : size(shape.dim(axis))
{
    for (int i = 0; i < shape.rank(); ++i) {
        if (i != axis) {
            (i < axis ? outer : inner) *= shape.dim(i);
        }
    }
}

} // namespace engine
