// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/sparse_training_ops.h"

#include "engine/base/errors.h"
#include "engine/ops/axis_attributes.h"
#include "engine/ops/update_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace engine {

namespace {

// Inputs: variable, accumulator, learning rate, values, rows.
std::vector<OutputSpec> sparseMomentumShape(const ShapeRequest& request)
{
    requireInputCount(request, 5);
    requireFloating(request, 0);
    for (std::size_t i = 1; i < 4; ++i) {
        requireSameType(request, 0, i);
    }
    requireRank(request, 2, 0);
    requireIndices(request, 4);
    requireRank(request, 4, 1);
    Shape slices = mergeInputShapes(request, 0, 1);
    const Shape& values = request.inputs[3].shape;
    const Shape& rows = request.inputs[4].shape;
    if (slices.rank() > 0) {
        slices.setDim(0, rows.dim(0));
    }
    if (slices.rank() == 0 || !slices.isCompatibleWith(values)) {
        throw InvalidArgumentError(
            fmt::format("operation {}: values {} at rows {} do not fit {}", request.operationName,
                        values.toString(), rows.toString(), request.inputs[0].shape.toString()));
    }
    return {};
}

// Threads share the columns, so the order of each sum does not depend on them.
template <typename T, typename Index>
class SparseMomentumKernel final : public Kernel
{
public:
    explicit SparseMomentumKernel(const KernelRequest& request)
        : m_momentum(static_cast<T>(request.operation.attribute<double>("momentum"))),
          m_useNesterov(request.operation.attribute<bool>("use_nesterov")),
          m_name(request.operation.name()), m_around(request.inputs[0].shape, 0),
          m_slope(static_cast<std::size_t>(m_around.inner))
    {
        if (request.inputs[4].shape.isFullyKnown()) {
            m_order.resize(static_cast<std::size_t>(request.inputs[4].shape.elementCount()));
        }
    }

    void compute(KernelContext& context) override
    {
        const Slices slices{context.variable(0).values<T>(), context.variable(1).values<T>(),
                            context.input(2).scalarValue<T>(),
                            std::as_const(context.input(3)).values<T>(),
                            std::as_const(context.input(4)).values<Index>()};
        sortRows(slices.rows);
        const auto count = static_cast<std::int64_t>(slices.rows.size());
        parallelFor(m_around.inner, 3 * count, [&](std::int64_t begin, std::int64_t end) {
            for (std::size_t first = 0; first < m_order.size();) {
                first = update(slices, first, begin, end - begin);
            }
        });
    }

private:
    struct Slices
    {
        std::span<T> variable;
        std::span<T> accumulator;
        T learningRate;
        std::span<const T> values;
        std::span<const Index> rows;
    };

    // The same rows side by side, in the order in which they are given.
    void sortRows(std::span<const Index> rows)
    {
        for (const Index row : rows) {
            if (row < 0 || row >= m_around.size) {
                throw InvalidArgumentError(fmt::format("operation {}: row {} is not in [0, {})",
                                                       m_name, row, m_around.size));
            }
        }
        m_order.resize(rows.size());
        std::iota(m_order.begin(), m_order.end(), std::size_t{0});
        std::ranges::sort(m_order, [&](std::size_t a, std::size_t b) {
            return rows[a] != rows[b] ? rows[a] < rows[b] : a < b;
        });
    }

    // Columns of the row that comes at place `first` of the order. The place of the next row.
    std::size_t update(const Slices& slices, std::size_t first, std::int64_t begin,
                       std::int64_t size)
    {
        const Index row = slices.rows[m_order[first]];
        const auto valueAt = [&](std::size_t place) {
            const auto slice = static_cast<std::int64_t>(m_order[place]);
            return arrayOf(slices.values, slice * m_around.inner + begin, size);
        };
        auto slope = arrayOf(std::span<T>(m_slope), begin, size);
        slope = valueAt(first);
        std::size_t next = first + 1;
        for (; next < m_order.size() && slices.rows[m_order[next]] == row; ++next) {
            slope += valueAt(next);
        }
        const std::int64_t start = static_cast<std::int64_t>(row) * m_around.inner + begin;
        auto x = arrayOf(slices.variable, start, size);
        auto sum = arrayOf(slices.accumulator, start, size);
        sum = sum * m_momentum + slope;
        if (m_useNesterov) {
            x -= slope * slices.learningRate + sum * (m_momentum * slices.learningRate);
        } else {
            x -= sum * slices.learningRate;
        }
        return next;
    }

    T m_momentum;
    bool m_useNesterov;
    std::string m_name;
    AroundAxis m_around;
    std::vector<std::size_t> m_order;
    std::vector<T> m_slope; // of one row
};

std::unique_ptr<Kernel> makeSparseMomentum(const KernelRequest& request)
{
    return dispatchIndexType(request.inputs[4].type, request.operation.name(), [&](auto index) {
        using Index = decltype(index);
        return dispatchFloatingType(
            request.inputs[0].type, request.operation.name(), [&](auto type) {
                return makeKernelOf<SparseMomentumKernel<decltype(type), Index>>(request);
            });
    });
}

constexpr OpDef kSparseMomentum{.type = "SparseApplyMomentum",
                                .inferShapes = sparseMomentumShape,
                                .makeKernel = makeSparseMomentum,
                                .updatedVariables = 2,
                                .stateful = true};

} // namespace

Operation& sparseApplyMomentum(Output variable, Output accumulator, Output learningRate,
                               const IndexedSlices& gradient, const MomentumParameters& parameters,
                               std::string_view name)
{
    return addOperation(
        kSparseMomentum, name,
        {variable, accumulator, learningRate, gradient.values, gradient.rows},
        {{"momentum", parameters.momentum}, {"use_nesterov", parameters.useNesterov}});
}

} // namespace engine
