// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/axis_attributes.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

#include <functional>

namespace engine {

namespace {

std::vector<OutputSpec> positionShape(const ShapeRequest& request)
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

// Better: std::greater<> for the largest, std::less<> for the smallest
template <typename Better, typename T, typename Index>
class PositionKernel final : public Kernel
{
public:
    explicit PositionKernel(const KernelRequest& request)
        : m_around(request.inputs[0].shape,
                   axisOf(request.operation.name(), request.operation.attributes(),
                          request.inputs[0].shape))
    { }

    void compute(KernelContext& context) override
    {
        const T* input = context.input(0).values<T>().data();
        Index* output = context.output(0).values<Index>().data();
        const auto [outer, size, inner] = m_around;
        parallelFor(outer * inner, size,
                    [&, size = size, inner = inner](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t i = begin; i < end; ++i) {
                            const T* first = input + i / inner * size * inner + i % inner;
                            output[i] = positionOfBest(first);
                        }
                    });
    }

private:
    Index positionOfBest(const T* first) const
    {
        std::int64_t best = 0;
        for (std::int64_t i = 1; i < m_around.size; ++i) {
            if (Better()(first[i * m_around.inner], first[best * m_around.inner])) {
                best = i;
            }
        }
        return static_cast<Index>(best);
    }

    AroundAxis m_around;
};

template <typename Better>
std::unique_ptr<Kernel> makePosition(const KernelRequest& request)
{
    const bool isShort = request.outputs[0].type == DataType::Int32;
    return dispatchNumericType(
        request.inputs[0].type, request.operation.name(),
        [&](auto type) -> std::unique_ptr<Kernel> {
            using T = decltype(type);
            if (isShort) {
                return makeKernelOf<PositionKernel<Better, T, std::int32_t>>(request);
            }
            return makeKernelOf<PositionKernel<Better, T, std::int64_t>>(request);
        });
}

template <typename Better>
constexpr OpDef positionOp(std::string_view type)
{
    return {.type = type,
            .inferShapes = positionShape,
            .gradient = noGradient,
            .makeKernel = makePosition<Better>};
}

constexpr OpDef kArgMax = positionOp<std::greater<>>("ArgMax");
constexpr OpDef kArgMin = positionOp<std::less<>>("ArgMin");

Output addPosition(const OpDef& def, Output x, int axis, DataType outputType, std::string_view name)
{
    if (outputType != DataType::Int64 && outputType != DataType::Int32) {
        throw InvalidArgumentError(fmt::format("operation {}: positions as {} are asked for", name,
                                               dataTypeName(outputType)));
    }
    return addOutput(def, name, {x}, {{"axis", std::int64_t{axis}}, {"output_type", outputType}});
}

} // namespace

Output argMax(Output x, int axis, DataType outputType, std::string_view name)
{
    return addPosition(kArgMax, x, axis, outputType, name);
}

Output argMin(Output x, int axis, DataType outputType, std::string_view name)
{
    return addPosition(kArgMin, x, axis, outputType, name);
}

} // namespace engine
