// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/basic_ops.h"

#include "engine/ops/kernel.h"
#include "engine/ops/op_building.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

#include <algorithm>

namespace engine {

namespace {

std::vector<Output> passThrough(const Operation&, std::span<const Output> gradients)
{
    return {gradients[0]};
}

std::vector<OutputSpec> placeholderShape(const ShapeRequest& request)
{
    return {{request.attributes.get<DataType>("dtype"), request.attributes.get<Shape>("shape")}};
}

std::vector<OutputSpec> constantShape(const ShapeRequest& request)
{
    const Tensor& value = request.attributes.get<Tensor>("value");
    return {{value.dataType(), value.shape()}};
}

const OpDef kPlaceholder{
    .type = "Placeholder", .kind = OpKind::Placeholder, .inferShapes = placeholderShape};
const OpDef kConst{.type = "Const", .kind = OpKind::Constant, .inferShapes = constantShape};
const OpDef kNoOp{.type = "NoOp", .kind = OpKind::NoOperation, .inferShapes = noOutputs};
const OpDef kIdentity{.type = "Identity",
                      .kind = OpKind::Alias,
                      .inferShapes = sameAsFirstInput,
                      .gradient = passThrough};
const OpDef kStopGradient{.type = "StopGradient",
                          .kind = OpKind::Alias,
                          .inferShapes = sameAsFirstInput,
                          .gradient = noGradient};

// Where the wanted shape has a -1, the size that keeps the number of elements.
std::vector<OutputSpec> reshapeShape(const ShapeRequest& request)
{
    const Shape& input = request.inputs[0].shape;
    Shape wanted = request.attributes.get<Shape>("shape");
    if (!input.isFullyKnown()) {
        return {{request.inputs[0].type, wanted}};
    }
    int unknownAxis = -1;
    std::int64_t known = 1;
    for (int axis = 0; axis < wanted.rank(); ++axis) {
        if (wanted.dim(axis) != Shape::kUnknownDim) {
            known *= wanted.dim(axis);
        } else if (unknownAxis < 0) {
            unknownAxis = axis;
        } else {
            throw InvalidArgumentError(
                fmt::format("operation {}: shape {} has more than one unknown axis",
                            request.operationName, wanted.toString()));
        }
    }
    const std::int64_t count = input.elementCount();
    if (unknownAxis >= 0 && known != 0 && count % known == 0) {
        wanted.setDim(unknownAxis, count / known);
        known = count;
    }
    if (known != count || !wanted.isFullyKnown()) {
        throw InvalidArgumentError(fmt::format("operation {}: cannot reshape {} to {}",
                                               request.operationName, input.toString(),
                                               request.attributes.get<Shape>("shape").toString()));
    }
    return {{request.inputs[0].type, wanted}};
}

std::vector<Output> reshapeGradient(const Operation& operation, std::span<const Output> gradients);

const OpDef kReshape{.type = "Reshape",
                     .kind = OpKind::Alias,
                     .inferShapes = reshapeShape,
                     .gradient = reshapeGradient};

std::vector<OutputSpec> flattenShape(const ShapeRequest& request)
{
    const Shape& input = request.inputs[0].shape;
    if (input.rank() < 1) {
        throw InvalidArgumentError(
            fmt::format("operation {}: a scalar cannot be flattened", request.operationName));
    }
    Shape rest(input.dims().subspan(1));
    const std::int64_t columns = rest.isFullyKnown() ? rest.elementCount() : Shape::kUnknownDim;
    return {{request.inputs[0].type, Shape{input.dim(0), columns}}};
}

const OpDef kFlatten{.type = "Flatten",
                     .kind = OpKind::Alias,
                     .inferShapes = flattenShape,
                     .gradient = reshapeGradient};

// Shape of input 1, bytes of input 0: undoes a reshape whose input shape is known at run time only.
std::vector<OutputSpec> reshapeLikeShape(const ShapeRequest& request)
{
    return {{request.inputs[0].type, request.inputs[1].shape}};
}

const OpDef kReshapeLike{
    .type = "ReshapeLike", .kind = OpKind::Alias, .inferShapes = reshapeLikeShape};

std::vector<Output> reshapeGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {reshapeLike(gradients[0], operation.input(0))};
}

template <typename T>
void fillWith(Tensor& output, double value)
{
    std::ranges::fill(output.values<T>(), static_cast<T>(value));
}

class FillKernel final : public Kernel
{
public:
    explicit FillKernel(const KernelRequest& request)
        : m_value(request.operation.attribute<double>("value"))
    { }
    void compute(KernelContext& context) override
    {
        Tensor& output = context.output(0);
        dispatchElementType(output.dataType(), "Fill",
                            [&](auto type) { fillWith<decltype(type)>(output, m_value); });
    }

private:
    double m_value;
};

std::unique_ptr<Kernel> makeFillKernel(const KernelRequest& request)
{
    return std::make_unique<FillKernel>(request);
}

const OpDef kFillLike{.type = "FillLike",
                      .inferShapes = sameAsFirstInput,
                      .gradient = noGradient,
                      .makeKernel = makeFillKernel};
const OpDef kFill{.type = "Fill", .inferShapes = placeholderShape, .makeKernel = makeFillKernel};

std::vector<OutputSpec> castShape(const ShapeRequest& request)
{
    return {{request.attributes.get<DataType>("dtype"), request.inputs[0].shape}};
}

std::vector<Output> castGradient(const Operation& operation, std::span<const Output> gradients)
{
    const DataType from = operation.input(0).type();
    const bool passes = isFloating(from) && isFloating(operation.outputSpec(0).type);
    return {passes ? cast(gradients[0], from) : Output()};
}

void castElements(KernelContext& context)
{
    const Tensor& input = context.input(0);
    Tensor& output = context.output(0);
    dispatchElementType(input.dataType(), "Cast", [&](auto from) {
        dispatchElementType(output.dataType(), "Cast", [&](auto to) {
            using To = decltype(to);
            std::ranges::transform(input.values<decltype(from)>(), output.values<To>().begin(),
                                   [](auto value) { return static_cast<To>(value); });
        });
    });
}

const OpDef kCast{.type = "Cast",
                  .inferShapes = castShape,
                  .gradient = castGradient,
                  .makeKernel = makeFunctionKernel<castElements>};

Output unary(const OpDef& def, Output input, std::string_view name, Attributes attributes = {})
{
    return input.graph().addOperation({&def, name, {input}, std::move(attributes), {}}).output();
}

} // namespace

