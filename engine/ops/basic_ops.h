// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <string_view>

namespace engine {

// Fed at each run. Axes may be Shape::kUnknownDim.
Output placeholder(Graph& graph, DataType type, const Shape& shape,
                   std::string_view name = "Placeholder");

Output constant(Graph& graph, const Tensor& value, std::string_view name = "Const");
// A scalar of a floating-point or integer type.
Output scalarConstant(Graph& graph, DataType type, double value, std::string_view name = "Const");

// The same value under another name.
Output identity(Output input, std::string_view name = "Identity");
// The same value; gradients stop here.
Output stopGradient(Output input, std::string_view name = "StopGradient");
Operation& noOp(Graph& graph, std::string_view name = "NoOp");

// One axis of `shape` may be -1: it is computed.
Output reshape(Output input, const Shape& shape, std::string_view name = "Reshape");
// [d0, d1, …] → [d0, d1·d2·…].
Output flatten(Output input, std::string_view name = "Flatten");

// The elements of `input` in the shape of `reference`, which has as many: undoes a change of shape.
Output reshapeLike(Output input, Output reference, std::string_view name = "ReshapeLike");

Output zerosLike(Output input, std::string_view name = "zeros_like");
Output onesLike(Output input, std::string_view name = "ones_like");
// Every element `value`; type and shape must be known when the graph is built.
Output fill(Graph& graph, DataType type, const Shape& shape, double value,
            std::string_view name = "Fill");

// Values of another numeric type or bool; the gradient passes between floating-point types.
Output cast(Output input, DataType type, std::string_view name = "Cast");

} // namespace engine
