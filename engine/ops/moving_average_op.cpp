// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/moving_average_op.h"

#include "engine/ops/eigen_maps.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

namespace engine {

namespace {

// Inputs: variable, value, decay.
std::vector<OutputSpec> movingAverageShape(const ShapeRequest& request)
{
    requireInputCount(request, 3);
    requireFloating(request, 0);
    requireSameType(request, 0, 1);
    requireSameType(request, 0, 2);
    requireRank(request, 2, 0);
    return {{request.inputs[0].type, mergeInputShapes(request, 0, 1)}};
}

template <typename T>
void computeMovingAverage(KernelContext& context)
{
    const std::span<T> variable = context.variable(0).values<T>();
    const std::span<const T> value = std::as_const(context.input(1)).values<T>();
    const T share = T(1) - context.input(2).scalarValue<T>();
    const std::span<T> output = context.output(0).values<T>();
    const auto count = static_cast<std::int64_t>(variable.size());
    parallelFor(count, 2, [&](std::int64_t begin, std::int64_t end) {
        const std::int64_t size = end - begin;
        auto average = arrayOf(variable, begin, size);
        average -= (average - arrayOf(value, begin, size)) * share;
        arrayOf(output, begin, size) = average;
    });
}

std::unique_ptr<Kernel> makeMovingAverage(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [](auto type) {
        return functionKernel<&computeMovingAverage<decltype(type)>>();
    });
}

constexpr OpDef kAssignMovingAverage{.type = "AssignMovingAvg",
                                     .inferShapes = movingAverageShape,
                                     .makeKernel = makeMovingAverage,
                                     .updatedVariables = 1,
                                     .stateful = true};

} // namespace

Output assignMovingAverage(Output variable, Output value, Output decay, std::string_view name)
{
    return addOutput(kAssignMovingAverage, name, {variable, value, decay});
}

} // namespace engine
