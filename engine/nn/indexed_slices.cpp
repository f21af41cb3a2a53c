// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/indexed_slices.h"

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/concat_ops.h"

#include <algorithm>

namespace engine {

namespace {

bool isA(Output output, std::string_view type)
{
    return output.operation().def().type == type;
}

bool isScaled(Output gradient)
{
    return isA(gradient, "Mul") && gradient.operation().input(1).shape() == Shape();
}

// Whether it consists of rows: of a lookup, of several, or times a factor.
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
    return isScaled(gradient) && consistsOfRows(operation.input(0));
}

// The inputs of a lookup's gradient are dy, indices and what is looked up.
IndexedSlices slicesOfLookup(const Operation& lookup)
{
    Shape slices = lookup.outputSpec(0).shape;
    slices.setDim(0, Shape::kUnknownDim);
    return {reshape(lookup.input(0), slices),
            cast(reshape(lookup.input(1), Shape{Shape::kUnknownDim}), DataType::Int64)};
}

IndexedSlices slicesOf(Output gradient)
{
    const Operation& operation = gradient.operation();
    if (isA(gradient, "GatherGrad")) {
        return slicesOfLookup(operation);
    }
    if (isScaled(gradient)) {
        const IndexedSlices slices = slicesOf(operation.input(0));
        return {multiply(slices.values, operation.input(1)), slices.rows};
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
