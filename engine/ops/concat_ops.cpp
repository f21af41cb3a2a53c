// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/concat_ops.h"

#include "engine/base/errors.h"
#include "engine/ops/axis_attributes.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/shape_ops.h"
#include "engine/ops/shape_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace engine {

namespace {

using Numbers = std::vector<std::int64_t>;

void requireFixedSize(const ShapeRequest& request)
{
    if (request.inputs[0].type == DataType::String) {
        throw InvalidArgumentError(
            fmt::format("operation {}: strings cannot be joined or cut", request.operationName));
    }
}

std::vector<OutputSpec> concatShape(const ShapeRequest& request)
{
    requireFixedSize(request);
    Shape output = request.inputs[0].shape;
    const int axis = axisOf(request.operationName, request.attributes, output);
    std::int64_t total = output.dim(axis);
    for (std::size_t i = 1; i < request.inputs.size(); ++i) {
        requireSameType(request, 0, i);
        Shape other = request.inputs[i].shape;
        const std::int64_t size = other.rank() == output.rank() ? other.dim(axis) : 0;
        if (other.rank() == output.rank()) {
            other.setDim(axis, output.dim(axis));
        }
        if (!output.isCompatibleWith(other)) {
            throw InvalidArgumentError(fmt::format(
                "operation {}: shapes {} and {} cannot be joined along axis {}",
                request.operationName, request.inputs[0].shape.toString(),
                request.inputs[i].shape.toString(), request.attributes.get<std::int64_t>("axis")));
        }
        output = output.mergedWith(other);
        const bool isUnknown = total == Shape::kUnknownDim || size == Shape::kUnknownDim;
        total = isUnknown ? Shape::kUnknownDim : total + size;
    }
    output.setDim(axis, total);
    return {{request.inputs[0].type, output}};
}

// How parts lie in the tensor that they make up along an axis: each part is `rows` pieces.
struct Joint
{
    Joint(const KernelRequest& request, const OutputSpec& whole, std::span<const OutputSpec> parts)
    {
        const int axis =
            axisOf(request.operation.name(), request.operation.attributes(), whole.shape);
        const AroundAxis around(whole.shape, axis);
        rows = around.outer;
        const auto cell = static_cast<std::size_t>(around.inner) * sizeOf(whole.type);
        for (const OutputSpec& part : parts) {
            pieces.push_back(static_cast<std::size_t>(part.shape.dim(axis)) * cell);
        }
        rowBytes = static_cast<std::size_t>(around.size) * cell;
    }

    // Calls piece(part, its offset in the part, offset in the whole, bytes) for every piece.
    template <typename Piece>
    void forEachPiece(const Piece& piece) const
    {
        constexpr std::int64_t kBytesPerElement = 4;
        parallelFor(rows, static_cast<std::int64_t>(rowBytes) / kBytesPerElement,
                    [&](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t row = begin; row < end; ++row) {
                            std::size_t offset = static_cast<std::size_t>(row) * rowBytes;
                            for (std::size_t part = 0; part < pieces.size(); ++part) {
                                piece(static_cast<int>(part),
                                      static_cast<std::size_t>(row) * pieces[part], offset,
                                      pieces[part]);
                                offset += pieces[part];
                            }
                        }
                    });
    }

    std::int64_t rows = 0;
    std::size_t rowBytes = 0;
    std::vector<std::size_t> pieces; // bytes of each part in one row
};

class ConcatKernel final : public Kernel
{
public:
    explicit ConcatKernel(const KernelRequest& request)
        : m_joint(request, request.outputs[0], request.inputs)
    { }

    void compute(KernelContext& context) override
    {
        auto* whole = static_cast<std::byte*>(context.output(0).data());
        m_joint.forEachPiece([&](int part, std::size_t from, std::size_t to, std::size_t bytes) {
            if (bytes > 0) {
                const void* source = context.input(part).data();
                std::memcpy(whole + to, static_cast<const std::byte*>(source) + from, bytes);
            }
        });
    }

private:
    Joint m_joint;
};

class SplitKernel final : public Kernel
{
public:
    explicit SplitKernel(const KernelRequest& request)
        : m_joint(request, request.inputs[0], request.outputs)
    { }

    void compute(KernelContext& context) override
    {
        const auto* whole = static_cast<const std::byte*>(context.input(0).data());
        m_joint.forEachPiece([&](int part, std::size_t to, std::size_t from, std::size_t bytes) {
            if (bytes > 0) {
                void* target = context.output(part).data();
                std::memcpy(static_cast<std::byte*>(target) + to, whole + from, bytes);
            }
        });
    }

private:
    Joint m_joint;
};

// Inputs: dy, and what was joined (for the shapes).
constexpr OpDef kConcatGrad{.type = "ConcatGrad",
                            .inferShapes =
                                [](const ShapeRequest& request) {
                                    return std::vector<OutputSpec>(request.inputs.begin() + 1,
                                                                   request.inputs.end());
                                },
                            .makeKernel = makeKernelOf<SplitKernel>};

