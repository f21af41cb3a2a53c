// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/attributes.h"
#include "engine/ops/op_building.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace engine {

// Operations whose output is made of the input's elements, axis by axis: slices, paddings, tiles,
// mirror images. Only for the sources of engine/ops.

// Where the elements along one axis of the output come from: positions on the input's axis, or
// kNoSource (a fill value goes there).
using AxisMap = std::vector<std::int64_t>;
inline constexpr std::int64_t kNoSource = -1;

// One map per axis, for known shapes; what an operation of this kind consists of.
using MapsFunction = std::vector<AxisMap> (*)(const Attributes& attributes, const Shape& input,
                                              const Shape& output);

// output[i, j, …] = input[maps[0][i], maps[1][j], …], or `fill`; every element type but string.
std::unique_ptr<Kernel> makeAxisGather(const KernelRequest& request, MapsFunction maps,
                                       double fill);
// Its transpose, for floating point: inputs dy and x (for the shape); dx adds up every dy that came
// from an element.
std::unique_ptr<Kernel> makeAxisScatter(const KernelRequest& request, MapsFunction maps);

// OpDef::makeKernel for the above, without a fill value.
template <MapsFunction kMaps>
std::unique_ptr<Kernel> makeAxisGatherOf(const KernelRequest& request)
{
    return makeAxisGather(request, kMaps, 0);
}

template <MapsFunction kMaps>
std::unique_ptr<Kernel> makeAxisScatterOf(const KernelRequest& request)
{
    return makeAxisScatter(request, kMaps);
}

// The definition of the gradient: inputs dy and x, attributes of the operation.
template <MapsFunction kMaps>
constexpr OpDef axisScatterOp(std::string_view type)
{
    return {
        .type = type,
        .inferShapes =
            [](const ShapeRequest& request) { return std::vector<OutputSpec>{request.inputs[1]}; },
        .makeKernel = makeAxisScatterOf<kMaps>};
}

// OpDef::gradient by such a definition.
template <const OpDef& kScatter>
std::vector<Output> axisGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {addOutput(kScatter, {}, {gradients[0], operation.input(0)}, operation.attributes())};
}

} // namespace engine
