// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/shape.h"
#include "engine/ops/axis_attributes.h"
#include "engine/ops/eigen_maps.h"
#include "engine/ops/parallel_for.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>

namespace engine {

// Axes of `full` along which `reference` is repeated when it broadcasts to it.
AxisSet broadcastAxes(const Shape& full, const Shape& reference);

// How to walk a tensor row by row while some axes are reduced; neighbouring axes of one kind are
// joined. A row is the innermost joined axis: it is either reduced to one output element or added
// to as many.
class ReductionPlan
{
public:
    // `input` fully known.
    ReductionPlan(const Shape& input, AxisSet reduced);

    std::int64_t rowCount() const { return m_rowCount; }
    std::int64_t rowSize() const { return m_rowSize; }
    bool rowIsReduced() const { return m_rowIsReduced; }
    // Output element at which a row begins.
    std::int64_t outputOffsetOfRow(std::int64_t row) const;
    // True if every row is reduced to the output element of its number: rows are independent.
    bool hasIndependentRows() const { return m_rowIsReduced && m_axisCount <= 2; }
    // Input elements behind one output element.
    std::int64_t reducedCount() const { return m_reducedCount; }

private:
    std::array<std::int64_t, Shape::kMaxRank + 1> m_sizes{}; // innermost first
    std::array<std::int64_t, Shape::kMaxRank + 1> m_outputStrides{}; // 0: reduced
    std::size_t m_axisCount = 0;
    std::int64_t m_rowCount = 1;
    std::int64_t m_rowSize = 1;
    std::int64_t m_reducedCount = 1;
    bool m_rowIsReduced = false;
};

struct SumReducer
{
    template <typename T>
    static T identity()
    {
        return T(0);
    }
    static auto reduceRow(const auto& row) { return row.sum(); }
    static auto combine(const auto& a, const auto& b) { return a + b; }
};

struct ProductReducer
{
    template <typename T>
    static T identity()
    {
        return T(1);
    }
    static auto reduceRow(const auto& row) { return row.prod(); }
    static auto combine(const auto& a, const auto& b) { return a * b; }
};

struct MaxReducer
{
    template <typename T>
    static T identity()
    {
        using Limits = std::numeric_limits<T>;
        return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    }
    static auto reduceRow(const auto& row) { return row.template maxCoeff<Eigen::PropagateNaN>(); }
    static auto combine(const auto& a, const auto& b) { return largerOf(a, b); }
};

struct MinReducer
{
    template <typename T>
    static T identity()
    {
        using Limits = std::numeric_limits<T>;
        return Limits::has_infinity ? Limits::infinity() : Limits::max();
    }
    static auto reduceRow(const auto& row) { return row.template minCoeff<Eigen::PropagateNaN>(); }
    static auto combine(const auto& a, const auto& b) { return smallerOf(a, b); }
};

struct AnyReducer
{
    template <typename T>
    static T identity()
    {
        return false;
    }
    static auto reduceRow(const auto& row) { return row.any(); }
    static auto combine(const auto& a, const auto& b) { return a || b; }
};

struct AllReducer
{
    template <typename T>
    static T identity()
    {
        return true;
    }
    static auto reduceRow(const auto& row) { return row.all(); }
    static auto combine(const auto& a, const auto& b) { return a && b; }
};

// output = the elements of `input` combined along the reduced axes.
template <typename Reducer, typename T>
void reduce(const ReductionPlan& plan, std::span<const T> input, std::span<T> output)
{
    const std::int64_t size = plan.rowSize();
    const auto reduceRows = [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end && size > 0; ++row) {
            const ConstArrayMap<T> values = arrayOf(input, row * size, size);
            const std::int64_t offset = plan.outputOffsetOfRow(row);
            if (plan.rowIsReduced()) {
                ArrayMap<T> sum = arrayOf(output, offset, 1);
                const T value = Reducer::reduceRow(values);
                sum = Reducer::combine(sum, Eigen::Array<T, Eigen::Dynamic, 1>::Constant(1, value));
            } else {
                ArrayMap<T> sums = arrayOf(output, offset, size);
                sums = Reducer::combine(sums, values);
            }
        }
    };
    std::ranges::fill(output, Reducer::template identity<T>());
    if (plan.hasIndependentRows()) {
        parallelFor(plan.rowCount(), size, reduceRows);
    } else {
        reduceRows(0, plan.rowCount());
    }
}

} // namespace engine