std::vector<Output> concatGradient(const Operation& operation, std::span<const Output> gradients)
{
    std::vector<Output> inputs{gradients[0]};
    inputs.insert(inputs.end(), operation.inputs().begin(), operation.inputs().end());
    Operation& parts = addOperation(kConcatGrad, {}, std::move(inputs), operation.attributes());
    std::vector<Output> slopes;
    for (int i = 0; i < parts.outputCount(); ++i) {
        slopes.push_back(parts.output(i));
    }
    return slopes;
}

constexpr OpDef kConcat{.type = "ConcatV2",
                        .inferShapes = concatShape,
                        .gradient = concatGradient,
                        .makeKernel = makeKernelOf<ConcatKernel>};

[[noreturn]] void refuseSplit(const ShapeRequest& request, const Numbers& sizes)
{
    throw InvalidArgumentError(
        fmt::format("operation {}: {} cannot be cut into parts of [{}] "
                    "along axis {}",
                    request.operationName, request.inputs[0].shape.toString(),
                    fmt::join(sizes, ", "), request.attributes.get<std::int64_t>("axis")));
}

// A single size of -1 is what the others leave; all of -1 are equal parts.
std::vector<OutputSpec> splitShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    requireFixedSize(request);
    const Shape& input = request.inputs[0].shape;
    const int axis = axisOf(request.operationName, request.attributes, input);
    const std::int64_t full = input.dim(axis);
    const Numbers& wanted = request.attributes.get<Numbers>("sizes");
    Numbers sizes = wanted;
    const auto open = std::ranges::count(sizes, std::int64_t{-1});
    const bool isEqual = open == static_cast<std::ptrdiff_t>(sizes.size());
    const bool isNegative = std::ranges::any_of(sizes, [](auto size) { return size < -1; });
    if (isNegative || sizes.empty() || (open > 1 && !isEqual)) {
        refuseSplit(request, wanted);
    }
    if (full != Shape::kUnknownDim) {
        const std::int64_t given = std::accumulate(sizes.begin(), sizes.end(), open);
        const std::int64_t rest = full - given;
        if (rest < 0 || (open == 0 && rest != 0) || (open > 0 && rest % open != 0)) {
            refuseSplit(request, wanted);
        }
        std::ranges::replace(sizes, std::int64_t{-1}, open > 0 ? rest / open : 0);
    }
    std::vector<OutputSpec> outputs(sizes.size(), request.inputs[0]);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        outputs[i].shape.setDim(axis, sizes[i]);
    }
    return outputs;
}

std::vector<Output> splitGradient(const Operation& operation, std::span<const Output> gradients)
{
    std::vector<Output> parts(gradients.begin(), gradients.end());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!parts[i].isValid()) {
            parts[i] = zerosLike(resultOf(operation, static_cast<int>(i)));
        }
    }
    return {concat(parts, static_cast<int>(operation.attribute<std::int64_t>("axis")))};
}

constexpr OpDef kSplit{.type = "SplitV",
                       .inferShapes = splitShape,
                       .gradient = splitGradient,
                       .makeKernel = makeKernelOf<SplitKernel>};

} // namespace

Output concat(std::span<const Output> inputs, int axis, std::string_view name)
{
    return addOutput(kConcat, name, {inputs.begin(), inputs.end()}, {{"axis", std::int64_t{axis}}});
}

std::vector<Output> split(Output x, int count, int axis, std::string_view name)
{
    return split(x, Numbers(static_cast<std::size_t>(std::max(count, 0)), -1), axis, name);
}

std::vector<Output> split(Output x, const std::vector<std::int64_t>& sizes, int axis,
                          std::string_view name)
{
    Operation& operation =
        addOperation(kSplit, name, {x}, {{"axis", std::int64_t{axis}}, {"sizes", sizes}});
    std::vector<Output> parts;
    for (int i = 0; i < operation.outputCount(); ++i) {
        parts.push_back(operation.output(i));
    }
    return parts;
}

Output stack(std::span<const Output> inputs, int axis, std::string_view name)
{
    std::vector<Output> layers;
    for (const Output& input : inputs) {
        if (!input.shape().isCompatibleWith(inputs[0].shape())) {
            throw InvalidArgumentError(fmt::format("operation {}: shapes {} and {} cannot be "
                                                   "stacked",
                                                   name, inputs[0].shape().toString(),
                                                   input.shape().toString()));
        }
        layers.push_back(expandDims(input, axis, fmt::format("{}/expand_dims", name)));
    }
    return concat(layers, axis, name);
}

std::vector<Output> unstack(Output x, int axis, std::string_view name)
{
    const std::int64_t count =
        x.shape().dim(axisOf(name, {{"axis", std::int64_t{axis}}}, x.shape()));
    if (count == Shape::kUnknownDim) {
        throw InvalidArgumentError(fmt::format("operation {}: axis {} of {} is unknown", name, axis,
                                               x.shape().toString()));
    }
    std::vector<Output> layers = split(x, static_cast<int>(count), axis, name);
    for (Output& layer : layers) {
        layer = squeeze(layer, {axis});
    }
    return layers;
}

} // namespace engine
