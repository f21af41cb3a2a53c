// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/top_k_ops.h"

#include "engine/base/errors.h"
#include "engine/ops/op_building.h"
#include "engine/ops/rows.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace engine {

namespace {

std::vector<OutputSpec> topKShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    requireNumeric(request, 0);
    Shape shape = request.inputs[0].shape;
    const std::int64_t k = request.attributes.get<std::int64_t>("k");
    const bool isTooShort =
        shape.rank() > 0 && shape.dim(-1) != Shape::kUnknownDim && shape.dim(-1) < k;
    if (shape.rank() < 1 || k < 0 || isTooShort) {
        throw InvalidArgumentError(fmt::format("operation {}: the {} largest of {} are asked for",
                                               request.operationName, k, shape.toString()));
    }
    shape.setDim(-1, k);
    // Output 2 is room for one order of a row.
    return {{request.inputs[0].type, shape},
            {DataType::Int32, shape},
            {DataType::Int32, Shape{request.inputs[0].shape.dim(-1)}}};
}

template <typename T>
class TopKKernel final : public Kernel
{
public:
    explicit TopKKernel(const KernelRequest& request)
        : m_layout(request.inputs[0].shape), m_k(request.operation.attribute<std::int64_t>("k"))
    { }

    void compute(KernelContext& context) override
    {
        const T* x = std::as_const(context.input(0)).values<T>().data();
        T* values = context.output(0).values<T>().data();
        std::int32_t* indices = context.output(1).values<std::int32_t>().data();
        const std::span<std::int32_t> order = context.output(2).values<std::int32_t>();
        for (std::int64_t row = 0; row < m_layout.rows; ++row) {
            const T* source = x + row * m_layout.columns;
            const auto comesFirst = [source](std::int32_t a, std::int32_t b) {
                return source[a] != source[b] ? source[a] > source[b] : a < b;
            };
            std::iota(order.begin(), order.end(), 0);
            std::partial_sort(order.begin(), order.begin() + m_k, order.end(), comesFirst);
            for (std::int64_t i = 0; i < m_k; ++i) {
                *indices++ = order[static_cast<std::size_t>(i)];
                *values++ = source[order[static_cast<std::size_t>(i)]];
            }
        }
    }

private:
    RowLayout m_layout;
    std::int64_t m_k;
};

std::unique_ptr<Kernel> makeTopK(const KernelRequest& request)
{
    return dispatchNumericType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<TopKKernel<decltype(type)>>(request);
    });
}

// Inputs: dy, indices, x (for the shape).
template <typename T>
class TopKGradKernel final : public Kernel
{
public:
    explicit TopKGradKernel(const KernelRequest& request)
        : m_layout(request.inputs[2].shape), m_k(request.inputs[0].shape.dim(-1))
    { }

    void compute(KernelContext& context) override
    {
        const T* dy = std::as_const(context.input(0)).values<T>().data();
        const std::int32_t* indices = std::as_const(context.input(1)).values<std::int32_t>().data();
        const std::span<T> dx = context.output(0).values<T>();
        std::ranges::fill(dx, T(0));
        for (std::int64_t row = 0; row < m_layout.rows; ++row) {
            for (std::int64_t i = 0; i < m_k; ++i) {
                const std::int64_t place = row * m_layout.columns + *indices++;
                dx[static_cast<std::size_t>(place)] = *dy++;
            }
        }
    }

private:
    RowLayout m_layout;
    std::int64_t m_k;
};

std::unique_ptr<Kernel> makeTopKGrad(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<TopKGradKernel<decltype(type)>>(request);
    });
}

constexpr OpDef kTopKGrad{
    .type = "TopKGrad",
    .inferShapes =
        [](const ShapeRequest& request) { return std::vector<OutputSpec>{request.inputs[2]}; },
    .makeKernel = makeTopKGrad};

std::vector<Output> topKGradient(const Operation& operation, std::span<const Output> gradients)
{
    if (!gradients[0].isValid()) {
        return {Output()};
    }
    return {addOutput(kTopKGrad, {}, {gradients[0], resultOf(operation, 1), operation.input(0)})};
}

constexpr OpDef kTopK{
    .type = "TopKV2", .inferShapes = topKShape, .gradient = topKGradient, .makeKernel = makeTopK};

std::vector<OutputSpec> inTopKShape(const ShapeRequest& request)
{
    requireInputCount(request, 2);
    requireFloating(request, 0);
    requireRank(request, 0, 2);
    requireIndices(request, 1);
    const Shape& targets = request.inputs[1].shape;
    const Shape rows{request.inputs[0].shape.dim(0)};
    if (!rows.isCompatibleWith(targets)) {
        throw InvalidArgumentError(fmt::format("operation {}: targets {} do not fit predictions {}",
                                               request.operationName, targets.toString(),
                                               request.inputs[0].shape.toString()));
    }
    return {{DataType::Bool, rows.mergedWith(targets)}};
}

template <typename T, typename Index>
class InTopKKernel final : public Kernel
{
public:
    explicit InTopKKernel(const KernelRequest& request)
        : m_columns(request.inputs[0].shape.dim(1)),
          m_k(request.operation.attribute<std::int64_t>("k"))
    { }

    void compute(KernelContext& context) override
    {
        const std::span<const T> scores = std::as_const(context.input(0)).values<T>();
        const std::span<const Index> targets = std::as_const(context.input(1)).values<Index>();
        const std::span<bool> output = context.output(0).values<bool>();
        const auto columns = static_cast<std::size_t>(m_columns);
        for (std::size_t row = 0; row < output.size(); ++row) {
            output[row] = isIn(scores.subspan(row * columns, columns), targets[row]);
        }
    }

private:
    bool isIn(std::span<const T> row, Index target) const
    {
        if (target < 0 || target >= m_columns) {
            return false;
        }
        const T score = row[static_cast<std::size_t>(target)];
        std::int64_t larger = 0;
        for (const T value : row) {
            if (!std::isfinite(value)) {
                return false;
            }
            larger += value > score ? 1 : 0;
        }
        return larger < m_k;
    }

    std::int64_t m_columns;
    std::int64_t m_k;
};

std::unique_ptr<Kernel> makeInTopK(const KernelRequest& request)
{
    return dispatchIndexType(request.inputs[1].type, request.operation.name(), [&](auto index) {
        using Index = decltype(index);
        return dispatchFloatingType(
            request.inputs[0].type, request.operation.name(),
            [&](auto type) { return makeKernelOf<InTopKKernel<decltype(type), Index>>(request); });
    });
}

constexpr OpDef kInTopK{.type = "InTopKV2",
                        .inferShapes = inTopKShape,
                        .gradient = noGradient,
                        .makeKernel = makeInTopK};

} // namespace

TopK topK(Output x, int k, std::string_view name)
{
    Operation& operation = addOperation(kTopK, name, {x}, {{"k", std::int64_t{k}}});
    return {operation.output(0), operation.output(1)};
}

Output inTopK(Output predictions, Output targets, int k, std::string_view name)
{
    return addOutput(kInTopK, name, {predictions, targets}, {{"k", std::int64_t{k}}});
}

} // namespace engine
