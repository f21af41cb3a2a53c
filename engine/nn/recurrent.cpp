// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/recurrent.h"

#include "engine/base/errors.h"
#include "engine/graph/graph.h"
#include "engine/ops/activation_ops.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/comparison_ops.h"
#include "engine/ops/concat_ops.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/shape_ops.h"
#include "engine/ops/unary_ops.h"

#include <fmt/format.h>

#include <array>

namespace engine {

namespace {

// Parts of a matrix or vector along its last axis.
std::vector<Output> columnsOf(Output x, int count)
{
    return split(x, count, -1);
}

Output joined(std::initializer_list<Output> parts, int axis = -1)
{
    return concat(std::vector<Output>(parts), axis);
}

// x · kernel + bias for every step: one product for all, then a tensor [batch, columns] a step.
std::vector<Output> projectedSteps(Output x, Output kernel, Output bias)
{
    const Shape& shape = x.shape();
    const std::int64_t time = shape.rank() == 3 ? shape.dim(1) : Shape::kUnknownDim;
    const std::int64_t columns = kernel.shape().dim(-1);
    if (time < 1 || shape.dim(2) == Shape::kUnknownDim || columns == Shape::kUnknownDim) {
        throw InvalidArgumentError(
            fmt::format("a recurrent net needs [batch, time, in] with known time and in, not {}",
                        shape.toString()));
    }
    const Output rows = reshape(x, Shape{-1, shape.dim(2)});
    const Output projected = biasAdd(matMul(rows, kernel), bias);
    return unstack(reshape(projected, Shape{-1, time, columns}), 1);
}

// Bools [batch, 1]: whether the step is within each row's length.
Output isWithin(std::size_t step, Output lengths)
{
    const Output count = scalarConstant(lengths.graph(), lengths.type(), static_cast<double>(step));
    return expandDims(less(count, lengths), -1);
}

LstmState lstmStep(Output projected, const LstmState& state, Output recurrentKernel)
{
    const std::vector<Output> gates =
        columnsOf(add(projected, matMul(state.h, recurrentKernel)), 4);
    const Output kept = multiply(sigmoid(gates[1]), state.c);
    const Output c = add(kept, multiply(sigmoid(gates[0]), tanh(gates[2])));
    return {multiply(sigmoid(gates[3]), tanh(c)), c};
}

Output gruStep(Output projected, Output h, const GruWeights& weights, Output recurrentBias)
{
    const std::vector<Output> fromX = columnsOf(projected, 3);
    Output update;
    Output candidate;
    if (weights.resetAfter) {
        const std::vector<Output> parts =
            columnsOf(biasAdd(matMul(h, weights.recurrentKernel), recurrentBias), 3);
        update = sigmoid(add(fromX[0], parts[0]));
        const Output reset = sigmoid(add(fromX[1], parts[1]));
        candidate = tanh(add(fromX[2], multiply(reset, parts[2])));
    } else {
        const std::vector<Output> kernels = columnsOf(weights.recurrentKernel, 3);
        update = sigmoid(add(fromX[0], matMul(h, kernels[0])));
        const Output reset = sigmoid(add(fromX[1], matMul(h, kernels[1])));
        candidate = tanh(add(fromX[2], matMul(multiply(reset, h), kernels[2])));
    }
    const Output rest = shift(negative(update), 1);
    return add(multiply(update, h), multiply(rest, candidate));
}

} // namespace

LstmWeights lstmWeightsOfTensorFlow1(Output kernel, Output bias, std::int64_t inputs,
                                     double forgetBias)
{
    const auto reordered = [](Output columns, double forget) {
        const std::vector<Output> gates = columnsOf(columns, 4);
        const Output f = forget == 0 ? gates[2] : shift(gates[2], forget);
        return joined({gates[0], f, gates[1], gates[3]});
    };
    const std::vector<Output> rows = split(kernel, {inputs, -1}, 0);
    return {reordered(rows[0], 0), reordered(rows[1], 0), reordered(bias, forgetBias)};
}

LstmWeights lstmWeightsOfPyTorch(Output weightIh, Output weightHh, Output biasIh, Output biasHh)
{
    return {transpose(weightIh), transpose(weightHh), add(biasIh, biasHh)};
}

LstmOutputs lstm(Output x, const LstmState& initial, const LstmWeights& weights, Output lengths)
{
    const NameScope scope(x.graph(), "lstm");
    LstmState state = initial;
    std::vector<Output> steps = projectedSteps(x, weights.kernel, weights.bias);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const LstmState next = lstmStep(steps[i], state, weights.recurrentKernel);
        if (lengths.isValid()) {
            const Output within = isWithin(i, lengths);
            steps[i] = select(within, next.h, zerosLike(next.h));
            state = {select(within, next.h, state.h), select(within, next.c, state.c)};
        } else {
            steps[i] = next.h;
            state = next;
        }
    }
    return {stack(steps, 1), state};
}

GruWeights gruWeightsOfTensorFlow1(Output gatesKernel, Output gatesBias, Output candidateKernel,
                                   Output candidateBias, std::int64_t inputs)
{
    const std::vector<Output> gates = split(gatesKernel, {inputs, -1}, 0);
    const std::vector<Output> candidate = split(candidateKernel, {inputs, -1}, 0);
    const auto zrn = [](Output rz, Output n) {
        const std::vector<Output> parts = columnsOf(rz, 2);
        return joined({parts[1], parts[0], n});
    };
    return {zrn(gates[0], candidate[0]), zrn(gates[1], candidate[1]), zrn(gatesBias, candidateBias),
            false};
}

GruWeights gruWeightsOfPyTorch(Output weightIh, Output weightHh, Output biasIh, Output biasHh)
{
    const auto zrn = [](Output rzn) {
        const std::vector<Output> parts = columnsOf(rzn, 3);
        return joined({parts[1], parts[0], parts[2]});
    };
    return {zrn(transpose(weightIh)), zrn(transpose(weightHh)),
            stack(std::vector<Output>{zrn(biasIh), zrn(biasHh)}), true};
}

GruOutputs gru(Output x, Output initial, const GruWeights& weights)
{
    const NameScope scope(x.graph(), "gru");
    Output inputBias = weights.bias;
    Output recurrentBias;
    if (weights.resetAfter) {
        const std::vector<Output> biases = unstack(weights.bias);
        inputBias = biases.at(0);
        recurrentBias = biases.at(1);
    }
    std::vector<Output> steps = projectedSteps(x, weights.kernel, inputBias);
    Output h = initial;
    for (Output& step : steps) {
        h = gruStep(step, h, weights, recurrentBias);
        step = h;
    }
    return {stack(steps, 1), h};
}

} // namespace engine
