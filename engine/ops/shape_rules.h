// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/op_def.h"

#include <vector>

namespace engine {

// Shape rules that many operations share.

// One output like input 0.
std::vector<OutputSpec> sameAsFirstInput(const ShapeRequest& request);
// The same; there is one input, and it must be floating point / numeric.
std::vector<OutputSpec> floatingUnary(const ShapeRequest& request);
std::vector<OutputSpec> numericUnary(const ShapeRequest& request);
// Two floating-point inputs of one type and shape; the output is like them.
std::vector<OutputSpec> floatingPairs(const ShapeRequest& request);
// No output.
std::vector<OutputSpec> noOutputs(const ShapeRequest& request);

// InvalidArgumentError naming the operation: `request` must have these many inputs.
void requireInputCount(const ShapeRequest& request, std::size_t count);
// InvalidArgumentError naming the operation and both types.
void requireSameType(const ShapeRequest& request, std::size_t first, std::size_t second);
void requireFloating(const ShapeRequest& request, std::size_t input);
// float32, float64, int32 or int64.
void requireNumeric(const ShapeRequest& request, std::size_t input);
// int32 or int64.
void requireIndices(const ShapeRequest& request, std::size_t input);
void requireType(const ShapeRequest& request, std::size_t input, DataType type);
// InvalidArgumentError naming the operation, the input and its shape.
void requireRank(const ShapeRequest& request, std::size_t input, int rank);
// The merged shape of two inputs; InvalidArgumentError naming the operation and both shapes.
Shape mergeInputShapes(const ShapeRequest& request, std::size_t first, std::size_t second);

} // namespace engine
