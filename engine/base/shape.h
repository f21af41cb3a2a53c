// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace engine {

// Sizes of a tensor's axes, row-major. In a graph an axis may be unknown (kUnknownDim); a tensor's
// shape is always fully known. A value of fixed size: copying allocates nothing.
class Shape
{
public:
    static constexpr int kMaxRank = 8;
    static constexpr std::int64_t kUnknownDim = -1;

    Shape() = default; // a scalar
    // InvalidArgumentError for more than kMaxRank axes or a size below -1.
    Shape(std::initializer_list<std::int64_t> dims);
    explicit Shape(std::span<const std::int64_t> dims);

    int rank() const { return m_rank; }
    // `axis` may be negative: -1 is the last. InvalidArgumentError when out of range.
    std::int64_t dim(int axis) const;
    void setDim(int axis, std::int64_t size);
    void append(std::int64_t size);
    std::span<const std::int64_t> dims() const&
    {
        return {m_dims.data(), static_cast<std::size_t>(m_rank)};
    }
    std::span<const std::int64_t> dims() const&& = delete; // it would outlive the shape

    bool isFullyKnown() const;
    // Product of the sizes. InvalidArgumentError if an axis is unknown or the product overflows.
    std::int64_t elementCount() const;
    // Same rank, and equal sizes where both are known.
    bool isCompatibleWith(const Shape& other) const;
    // The more specific of two compatible shapes. InvalidArgumentError if they are not compatible.
    Shape mergedWith(const Shape& other) const;

    std::string toString() const; // "[?, 3136]", "[]"

    friend bool operator==(const Shape&, const Shape&) = default;

private:
    int resolveAxis(int axis) const;

    std::array<std::int64_t, kMaxRank> m_dims{}; // axes from m_rank on are 0
    int m_rank = 0;
};

} // namespace engine
