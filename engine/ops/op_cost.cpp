// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/op_cost.h"

#include <algorithm>

namespace engine {

namespace {

constexpr double kPerMultiplyAdd = 2;

double elements(const Shape& shape)
{
    return shape.isFullyKnown() ? static_cast<double>(shape.elementCount()) : 0;
}

double largest(std::span<const OutputSpec> specs)
{
    double most = 0;
    for (const OutputSpec& spec : specs) {
        most = std::max(most, elements(spec.shape));
    }
    return most;
}

// Every pixel of the forward pass' result takes each weight once.
double convolutionFlops(const Shape& filter, const Shape& result)
{
    const auto pixels = static_cast<double>(result.dim(0) * result.dim(1) * result.dim(2));
    return kPerMultiplyAdd * pixels * elements(filter);
}

} // namespace

double flopsOf(const OpDef& def, const CostRequest& request)
{
    return def.flops != nullptr ? def.flops(request)
                                : std::max(largest(request.inputs), largest(request.outputs));
}

double productFlops(const Shape& result, std::int64_t terms)
{
    return kPerMultiplyAdd * elements(result) * static_cast<double>(terms);
}

double conv2dFlops(const CostRequest& request)
{
    return convolutionFlops(request.inputs[1].shape, request.outputs[0].shape);
}

double backpropInputFlops(const CostRequest& request)
{
    return convolutionFlops(request.inputs[1].shape, request.inputs[0].shape);
}

double backpropFilterFlops(const CostRequest& request)
{
    return convolutionFlops(request.outputs[0].shape, request.inputs[1].shape);
}

} // namespace engine
