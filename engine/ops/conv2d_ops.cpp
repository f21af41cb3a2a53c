// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/conv2d_ops.h"

#include "engine/base/errors.h"
#include "engine/ops/conv_attributes.h"
#include "engine/ops/conv_kernels.h"
#include "engine/ops/fusion_rules.h"
#include "engine/ops/op_building.h"
#include "engine/ops/op_cost.h"
#include "engine/ops/shape_rules.h"

#include <fmt/format.h>

namespace engine {

namespace {

bool differ(std::int64_t a, std::int64_t b)
{
    return a != b && a != Shape::kUnknownDim && b != Shape::kUnknownDim;
}

std::int64_t groupsOf(const Attributes& attributes)
{
    return attributes.get<std::int64_t>("groups");
}

// `x` and `filter` as conv2d has them.
void requireFittingFilter(std::string_view name, const Attributes& attributes, const Shape& x,
                          const Shape& filter)
{
    const std::int64_t groups = groupsOf(attributes);
    const std::int64_t wanted =
        filter.dim(2) == Shape::kUnknownDim ? filter.dim(2) : filter.dim(2) * groups;
    const bool isWhole =
        groups > 0 && (filter.dim(3) == Shape::kUnknownDim || filter.dim(3) % groups == 0);
    if (!isWhole || differ(x.dim(3), wanted)) {
        throw InvalidArgumentError(
            fmt::format("operation {}: filter {} in {} groups does not fit the channels of {}",
                        name, filter.toString(), groups, x.toString()));
    }
}

void requirePictureAndFilter(const ShapeRequest& request, std::size_t picture, std::size_t filter)
{
    requireFloating(request, picture);
    requireSameType(request, picture, filter);
    requireRank(request, picture, 4);
    requireRank(request, filter, 4);
}

Window windowOf(std::string_view name, const Attributes& attributes, const Shape& x,
                const Shape& filter)
{
    return windowFor(name, attributes, x, {filter.dim(0), filter.dim(1)});
}

std::vector<OutputSpec> conv2dShape(const ShapeRequest& request)
{
    requireInputCount(request, 2);
    requirePictureAndFilter(request, 0, 1);
    const Shape& x = request.inputs[0].shape;
    const Shape& filter = request.inputs[1].shape;
    requireFittingFilter(request.operationName, request.attributes, x, filter);
    const Window window = windowOf(request.operationName, request.attributes, x, filter);
    return {{request.inputs[0].type,
             Shape{x.dim(0), window.height.output, window.width.output, filter.dim(3)}}};
}

// Of fully known shapes, `x` and `filter` as conv2d has them.
ConvGeometry geometryOf(const KernelRequest& request, const Shape& x, const Shape& filter)
{
    const Attributes& attributes = request.operation.attributes();
    return {.window = windowOf(request.operation.name(), attributes, x, filter),
            .batch = x.dim(0),
            .channels = x.dim(3),
            .outputs = filter.dim(3),
            .groups = groupsOf(attributes)};
}

std::unique_ptr<Kernel> makeConv2dWith(const KernelRequest& request, const Epilogue& epilogue)
{
    const ConvGeometry geometry =
        geometryOf(request, request.inputs[0].shape, request.inputs[1].shape);
    return makeConvForward(request, geometry, {0, 1, epilogue});
}

std::unique_ptr<Kernel> makeConv2d(const KernelRequest& request)
{
    return makeConv2dWith(request, {});
}

std::unique_ptr<Kernel> makeFusedConv2d(const KernelRequest& request,
                                        std::span<Operation* const> followers)
{
    return makeConv2dWith(request, Epilogue(request.operation, followers));
}

// Inputs: dy, filter, x (for the shape).
std::unique_ptr<Kernel> makeBackpropInput(const KernelRequest& request)
{
    const ConvGeometry geometry =
        geometryOf(request, request.inputs[2].shape, request.inputs[1].shape);
    return makeConvBackwardInput(request, geometry, {0, 1, {}});
}

// Inputs: x, dy, filter (for the shape).
std::unique_ptr<Kernel> makeBackpropFilter(const KernelRequest& request)
{
    const ConvGeometry geometry =
        geometryOf(request, request.inputs[0].shape, request.inputs[2].shape);
    return makeConvBackwardFilter(request, geometry, {0, 1, {}});
}

std::vector<OutputSpec> likeThirdInput(const ShapeRequest& request)
{
    return {request.inputs[2]};
}

constexpr OpDef kBackpropInput{.type = "Conv2DBackpropInput",
                               .inferShapes = likeThirdInput,
                               .makeKernel = makeBackpropInput,
                               .flops = backpropInputFlops};
constexpr OpDef kBackpropFilter{.type = "Conv2DBackpropFilter",
                                .inferShapes = likeThirdInput,
                                .makeKernel = makeBackpropFilter,
                                .flops = backpropFilterFlops};

std::vector<Output> conv2dGradient(const Operation& operation, std::span<const Output> gradients)
{
    const Output x = operation.input(0);
    const Output filter = operation.input(1);
    return {addOutput(kBackpropInput, {}, {gradients[0], filter, x}, operation.attributes()),
            addOutput(kBackpropFilter, {}, {x, gradients[0], filter}, operation.attributes())};
}

constexpr OpDef kConv2d{.type = "Conv2D",
                        .inferShapes = conv2dShape,
                        .gradient = conv2dGradient,
                        .makeKernel = makeConv2d,
                        .flops = conv2dFlops};

// Inputs: x, the dy of a convolution, and its filter; the attribute "output_shape" is that of the
// convolution's input.
std::vector<OutputSpec> transposeShape(const ShapeRequest& request)
{
    requireInputCount(request, 2);
    requirePictureAndFilter(request, 0, 1);
    const Shape& x = request.inputs[0].shape;
    const Shape& filter = request.inputs[1].shape;
    Shape output = request.attributes.get<Shape>("output_shape");
    if (output.rank() != 4) {
        throw InvalidArgumentError(fmt::format("operation {}: output shape {} must have 4 axes",
                                               request.operationName, output.toString()));
    }
    if (output.dim(0) == Shape::kUnknownDim) {
        output.setDim(0, x.dim(0));
    }
    requireFittingFilter(request.operationName, request.attributes, output, filter);
    const Window window = windowOf(request.operationName, request.attributes, output, filter);
    const Shape wanted{output.dim(0), window.height.output, window.width.output, filter.dim(3)};
    if (!wanted.isCompatibleWith(x)) {
        throw InvalidArgumentError(
            fmt::format("operation {}: a convolution of {} with filter {} gives {}, not {}",
                        request.operationName, output.toString(), filter.toString(),
                        wanted.toString(), x.toString()));
    }
    return {{request.inputs[0].type, output}};
}

std::unique_ptr<Kernel> makeTransposeWith(const KernelRequest& request, const Epilogue& epilogue)
{
    const ConvGeometry geometry =
        geometryOf(request, request.outputs[0].shape, request.inputs[1].shape);
    return makeConvBackwardInput(request, geometry, {0, 1, epilogue});
}

std::unique_ptr<Kernel> makeTranspose(const KernelRequest& request)
{
    return makeTransposeWith(request, {});
}

std::unique_ptr<Kernel> makeFusedTranspose(const KernelRequest& request,
                                           std::span<Operation* const> followers)
{
    return makeTransposeWith(request, Epilogue(request.operation, followers));
}

std::vector<Output> transposeGradient(const Operation& operation, std::span<const Output> gradients)
{
    const Output filter = operation.input(1);
    return {addOutput(kConv2d, {}, {gradients[0], filter}, operation.attributes()),
            addOutput(kBackpropFilter, {}, {gradients[0], operation.input(0), filter},
                      operation.attributes())};
}

constexpr OpDef kTranspose{.type = "Conv2DTranspose",
                           .inferShapes = transposeShape,
                           .gradient = transposeGradient,
                           .makeKernel = makeTranspose,
                           .flops = backpropInputFlops};

} // namespace

const FusionRule kConv2dFusion{"Conv2D", Epilogue::canTake, makeFusedConv2d};
const FusionRule kConv2dTransposeFusion{"Conv2DTranspose", Epilogue::canTake, makeFusedTranspose};

Output conv2d(Output x, Output filter, const Conv2dOptions& options, std::string_view name)
{
    return addOutput(kConv2d, name, {x, filter}, convAttributes(options));
}

Output conv2dTranspose(Output x, Output filter, const Shape& outputShape,
                       const Conv2dOptions& options, std::string_view name)
{
    Attributes attributes = convAttributes(options);
    attributes.set("output_shape", outputShape);
    return addOutput(kTranspose, name, {x, filter}, std::move(attributes));
}

} // namespace engine
