// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/data_type.h"
#include "engine/graph/output.h"

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace engine {

// Axes to reduce: a list (negative ones count from the end; an empty list reduces nothing) or all.
class Axes
{
public:
    Axes(std::initializer_list<std::int64_t> axes) : m_axes(axes) { }
    Axes(std::vector<std::int64_t> axes) : m_axes(std::move(axes)) { } // NOLINT
    static Axes all();

    // The list for a tensor of this rank.
    std::vector<std::int64_t> listFor(int rank) const;

private:
    std::vector<std::int64_t> m_axes;
    bool m_isAll = false;
};

// Reductions of numeric tensors. keepDims leaves axes of size 1 where axes were reduced.
// InvalidArgumentError naming the operation, the axis and the shape: out of range or given twice.

Output reduceSum(Output x, const Axes& axes = Axes::all(), bool keepDims = false,
                 std::string_view name = "Sum"); // 0 over an empty axis
// Floating point. NaN over an empty axis.
Output reduceMean(Output x, const Axes& axes = Axes::all(), bool keepDims = false,
                  std::string_view name = "Mean");
// The lowest / highest value of the type over an empty axis (infinite for floating point). A NaN
// among the values gives NaN. Tied extremes share the gradient equally.
Output reduceMax(Output x, const Axes& axes = Axes::all(), bool keepDims = false,
                 std::string_view name = "Max");
Output reduceMin(Output x, const Axes& axes = Axes::all(), bool keepDims = false,
                 std::string_view name = "Min");
// 1 over an empty axis. The gradient is the product of the others, at zeros too.
Output reduceProd(Output x, const Axes& axes = Axes::all(), bool keepDims = false,
                  std::string_view name = "Prod");

// Half of the sum of squares: a scalar.
Output l2Loss(Output x, std::string_view name = "L2Loss");

// Position of the largest value along an axis, of tied ones the first; int64 or int32. No gradient.
// InvalidArgumentError: axis out of range or empty.
Output argMax(Output x, int axis, DataType outputType = DataType::Int64,
              std::string_view name = "ArgMax");

} // namespace engine
