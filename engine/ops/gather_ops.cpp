// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/gather_ops.h"

#include "engine/base/errors.h"
#include "engine/ops/axis_attributes.h"
#include "engine/ops/eigen_maps.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace engine {

namespace {

std::vector<OutputSpec> gatherShape(const ShapeRequest& request)
{
    requireInputCount(request, 2);
    requireIndices(request, 1);
    const Shape& params = request.inputs[0].shape;
    const int axis = axisOf(request.operationName, request.attributes, params);
    Shape output(params.dims().first(static_cast<std::size_t>(axis)));
    for (const std::int64_t size : request.inputs[1].shape.dims()) {
        output.append(size);
    }
    for (const std::int64_t size : params.dims().subspan(static_cast<std::size_t>(axis) + 1)) {
        output.append(size);
    }
    return {{request.inputs[0].type, output}};
}

// The sizes around the axis of `params`, and the check of the indices.
template <typename Index>
class Lookup
{
public:
    Lookup(const KernelRequest& request, const Shape& params)
        : m_around(params,
                   axisOf(request.operation.name(), request.operation.attributes(), params)),
          m_name(request.operation.name())
    { }

    const AroundAxis& around() const { return m_around; }

    std::span<const Index> checkedIndices(const Tensor& indices) const
    {
        const std::span<const Index> values = indices.values<Index>();
        for (const Index index : values) {
            if (index < 0 || index >= m_around.size) {
                throw InvalidArgumentError(fmt::format("operation {}: index {} is not in [0, {})",
                                                       m_name, index, m_around.size));
            }
        }
        return values;
    }

private:
    AroundAxis m_around;
    std::string m_name;
};

template <typename Index>
class GatherKernel final : public Kernel
{
public:
    explicit GatherKernel(const KernelRequest& request)
        : m_lookup(request, request.inputs[0].shape),
          m_cell(static_cast<std::size_t>(m_lookup.around().inner) * sizeOf(request.inputs[0].type))
    { }

    void compute(KernelContext& context) override
    {
        const auto* params = static_cast<const std::byte*>(context.input(0).data());
        auto* output = static_cast<std::byte*>(context.output(0).data());
        const std::span<const Index> indices = m_lookup.checkedIndices(context.input(1));
        const auto [outer, size, inner] = m_lookup.around();
        const auto count = static_cast<std::int64_t>(indices.size());
        if (m_cell == 0) {
            return;
        }
        parallelFor(outer * count, inner, [&, size = size](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                const auto index = indices[static_cast<std::size_t>(i % count)];
                const auto source = static_cast<std::size_t>(i / count * size + index);
                std::memcpy(output + static_cast<std::size_t>(i) * m_cell, params + source * m_cell,
                            m_cell);
            }
        });
    }

private:
    Lookup<Index> m_lookup;
    std::size_t m_cell; // bytes
};

// Inputs: dy, indices, params (for the shape). Threads share the elements of a cell, or the cells
// before the axis, so that the order of each sum does not depend on them.
template <typename T, typename Index>
class GatherGradKernel final : public Kernel
{
public:
    explicit GatherGradKernel(const KernelRequest& request)
        : m_lookup(request, request.inputs[2].shape)
    { }

    void compute(KernelContext& context) override
    {
        const std::span<const T> dy = std::as_const(context.input(0)).values<T>();
        const std::span<T> output = context.output(0).values<T>();
        const std::span<const Index> indices = m_lookup.checkedIndices(context.input(1));
        const auto [outer, size, inner] = m_lookup.around();
        const auto count = static_cast<std::int64_t>(indices.size());
        std::ranges::fill(output, T(0));
        const auto addPart = [&, size = size, inner = inner](std::int64_t block, std::int64_t begin,
                                                             std::int64_t end) {
            for (std::int64_t i = 0; i < count; ++i) {
                const auto index = static_cast<std::int64_t>(indices[static_cast<std::size_t>(i)]);
                arrayOf(output, (block * size + index) * inner + begin, end - begin) +=
                    arrayOf(dy, (block * count + i) * inner + begin, end - begin);
            }
        };
        if (outer == 1) {
            parallelFor(inner, count,
                        [&](std::int64_t begin, std::int64_t end) { addPart(0, begin, end); });
        } else {
            parallelFor(outer, count * inner,
                        [&, inner = inner](std::int64_t begin, std::int64_t end) {
                            for (std::int64_t block = begin; block < end; ++block) {
                                addPart(block, 0, inner);
                            }
                        });
        }
    }

private:
    Lookup<Index> m_lookup;
};

