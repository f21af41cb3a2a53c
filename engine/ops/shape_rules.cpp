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

std::vector<OutputSpec> floatingUnary(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    requireFloating(request, 0);
    return {request.inputs[0]};
}

std::vector<OutputSpec> numericUnary(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    requireNumeric(request, 0);
    return {request.inputs[0]};
}

std::vector<OutputSpec> floatingPairs(const ShapeRequest& request)
{
    requireInputCount(request, 2);
    requireFloating(request, 0);
    requireSameType(request, 0, 1);
    return {{request.inputs[0].type, mergeInputShapes(request, 0, 1)}};
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

void requireNumeric(const ShapeRequest& request, std::size_t input)
{
    const DataType type = request.inputs[input].type;
    if (!isFloating(type) && type != DataType::Int32 && type != DataType::Int64) {
        throw InvalidArgumentError(fmt::format("operation {}: input {} is {}, it must be numeric",
                                               request.operationName, input, dataTypeName(type)));
    }
}

void requireIndices(const ShapeRequest& request, std::size_t input)
{
    const DataType type = request.inputs[input].type;
    if (type != DataType::Int32 && type != DataType::Int64) {
        throw InvalidArgumentError(
            fmt::format("operation {}: input {} is {}, it must be int32 or int64",
                        request.operationName, input, dataTypeName(type)));
    }
}

void requireType(const ShapeRequest& request, std::size_t input, DataType type)
{
    if (request.inputs[input].type != type) {
        throw InvalidArgumentError(
            fmt::format("operation {}: input {} is {}, it must be {}", request.operationName, input,
                        dataTypeName(request.inputs[input].type), dataTypeName(type)));
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
