// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/op_def.h"
#include "engine/ops/eigen_maps.h"
#include "engine/ops/kernel.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/type_dispatch.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace engine {

// NumPy's broadcasting: shapes are aligned at the end, and an axis of size 1 repeats.

// The shape of two inputs together; an unknown axis against one larger than 1 becomes that size.
// InvalidArgumentError naming the operation and both shapes.
Shape broadcastInputShapes(const ShapeRequest& request, std::size_t first, std::size_t second);

// How to walk up to three inputs along the output, axes that lie alike joined.
class BroadcastPlan
{
public:
    static constexpr std::size_t kMaxInputs = 3;
    using Offsets = std::array<std::int64_t, kMaxInputs>;

    // Every shape fully known; inputs broadcast to `output`.
    BroadcastPlan(const Shape& output, std::initializer_list<Shape> inputs);

    std::int64_t rowCount() const { return m_rowCount; }
    std::int64_t rowSize() const { return m_rowSize; }
    // Where a row of the output begins in each input.
    Offsets offsetsOfRow(std::int64_t row) const;
    // 1 if the input advances along a row, 0 if it stays.
    std::int64_t rowStride(std::size_t input) const { return m_strides[0][input]; }

private:
    struct Axis
    {
        std::int64_t size = 1;
        Offsets strides{};
    };

    bool continues(const Axis& axis, std::size_t inputCount) const;

    std::array<std::int64_t, Shape::kMaxRank + 1> m_sizes{}; // innermost first
    std::array<Offsets, Shape::kMaxRank + 1> m_strides{};
    std::size_t m_axisCount = 0;
    std::int64_t m_rowCount = 1;
    std::int64_t m_rowSize = 1;
};

// Types alike and, for the second, floating point; the output is of that type and broadcast.
std::vector<OutputSpec> numericBroadcast(const ShapeRequest& request);
std::vector<OutputSpec> floatingBroadcast(const ShapeRequest& request);

// output = Functor::apply(input 0, input 1), broadcast.
template <typename Functor, typename In, typename Out = In>
class BroadcastKernel final : public Kernel
{
public:
    explicit BroadcastKernel(const KernelRequest& request)
        : m_plan(request.outputs[0].shape, {request.inputs[0].shape, request.inputs[1].shape})
    { }

    void compute(KernelContext& context) override
    {
        const std::span<const In> a = context.input(0).values<In>();
        const std::span<const In> b = context.input(1).values<In>();
        const std::span<Out> output = context.output(0).values<Out>();
        if (m_plan.rowCount() == 1) {
            const BroadcastPlan::Offsets start{};
            parallelFor(m_plan.rowSize(), 1, [&](std::int64_t begin, std::int64_t end) {
                computeRow(a, b, output, start, 0, begin, end);
            });
            return;
        }
        parallelFor(m_plan.rowCount(), m_plan.rowSize(), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                computeRow(a, b, output, m_plan.offsetsOfRow(row), row * m_plan.rowSize(), 0,
                           m_plan.rowSize());
            }
        });
    }

private:
    // Elements [begin, end) of the row that starts at `outputOffset`.
    void computeRow(std::span<const In> a, std::span<const In> b, std::span<Out> output,
                    const BroadcastPlan::Offsets& offsets, std::int64_t outputOffset,
                    std::int64_t begin, std::int64_t end) const
    {
        using Constant = Eigen::Array<In, Eigen::Dynamic, 1>;
        const std::int64_t size = end - begin;
        ArrayMap<Out> out = arrayOf(output, outputOffset + begin, size);
        const bool aMoves = m_plan.rowStride(0) != 0;
        const bool bMoves = m_plan.rowStride(1) != 0;
        const std::int64_t aStart = offsets[0] + (aMoves ? begin : 0);
        const std::int64_t bStart = offsets[1] + (bMoves ? begin : 0);
        if (aMoves && bMoves) {
            out = Functor::apply(arrayOf(a, aStart, size), arrayOf(b, bStart, size));
        } else if (aMoves) {
            const In value = b[static_cast<std::size_t>(bStart)];
            out = Functor::apply(arrayOf(a, aStart, size), Constant::Constant(size, value));
        } else if (bMoves) {
            const In value = a[static_cast<std::size_t>(aStart)];
            out = Functor::apply(Constant::Constant(size, value), arrayOf(b, bStart, size));
        } else {
            out = Functor::apply(Constant::Constant(size, a[static_cast<std::size_t>(aStart)]),
                                 Constant::Constant(size, b[static_cast<std::size_t>(bStart)]));
        }
    }

    BroadcastPlan m_plan;
};

// OpDef::makeKernel for the above, for numeric types or for float32 and float64.
template <typename Functor>
std::unique_ptr<Kernel> makeNumericBroadcast(const KernelRequest& request)
{
    return dispatchNumericType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<BroadcastKernel<Functor, decltype(type)>>(request);
    });
}

template <typename Functor>
std::unique_ptr<Kernel> makeFloatingBroadcast(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<BroadcastKernel<Functor, decltype(type)>>(request);
    });
}

// The definition of a function of two inputs.
template <typename Functor>
constexpr OpDef numericBinaryOp(std::string_view type, GradientFunction gradient)
{
    return {.type = type,
            .inferShapes = numericBroadcast,
            .gradient = gradient,
            .makeKernel = makeNumericBroadcast<Functor>};
}

template <typename Functor>
constexpr OpDef floatingBinaryOp(std::string_view type, GradientFunction gradient)
{
    return {.type = type,
            .inferShapes = floatingBroadcast,
            .gradient = gradient,
            .makeKernel = makeFloatingBroadcast<Functor>};
}

} // namespace engine