std::unique_ptr<Kernel> makeGather(const KernelRequest& request)
{
    return dispatchIndexType(request.inputs[1].type, request.operation.name(), [&](auto index) {
        return makeKernelOf<GatherKernel<decltype(index)>>(request);
    });
}

std::unique_ptr<Kernel> makeGatherGrad(const KernelRequest& request)
{
    return dispatchIndexType(request.inputs[1].type, request.operation.name(), [&](auto index) {
        using Index = decltype(index);
        return dispatchFloatingType(
            request.inputs[0].type, request.operation.name(), [&](auto type) {
                return makeKernelOf<GatherGradKernel<decltype(type), Index>>(request);
            });
    });
}

constexpr OpDef kGatherGrad{
    .type = "GatherGrad",
    .inferShapes =
        [](const ShapeRequest& request) { return std::vector<OutputSpec>{request.inputs[2]}; },
    .makeKernel = makeGatherGrad};

std::vector<Output> gatherGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {addOutput(kGatherGrad, {}, {gradients[0], operation.input(1), operation.input(0)},
                      operation.attributes()),
            Output()};
}

constexpr OpDef kGather{.type = "GatherV2",
                        .inferShapes = gatherShape,
                        .gradient = gatherGradient,
                        .makeKernel = makeGather};

std::vector<OutputSpec> oneHotShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    requireIndices(request, 0);
    const Shape& indices = request.inputs[0].shape;
    const std::int64_t depth = request.attributes.get<std::int64_t>("depth");
    if (depth < 0) {
        throw InvalidArgumentError(
            fmt::format("operation {}: the depth {} is negative", request.operationName, depth));
    }
    Shape widened = indices;
    widened.append(depth);
    const int axis = axisOf(request.operationName, request.attributes, widened);
    Shape output;
    for (int i = 0; i <= indices.rank(); ++i) {
        output.append(i == axis ? depth : indices.dim(i < axis ? i : i - 1));
    }
    return {{request.attributes.get<DataType>("dtype"), output}};
}

template <typename T, typename Index>
class OneHotKernel final : public Kernel
{
public:
    explicit OneHotKernel(const KernelRequest& request)
        : m_around(request.outputs[0].shape,
                   axisOf(request.operation.name(), request.operation.attributes(),
                          request.outputs[0].shape)),
          m_on(static_cast<T>(request.operation.attribute<double>("on_value"))),
          m_off(static_cast<T>(request.operation.attribute<double>("off_value")))
    { }

    void compute(KernelContext& context) override
    {
        const std::span<const Index> indices = std::as_const(context.input(0)).values<Index>();
        const std::span<T> output = context.output(0).values<T>();
        std::ranges::fill(output, m_off);
        for (std::size_t i = 0; i < indices.size(); ++i) {
            const auto place = static_cast<std::int64_t>(i);
            const auto index = static_cast<std::int64_t>(indices[i]);
            if (index >= 0 && index < m_around.size) {
                const std::int64_t outer = place / m_around.inner;
                const std::int64_t target =
                    (outer * m_around.size + index) * m_around.inner + place % m_around.inner;
                output[static_cast<std::size_t>(target)] = m_on;
            }
        }
    }

private:
    AroundAxis m_around;
    T m_on;
    T m_off;
};

std::unique_ptr<Kernel> makeOneHot(const KernelRequest& request)
{
    return dispatchIndexType(request.inputs[0].type, request.operation.name(), [&](auto index) {
        using Index = decltype(index);
        return dispatchElementType(
            request.outputs[0].type, request.operation.name(),
            [&](auto type) { return makeKernelOf<OneHotKernel<decltype(type), Index>>(request); });
    });
}

constexpr OpDef kOneHot{
    .type = "OneHot", .inferShapes = oneHotShape, .gradient = noGradient, .makeKernel = makeOneHot};

} // namespace

Output gather(Output params, Output indices, int axis, std::string_view name)
{
    return addOutput(kGather, name, {params, indices}, {{"axis", std::int64_t{axis}}});
}

Output oneHot(Output indices, std::int64_t depth, const OneHotOptions& options,
              std::string_view name)
{
    return addOutput(kOneHot, name, {indices},
                     {{"depth", depth},
                      {"dtype", options.type},
                      {"on_value", options.onValue},
                      {"off_value", options.offValue},
                      {"axis", std::int64_t{options.axis}}});
}

} // namespace engine
