// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/indexed_slices.h"

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/concat_ops.h"
#include "engine/ops/unary_ops.h"

#include <algorithm>

namespace engine {

namespace {

bool isA(Output output, std::string_view type)
{
    return output.operation().def().type == type;
}

bool consistsOfRows(Output gradient);

// Whether a factor is the same for all elements, and for those of some rows.
bool isOneNumber(Output factor, Output gradient)
{
    const Shape& shape = factor.shape();
    return shape.isFullyKnown() && shape.elementCount() == 1
        && shape.rank() <= gradient.shape().rank();
}

// Which input is rows that are multiplied or divided by one number.
std::optional<int> scaledInput(const Operation& operation)
{
    const std::string_view type = operation.def().type;
    if (type == "Scale") {
        return consistsOfRows(operation.input(0)) ? std::optional(0) : std::nullopt;
    }
    if (type != "Mul" && type != "RealDiv") {
        return {};
    }
    for (int i = 0; i < (type == "Mul" ? 2 : 1); ++i) {
        const Output rows = operation.input(i);
        if (isOneNumber(operation.input(1 - i), rows) && consistsOfRows(rows)) {
            return i;
        }
    }
    return {};
}

// Whether it consists of rows: of a lookup, of several, or these times a factor.
bool consistsOfRows(Output gradient)
{
    const Operation& operation = gradient.operation();
    if (isA(gradient, "GatherGrad")) {
        const std::int64_t axis = operation.attribute<std::int64_t>("axis");
        return axis == 0 || axis == -gradient.shape().rank();
    }
    if (isA(gradient, "AddN")) {
        return std::ranges::all_of(operation.inputs(), consistsOfRows);
    }
    return scaledInput(operation).has_value();
}

// The inputs of a lookup's gradient are dy, indices and what is looked up.
IndexedSlices slicesOfLookup(const Operation& lookup)
{
    Shape slices = lookup.outputSpec(0).shape;
    slices.setDim(0, Shape::kUnknownDim);
    return {reshape(lookup.input(0), slices),
            cast(reshape(lookup.input(1), Shape{Shape::kUnknownDim}), DataType::Int64)};
}

// Values of rows, scaled as `operation` scales its input `rows`.
Output scaled(Output values, const Operation& operation, int rows)
{
    if (operation.def().type == "Scale") {
        return scale(values, operation.attribute<double>("value"));
    }
    const Output factor = operation.input(1 - rows);
    return operation.def().type == "Mul" ? multiply(values, factor) : divide(values, factor);
}

IndexedSlices slicesOf(Output gradient)
{
    const Operation& operation = gradient.operation();
    if (isA(gradient, "GatherGrad")) {
        return slicesOfLookup(operation);
    }
    if (const std::optional<int> input = scaledInput(operation)) {
        const IndexedSlices slices = slicesOf(operation.input(*input));
        return {scaled(slices.values, operation, *input), slices.rows};
    }
    std::vector<Output> values;
    std::vector<Output> rows;
    for (const Output& part : operation.inputs()) {
        const IndexedSlices slices = slicesOf(part);
        values.push_back(slices.values);
        rows.push_back(slices.rows);
    }
    return {concat(values, 0), concat(rows, 0)};
}

} // namespace

std::optional<IndexedSlices> indexedSlicesOf(Output gradient)
{
    return consistsOfRows(gradient) ? std::optional(slicesOf(gradient)) : std::nullopt;
}

} // namespace engine
