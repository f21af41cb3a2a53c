// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

namespace engine {

namespace {

int axisOf(std::string_view operationName, const Attributes& attributes, const Shape& shape)
{
    const std::int64_t axis = attributes.get<std::int64_t>("axis");
    const std::int64_t resolved = axis < 0 ? axis + shape.rank() : axis;
    if (resolved < 0 || resolved >= shape.rank()) {
        throw InvalidArgumentError(fmt::format("operation {}: axis {} of {} is out of range",
                                               operationName, axis, shape.toString()));
    }
    return static_cast<int>(resolved);
}

std::vector<OutputSpec> argMaxShape(const ShapeRequest& request)
{
    requireNumeric(request, 0);
    const Shape& input = request.inputs[0].shape;
    const int axis = axisOf(request.operationName, request.attributes, input);
    if (input.dim(axis) == 0) {
        throw InvalidArgumentError(fmt::format("operation {}: axis {} of {} is empty",
                                               request.operationName, axis, input.toString()));
    }
    Shape output;
    for (int i = 0; i < input.rank(); ++i) {
        if (i != axis) {
            output.append(input.dim(i));
        }
    }
    return {{request.attributes.get<DataType>("output_type"), output}};
}

template <typename T, typename Index>
class ArgMaxKernel final : public Kernel
{
public:
    explicit ArgMaxKernel(const KernelRequest& request)
    {
        const Shape& shape = request.inputs[0].shape;
        const int axis = axisOf(request.operation.name(), request.operation.attributes(), shape);
        for (int i = 0; i < shape.rank(); ++i) {
            (i < axis ? m_outer : i == axis ? m_size : m_inner) *= shape.dim(i);
        }
    }

    void compute(KernelContext& context) override
    {
        const T* input = context.input(0).values<T>().data();
        Index* output = context.output(0).values<Index>().data();
        parallelFor(m_outer * m_inner, m_size, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                const T* first = input + i / m_inner * m_size * m_inner + i % m_inner;
                output[i] = positionOfLargest(first);
            }
        });
    }

private:
    Index positionOfLargest(const T* first) const
    {
        std::int64_t best = 0;
        for (std::int64_t i = 1; i < m_size; ++i) {
            if (first[i * m_inner] > first[best * m_inner]) {
                best = i;
            }
        }
        return static_cast<Index>(best);
    }

    std::int64_t m_outer = 1;
    std::int64_t m_size = 1;
    std::int64_t m_inner = 1;
};

std::unique_ptr<Kernel> makeArgMax(const KernelRequest& request)
{
    const bool isShort = request.outputs[0].type == DataType::Int32;
    return dispatchNumericType(request.inputs[0].type, request.operation.name(),
                               [&](auto type) -> std::unique_ptr<Kernel> {
                                   using T = decltype(type);
                                   if (isShort) {
                                       return makeKernelOf<ArgMaxKernel<T, std::int32_t>>(request);
                                   }
                                   return makeKernelOf<ArgMaxKernel<T, std::int64_t>>(request);
                               });
}

const OpDef kArgMax{
    .type = "ArgMax", .inferShapes = argMaxShape, .gradient = noGradient, .makeKernel = makeArgMax};

} // namespace

Output argMax(Output x, int axis, DataType outputType, std::string_view name)
{
    if (outputType != DataType::Int64 && outputType != DataType::Int32) {
        throw InvalidArgumentError(fmt::format("operation {}: positions as {} are asked for", name,
                                               dataTypeName(outputType)));
    }
    return addOutput(kArgMax, name, {x},
                     {{"axis", std::int64_t{axis}}, {"output_type", outputType}});
}

} // namespace engine
