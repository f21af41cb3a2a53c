// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/data_type.h"
#include "engine/graph/output.h"
#include "engine/ops/axes.h"

#include <string_view>

namespace engine {

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

// log(sum(exp(x))) without overflow; -infinity over an empty axis.
Output reduceLogSumExp(Output x, const Axes& axes = Axes::all(), bool keepDims = false,
                       std::string_view name = "ReduceLogSumExp");
// Of bools: false / true over an empty axis.
Output reduceAny(Output x, const Axes& axes = Axes::all(), bool keepDims = false,
                 std::string_view name = "Any");
Output reduceAll(Output x, const Axes& axes = Axes::all(), bool keepDims = false,
                 std::string_view name = "All");

struct Moments
{
    Output mean;
    Output variance; // biased: the mean of (x - mean)²
};
Moments moments(Output x, const Axes& axes, bool keepDims = false,
                std::string_view name = "moments");

// Half of the sum of squares: a scalar.
Output l2Loss(Output x, std::string_view name = "L2Loss");

// Position of the largest / smallest value along an axis, of tied ones the first; int64 or int32.
// No gradient. InvalidArgumentError: axis out of range or empty.
Output argMax(Output x, int axis, DataType outputType = DataType::Int64,
              std::string_view name = "ArgMax");
Output argMin(Output x, int axis, DataType outputType = DataType::Int64,
              std::string_view name = "ArgMin");

} // namespace engine
