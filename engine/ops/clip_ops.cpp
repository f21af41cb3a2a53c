// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/clip_ops.h"

#include "engine/base/errors.h"
#include "engine/graph/graph.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/comparison_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/unary_ops.h"

#include <fmt/format.h>

namespace engine {

namespace {

void requirePositive(double clipNorm, std::string_view name)
{
    if (!(clipNorm > 0)) {
        throw InvalidArgumentError(
            fmt::format("operation {}: the norm {} is not positive", name, clipNorm));
    }
}

} // namespace

Output clipByNorm(Output x, double clipNorm, const Axes& axes, std::string_view name)
{
    requirePositive(clipNorm, name);
    const NameScope scope(x.graph(), name);
    const Output squares = reduceSum(square(x), axes, true);
    // The root of 0 would have an infinite slope.
    const Output isPositive = greater(squares, zerosLike(squares));
    const Output norm =
        select(isPositive, sqrt(select(isPositive, squares, onesLike(squares))), squares);
    const Output limit = scale(onesLike(norm), clipNorm);
    return divide(scale(x, clipNorm), maximum(norm, limit));
}

Output globalNorm(std::span<const Output> tensors, std::string_view name)
{
    std::vector<Output> halves;
    for (const Output& tensor : tensors) {
        if (tensor.isValid()) {
            halves.push_back(l2Loss(tensor));
        }
    }
    if (halves.empty()) {
        throw InvalidArgumentError(fmt::format("operation {}: no tensor is given", name));
    }
    return sqrt(scale(addN(halves), 2), name);
}

ClippedTensors clipByGlobalNorm(std::span<const Output> tensors, double clipNorm,
                                std::string_view name)
{
    requirePositive(clipNorm, name);
    const Output norm = globalNorm(tensors);
    const NameScope scope(norm.graph(), name);
    const Output limit = scale(onesLike(norm), 1 / clipNorm);
    const Output finite = scale(minimum(reciprocal(norm), limit), clipNorm);
    const Output factor = add(finite, subtract(norm, norm)); // NaN if the norm is not finite
    ClippedTensors clipped{{}, norm};
    for (const Output& tensor : tensors) {
        clipped.tensors.push_back(tensor.isValid() ? multiply(tensor, factor) : tensor);
    }
    return clipped;
}

} // namespace engine
