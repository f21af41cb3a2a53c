// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shape_rules.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

namespace engine {

std::vector<OutputSpec> sameAsFirstInput(const ShapeRequest& request)
{
    return {request.inputs[0]};
}

std::vector<OutputSpec> noOutputs(const ShapeRequest&)
{
    return {};
}

void requireInputCount(const ShapeRequest& request, std::size_t count)
{
    if (request.inputs.size() != count) {
        throw InvalidArgumentError(fmt::format("operation {}: {} inputs given, {} needed",
                                               request.operationName, request.inputs.size(),
                                               count));
    }
}

void requireSameType(const ShapeRequest& request, std::size_t first, std::size_t second)
{
    if (request.inputs[first].type != request.inputs[second].type) {
        throw InvalidArgumentError(fmt::format(
            "operation {}: types {} and {} differ", request.operationName,
            dataTypeName(request.inputs[first].type), dataTypeName(request.inputs[second].type)));
    }
}

void requireFloating(const ShapeRequest& request, std::size_t input)
{
    if (!isFloating(request.inputs[input].type)) {
        throw InvalidArgumentError(
            fmt::format("operation {}: input {} is {}, it must be floating point",
                        request.operationName, input, dataTypeName(request.inputs[input].type)));
    }
}

void requireRank(const ShapeRequest& request, std::size_t input, int rank)
{
    const Shape& shape = request.inputs[input].shape;
    if (shape.rank() != rank) {
        throw InvalidArgumentError(
            fmt::format("operation {}: input {} has shape {}, it must have {} axes",
                        request.operationName, input, shape.toString(), rank));
    }
}

Shape mergeInputShapes(const ShapeRequest& request, std::size_t first, std::size_t second)
{
    const Shape& a = request.inputs[first].shape;
    const Shape& b = request.inputs[second].shape;
    if (!a.isCompatibleWith(b)) {
        throw InvalidArgumentError(fmt::format("operation {}: shapes {} and {} do not agree",
                                               request.operationName, a.toString(), b.toString()));
    }
    return a.mergedWith(b);
}

} // namespace engine
