// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/shape.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine {

Shape::Shape(std::initializer_list<std::int64_t> dims)
    : Shape(std::span<const std::int64_t>(dims.begin(), dims.size()))
{ }

Shape::Shape(std::span<const std::int64_t> dims)
{
    for (const std::int64_t size : dims) {
        append(size);
    }
}

int Shape::resolveAxis(int axis) const
{
    const int resolved = axis < 0 ? axis + m_rank : axis;
    if (resolved < 0 || resolved >= m_rank) {
        throw InvalidArgumentError(
            fmt::format("axis {} is out of range for shape {}", axis, toString()));
    }
    return resolved;
}

std::int64_t Shape::dim(int axis) const
{
    return m_dims[static_cast<std::size_t>(resolveAxis(axis))];
}

void Shape::setDim(int axis, std::int64_t size)
{
    if (size < kUnknownDim) {
        throw InvalidArgumentError(fmt::format("a size of {} is not possible", size));
    }
    m_dims[static_cast<std::size_t>(resolveAxis(axis))] = size;
}

void Shape::append(std::int64_t size)
{
    if (m_rank == kMaxRank) {
        throw InvalidArgumentError(fmt::format("a shape has at most {} axes", kMaxRank));
    }
    if (size < kUnknownDim) {
        throw InvalidArgumentError(fmt::format("a size of {} is not possible", size));
    }
    m_dims[static_cast<std::size_t>(m_rank++)] = size;
}

bool Shape::isFullyKnown() const
{
    return std::ranges::none_of(dims(), [](std::int64_t size) { return size == kUnknownDim; });
}

std::int64_t Shape::elementCount() const
{
    std::int64_t count = 1;
    for (const std::int64_t size : dims()) {
        if (size == kUnknownDim) {
            throw InvalidArgumentError(fmt::format("shape {} is not fully known", toString()));
        }
        if (__builtin_mul_overflow(count, size, &count)) {
            throw InvalidArgumentError(fmt::format("shape {} has too many elements", toString()));
        }
    }
    return count;
}

bool Shape::isCompatibleWith(const Shape& other) const
{
    return std::ranges::equal(dims(), other.dims(), [](std::int64_t a, std::int64_t b) {
        return a == b || a == kUnknownDim || b == kUnknownDim;
    });
}

Shape Shape::mergedWith(const Shape& other) const
{
    if (!isCompatibleWith(other)) {
        throw InvalidArgumentError(
            fmt::format("shapes {} and {} do not agree", toString(), other.toString()));
    }
    Shape merged = *this;
    for (int axis = 0; axis < m_rank; ++axis) {
        if (dim(axis) == kUnknownDim) {
            merged.setDim(axis, other.dim(axis));
        }
    }
    return merged;
}

std::string Shape::toString() const
{
    std::string text = "[";
    for (const std::int64_t size : dims()) {
        if (text.size() > 1) {
            text += ", ";
        }
        text += size == kUnknownDim ? "?" : fmt::to_string(size);
    }
    return text + "]";
}

} // namespace engine
