// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/repeat_ops.h"

#include "engine/base/errors.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/axis_attributes.h"
#include "engine/ops/axis_maps.h"
#include "engine/ops/shape_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace engine {

namespace {

using Numbers = std::vector<std::int64_t>;

std::vector<OutputSpec> tileShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    const Shape& input = request.inputs[0].shape;
    const Numbers& multiples = request.attributes.get<Numbers>("multiples");
    const bool isNegative = std::ranges::any_of(multiples, [](auto value) { return value < 0; });
    if (multiples.size() != static_cast<std::size_t>(input.rank()) || isNegative) {
        throw InvalidArgumentError(fmt::format("operation {}: {} cannot be repeated [{}] times",
                                               request.operationName, input.toString(),
                                               fmt::join(multiples, ", ")));
    }
    Shape output;
    for (int axis = 0; axis < input.rank(); ++axis) {
        const std::int64_t multiple = multiples[static_cast<std::size_t>(axis)];
        const std::int64_t size = input.dim(axis);
        output.append(size == Shape::kUnknownDim ? (multiple == 0 ? 0 : size) : size * multiple);
    }
    return {{request.inputs[0].type, output}};
}

std::vector<AxisMap> tileMaps(const Attributes&, const Shape& input, const Shape& output)
{
    std::vector<AxisMap> maps;
    for (int axis = 0; axis < output.rank(); ++axis) {
        AxisMap& map = maps.emplace_back(static_cast<std::size_t>(output.dim(axis)));
        std::int64_t position = 0;
        for (std::int64_t& source : map) {
            source = position++ % input.dim(axis);
        }
    }
    return maps;
}

std::vector<OutputSpec> reverseShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    static_cast<void>(axesOf(request.operationName, request.attributes, request.inputs[0].shape));
    return {request.inputs[0]};
}

std::vector<AxisMap> reverseMaps(const Attributes& attributes, const Shape& input, const Shape&)
{
    const AxisSet axes = axesOf("ReverseV2", attributes, input);
    std::vector<AxisMap> maps;
    for (int axis = 0; axis < input.rank(); ++axis) {
        AxisMap& map = maps.emplace_back(static_cast<std::size_t>(input.dim(axis)));
        for (std::size_t i = 0; i < map.size(); ++i) {
            map[i] = static_cast<std::int64_t>(
                axes.test(static_cast<std::size_t>(axis)) ? map.size() - 1 - i : i);
        }
    }
    return maps;
}

std::vector<OutputSpec> broadcastToShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    const Shape& input = request.inputs[0].shape;
    Shape output = request.attributes.get<Shape>("shape");
    const int missing = output.rank() - input.rank();
    bool fits = missing >= 0;
    for (int axis = 0; fits && axis < output.rank(); ++axis) {
        const std::int64_t have = axis < missing ? 1 : input.dim(axis - missing);
        if (output.dim(axis) == Shape::kUnknownDim && axis >= missing) {
            output.setDim(axis, have);
        }
        const std::int64_t want = output.dim(axis);
        fits = want != Shape::kUnknownDim || axis >= missing;
        fits = fits && (have == want || have == 1 || have == Shape::kUnknownDim);
    }
    if (!fits) {
        throw InvalidArgumentError(fmt::format("operation {}: {} cannot be repeated to {}",
                                               request.operationName, input.toString(),
                                               request.attributes.get<Shape>("shape").toString()));
    }
    return {{request.inputs[0].type, output}};
}

// Axes in front that the input does not have are none of the kernel's: it repeats the input with
// axes of size 1 there.
Shape withAxesInFront(const Shape& shape, int rank)
{
    Shape result;
    for (int axis = 0; axis < rank - shape.rank(); ++axis) {
        result.append(1);
    }
    for (const std::int64_t size : shape.dims()) {
        result.append(size);
    }
    return result;
}

std::vector<AxisMap> broadcastMaps(const Attributes&, const Shape& input, const Shape& output)
{
    const Shape source = withAxesInFront(input, output.rank());
    return tileMaps({}, source, output);
}

std::unique_ptr<Kernel> makeBroadcastTo(const KernelRequest& request)
{
    std::vector<OutputSpec> inputs{request.inputs[0]};
    inputs[0].shape = withAxesInFront(inputs[0].shape, request.outputs[0].shape.rank());
    return makeAxisGather({request.operation, inputs, request.outputs, request.threads},
                          broadcastMaps, 0);
}

std::vector<Output> broadcastToGradient(const Operation& operation,
                                        std::span<const Output> gradients)
{
    return {sumLike(gradients[0], operation.input(0))};
}

constexpr OpDef kTileGrad = axisScatterOp<tileMaps>("TileGrad");
constexpr OpDef kTile{.type = "Tile",
                      .inferShapes = tileShape,
                      .gradient = axisGradient<kTileGrad>,
                      .makeKernel = makeAxisGatherOf<tileMaps>};
constexpr OpDef kReverseGrad = axisScatterOp<reverseMaps>("ReverseGrad");
constexpr OpDef kReverse{.type = "ReverseV2",
                         .inferShapes = reverseShape,
                         .gradient = axisGradient<kReverseGrad>,
                         .makeKernel = makeAxisGatherOf<reverseMaps>};
constexpr OpDef kBroadcastTo{.type = "BroadcastTo",
                             .inferShapes = broadcastToShape,
                             .gradient = broadcastToGradient,
                             .makeKernel = makeBroadcastTo};

} // namespace

Output tile(Output x, const std::vector<std::int64_t>& multiples, std::string_view name)
{
    return addOutput(kTile, name, {x}, {{"multiples", multiples}});
}

Output broadcastTo(Output x, const Shape& shape, std::string_view name)
{
    return addOutput(kBroadcastTo, name, {x}, {{"shape", shape}});
}

Output reverse(Output x, const Axes& axes, std::string_view name)
{
    return addOutput(kReverse, name, {x}, {{"axes", axes.listFor(x.shape().rank())}});
}

} // namespace engine