Output placeholder(Graph& graph, DataType type, const Shape& shape, std::string_view name)
{
    return graph.addOperation({&kPlaceholder, name, {}, {{"dtype", type}, {"shape", shape}}, {}})
        .output();
}

Output constant(Graph& graph, const Tensor& value, std::string_view name)
{
    return graph.addOperation({&kConst, name, {}, {{"value", value.clone()}}, {}}).output();
}

Output scalarConstant(Graph& graph, DataType type, double value, std::string_view name)
{
    Tensor tensor(type, Shape());
    dispatchElementType(type, name,
                        [&](auto element) { fillWith<decltype(element)>(tensor, value); });
    return constant(graph, tensor, name);
}

Output identity(Output input, std::string_view name)
{
    return unary(kIdentity, input, name);
}

Output stopGradient(Output input, std::string_view name)
{
    return unary(kStopGradient, input, name);
}

Operation& noOp(Graph& graph, std::string_view name)
{
    return graph.addOperation({&kNoOp, name, {}, {}, {}});
}

Output reshape(Output input, const Shape& shape, std::string_view name)
{
    return unary(kReshape, input, name, {{"shape", shape}});
}

Output flatten(Output input, std::string_view name)
{
    return unary(kFlatten, input, name);
}

Output reshapeLike(Output input, Output reference, std::string_view name)
{
    return addOutput(kReshapeLike, name, {input, reference});
}

Output zerosLike(Output input, std::string_view name)
{
    return unary(kFillLike, input, name, {{"value", 0.0}});
}

Output onesLike(Output input, std::string_view name)
{
    return unary(kFillLike, input, name, {{"value", 1.0}});
}

Output fill(Graph& graph, DataType type, const Shape& shape, double value, std::string_view name)
{
    return graph
        .addOperation({&kFill, name, {}, {{"dtype", type}, {"shape", shape}, {"value", value}}, {}})
        .output();
}

Output cast(Output input, DataType type, std::string_view name)
{
    return input.type() == type ? input : unary(kCast, input, name, {{"dtype", type}});
}

} // namespace engine
