// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shape_ops.h"

#include "engine/base/errors.h"
#include "engine/ops/axis_attributes.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace engine {

namespace {

using Numbers = std::vector<std::int64_t>;

std::vector<Output> reshapeGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {reshapeLike(gradients[0], operation.input(0))};
}

std::vector<OutputSpec> expandDimsShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    const Shape& input = request.inputs[0].shape;
    Shape widened = input;
    widened.append(1); // for the range of the axis
    const int axis = axisOf(request.operationName, request.attributes, widened);
    Shape output;
    for (int i = 0; i <= input.rank(); ++i) {
        output.append(i == axis ? 1 : input.dim(i < axis ? i : i - 1));
    }
    return {{request.inputs[0].type, output}};
}

std::vector<OutputSpec> squeezeShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    const Shape& input = request.inputs[0].shape;
    const AxisSet axes = axesOf(request.operationName, request.attributes, input);
    Shape output;
    for (int axis = 0; axis < input.rank(); ++axis) {
        const std::int64_t size = input.dim(axis);
        if (!axes.test(static_cast<std::size_t>(axis))) {
            output.append(size);
        } else if (size != 1 && size != Shape::kUnknownDim) {
            throw InvalidArgumentError(fmt::format("operation {}: axis {} of {} is not of size 1",
                                                   request.operationName, axis, input.toString()));
        }
    }
    return {{request.inputs[0].type, output}};
}

constexpr OpDef kExpandDims{.type = "ExpandDims",
                            .kind = OpKind::Alias,
                            .inferShapes = expandDimsShape,
                            .gradient = reshapeGradient};
constexpr OpDef kSqueeze{.type = "Squeeze",
                         .kind = OpKind::Alias,
                         .inferShapes = squeezeShape,
                         .gradient = reshapeGradient};

std::vector<OutputSpec> transposeShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    const Shape& input = request.inputs[0].shape;
    const Numbers& permutation = request.attributes.get<Numbers>("perm");
    Numbers sorted = permutation;
    std::ranges::sort(sorted);
    bool isPermutation = sorted.size() == static_cast<std::size_t>(input.rank());
    for (std::size_t i = 0; isPermutation && i < sorted.size(); ++i) {
        isPermutation = sorted[i] == static_cast<std::int64_t>(i);
    }
    if (!isPermutation) {
        throw InvalidArgumentError(fmt::format("operation {}: [{}] is no order of the axes of {}",
                                               request.operationName, fmt::join(permutation, ", "),
                                               input.toString()));
    }
    Shape output;
    for (const std::int64_t axis : permutation) {
        output.append(input.dim(static_cast<int>(axis)));
    }
    return {{request.inputs[0].type, output}};
}

// Walks the output in order, with the strides of its axes in the input. Axes that stay neighbours
// are joined.
class TransposePlan
{
public:
    TransposePlan(const Shape& input, const Numbers& permutation)
    {
        for (std::size_t i = permutation.size(); i-- > 0;) {
            const int axis = static_cast<int>(permutation[i]);
            const std::int64_t size = input.dim(axis);
            std::int64_t stride = 1;
            for (int behind = axis + 1; behind < input.rank(); ++behind) {
                stride *= input.dim(behind);
            }
            if (size == 1) {
                continue;
            }
            if (m_axisCount > 0
                && stride == m_strides[m_axisCount - 1] * m_sizes[m_axisCount - 1]) {
                m_sizes[m_axisCount - 1] *= size;
            } else {
                m_sizes[m_axisCount] = size;
                m_strides[m_axisCount] = stride;
                ++m_axisCount;
            }
        }
        for (std::size_t i = 1; i < m_axisCount; ++i) {
            m_rowCount *= m_sizes[i];
        }
    }

    std::int64_t rowCount() const { return m_rowCount; }
    std::int64_t rowSize() const { return m_axisCount > 0 ? m_sizes[0] : 1; }
    std::int64_t rowStride() const { return m_axisCount > 0 ? m_strides[0] : 1; }
    std::int64_t inputOffsetOfRow(std::int64_t row) const
    {
        std::int64_t offset = 0;
        for (std::size_t axis = 1; axis < m_axisCount; ++axis) {
            offset += row % m_sizes[axis] * m_strides[axis];
            row /= m_sizes[axis];
        }
        return offset;
    }

private:
    std::array<std::int64_t, Shape::kMaxRank> m_sizes{}; // innermost first
    std::array<std::int64_t, Shape::kMaxRank> m_strides{};
    std::size_t m_axisCount = 0;
    std::int64_t m_rowCount = 1;
};

template <typename T>
class TransposeKernel final : public Kernel
{
public:
    explicit TransposeKernel(const KernelRequest& request)
        : m_plan(request.inputs[0].shape, request.operation.attribute<Numbers>("perm"))
    { }

    void compute(KernelContext& context) override
    {
        const T* input = std::as_const(context.input(0)).values<T>().data();
        T* output = context.output(0).values<T>().data();
        const std::int64_t size = m_plan.rowSize();
        const std::int64_t stride = m_plan.rowStride();
        if (context.output(0).elementCount() == 0) {
            return;
        }
        parallelFor(m_plan.rowCount(), size, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                const T* source = input + m_plan.inputOffsetOfRow(row);
                T* target = output + row * size;
                if (stride == 1) {
                    std::copy_n(source, size, target);
                    continue;
                }
                for (std::int64_t i = 0; i < size; ++i) {
                    target[i] = source[i * stride];
                }
            }
        });
    }

private:
    TransposePlan m_plan;
};

std::unique_ptr<Kernel> makeTranspose(const KernelRequest& request)
{
    return dispatchElementType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<TransposeKernel<decltype(type)>>(request);
    });
}

std::vector<Output> transposeGradient(const Operation& operation, std::span<const Output> gradients)
{
    const Numbers& permutation = operation.attribute<Numbers>("perm");
    Numbers inverse(permutation.size());
    for (std::size_t i = 0; i < permutation.size(); ++i) {
        inverse[static_cast<std::size_t>(permutation[i])] = static_cast<std::int64_t>(i);
    }
    if (inverse.empty()) {
        return {gradients[0]};
    }
    return {transpose(gradients[0], inverse)};
}

constexpr OpDef kTranspose{.type = "Transpose",
                           .inferShapes = transposeShape,
                           .gradient = transposeGradient,
                           .makeKernel = makeTranspose};

} // namespace

Output expandDims(Output x, int axis, std::string_view name)
{
    return addOutput(kExpandDims, name, {x}, {{"axis", std::int64_t{axis}}});
}

Output squeeze(Output x, const std::vector<std::int64_t>& axes, std::string_view name)
{
    Numbers chosen = axes;
    if (chosen.empty()) {
        if (!x.shape().isFullyKnown()) {
            throw InvalidArgumentError(fmt::format("operation {}: which axes of {} are of size 1 "
                                                   "is not known",
                                                   name, x.shape().toString()));
        }
        for (int axis = 0; axis < x.shape().rank(); ++axis) {
            if (x.shape().dim(axis) == 1) {
                chosen.push_back(axis);
            }
        }
    }
    return addOutput(kSqueeze, name, {x}, {{"axes", chosen}});
}

Output transpose(Output x, const std::vector<std::int64_t>& permutation, std::string_view name)
{
    Numbers order = permutation;
    for (int axis = x.shape().rank() - 1; permutation.empty() && axis >= 0; --axis) {
        order.push_back(axis);
    }
    return addOutput(kTranspose, name, {x}, {{"perm", order}});
}

} // namespace engine
