// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/slice_ops.h"

#include "engine/base/errors.h"
#include "engine/ops/axis_maps.h"
#include "engine/ops/shape_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>

namespace engine {

namespace {

using Numbers = std::vector<std::int64_t>;

[[noreturn]] void refuseSlice(const ShapeRequest& request)
{
    throw InvalidArgumentError(fmt::format(
        "operation {}: cannot take a slice from [{}] of size [{}] out of {}", request.operationName,
        fmt::join(request.attributes.get<Numbers>("begin"), ", "),
        fmt::join(request.attributes.get<Numbers>("size"), ", "),
        request.inputs[0].shape.toString()));
}

std::vector<OutputSpec> sliceShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    const Shape& input = request.inputs[0].shape;
    const Numbers& begins = request.attributes.get<Numbers>("begin");
    const Numbers& sizes = request.attributes.get<Numbers>("size");
    const auto rank = static_cast<std::size_t>(input.rank());
    if (begins.size() != rank || sizes.size() != rank) {
        refuseSlice(request);
    }
    Shape output;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        const std::int64_t full = input.dim(static_cast<int>(axis));
        const std::int64_t begin = begins[axis];
        const std::int64_t size = sizes[axis];
        const bool isKnown = full != Shape::kUnknownDim;
        if (begin < 0 || size < -1 || (isKnown && begin + std::max<std::int64_t>(size, 0) > full)) {
            refuseSlice(request);
        }
        output.append(size >= 0 ? size : isKnown ? full - begin : Shape::kUnknownDim);
    }
    return {{request.inputs[0].type, output}};
}

std::vector<AxisMap> sliceMaps(const Attributes& attributes, const Shape&, const Shape& output)
{
    const Numbers& begins = attributes.get<Numbers>("begin");
    std::vector<AxisMap> maps;
    for (int axis = 0; axis < output.rank(); ++axis) {
        maps.emplace_back(static_cast<std::size_t>(output.dim(axis)));
        std::iota(maps.back().begin(), maps.back().end(), begins[static_cast<std::size_t>(axis)]);
    }
    return maps;
}

const std::string& modeOf(const Attributes& attributes)
{
    return attributes.get<std::string>("mode");
}

constexpr std::string_view kConstantMode = "CONSTANT";
constexpr std::string_view kReflectMode = "REFLECT";
constexpr std::string_view kSymmetricMode = "SYMMETRIC";

[[noreturn]] void refusePadding(const ShapeRequest& request)
{
    throw InvalidArgumentError(fmt::format(
        "operation {}: {} cannot get paddings [{}] ({})", request.operationName,
        request.inputs[0].shape.toString(),
        fmt::join(request.attributes.get<Numbers>("paddings"), ", "), modeOf(request.attributes)));
}

std::vector<OutputSpec> padShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    const Shape& input = request.inputs[0].shape;
    const Numbers& paddings = request.attributes.get<Numbers>("paddings");
    if (paddings.size() != 2 * static_cast<std::size_t>(input.rank())) {
        refusePadding(request);
    }
    Shape output;
    for (int axis = 0; axis < input.rank(); ++axis) {
        const std::int64_t size = input.dim(axis);
        const std::int64_t before = paddings[2 * static_cast<std::size_t>(axis)];
        const std::int64_t after = paddings[2 * static_cast<std::size_t>(axis) + 1];
        const std::int64_t mirrored = modeOf(request.attributes) == kReflectMode ? size - 1 : size;
        const bool isMirror = modeOf(request.attributes) != kConstantMode;
        const bool isKnown = size != Shape::kUnknownDim;
        if (before < 0 || after < 0
            || (isMirror && isKnown && std::max(before, after) > mirrored)) {
            refusePadding(request);
        }
        output.append(isKnown ? before + size + after : Shape::kUnknownDim);
    }
    return {{request.inputs[0].type, output}};
}

// The position that lies at `position` when an axis of `size` is mirrored at its ends.
std::int64_t mirrored(std::int64_t position, std::int64_t size, bool repeatsEdge)
{
    if (position < 0) {
        return repeatsEdge ? -1 - position : -position;
    }
    if (position >= size) {
        return repeatsEdge ? 2 * size - 1 - position : 2 * size - 2 - position;
    }
    return position;
}

std::vector<AxisMap> padMaps(const Attributes& attributes, const Shape& input, const Shape& output)
{
    const Numbers& paddings = attributes.get<Numbers>("paddings");
    const bool isConstant = modeOf(attributes) == kConstantMode;
    const bool repeatsEdge = modeOf(attributes) == kSymmetricMode;
    std::vector<AxisMap> maps;
    for (int axis = 0; axis < output.rank(); ++axis) {
        AxisMap& map = maps.emplace_back(static_cast<std::size_t>(output.dim(axis)));
        const std::int64_t size = input.dim(axis);
        std::int64_t position = -paddings[2 * static_cast<std::size_t>(axis)];
        for (std::int64_t& source : map) {
            const bool isInside = position >= 0 && position < size;
            source = isInside || !isConstant ? mirrored(position, size, repeatsEdge) : kNoSource;
            ++position;
        }
    }
    return maps;
}

std::unique_ptr<Kernel> makePad(const KernelRequest& request)
{
    return makeAxisGather(request, padMaps, request.operation.attribute<double>("constant_values"));
}

constexpr OpDef kSliceGrad = axisScatterOp<sliceMaps>("SliceGrad");
constexpr OpDef kSlice{.type = "Slice",
                       .inferShapes = sliceShape,
                       .gradient = axisGradient<kSliceGrad>,
                       .makeKernel = makeAxisGatherOf<sliceMaps>};
constexpr OpDef kPadGrad = axisScatterOp<padMaps>("PadGrad");
constexpr OpDef kPad{.type = "Pad",
                     .inferShapes = padShape,
                     .gradient = axisGradient<kPadGrad>,
                     .makeKernel = makePad};

std::string nameOf(PadMode mode)
{
    const std::string_view name = mode == PadMode::Constant ? kConstantMode
        : mode == PadMode::Reflect                          ? kReflectMode
                                                            : kSymmetricMode;
    return std::string(name);
}

} // namespace

Output slice(Output x, const std::vector<std::int64_t>& begin,
             const std::vector<std::int64_t>& size, std::string_view name)
{
    return addOutput(kSlice, name, {x}, {{"begin", begin}, {"size", size}});
}

Output pad(Output x, const std::vector<Padding>& paddings, PadMode mode, double value,
           std::string_view name)
{
    Numbers numbers;
    for (const Padding& padding : paddings) {
        numbers.insert(numbers.end(), {padding.before, padding.after});
    }
    return addOutput(kPad, name, {x},
                     {{"paddings", numbers}, {"mode", nameOf(mode)}, {"constant_values", value}});
}

} // namespace engine
