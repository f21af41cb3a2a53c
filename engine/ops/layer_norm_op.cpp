// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/layer_norm_op.h"

#include "engine/base/errors.h"
#include "engine/ops/column_sums.h"
#include "engine/ops/op_building.h"
#include "engine/ops/rows.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

#include <fmt/format.h>

#include <cmath>

namespace engine {

namespace {

// Inputs: x, gamma, beta. Outputs: y and, for each row, the mean and 1 / sqrt(variance + epsilon).
std::vector<OutputSpec> layerNormShape(const ShapeRequest& request)
{
    requireInputCount(request, 3);
    requireFloating(request, 0);
    const Shape& x = request.inputs[0].shape;
    const Shape& gamma = request.inputs[1].shape;
    const int leading = x.rank() - gamma.rank();
    const auto split = static_cast<std::size_t>(std::max(leading, 0));
    const Shape normalized(x.dims().subspan(split));
    for (std::size_t i = 1; i < 3; ++i) {
        requireSameType(request, 0, i);
        if (gamma.rank() < 1 || !normalized.isCompatibleWith(request.inputs[i].shape)) {
            throw InvalidArgumentError(fmt::format(
                "operation {}: input {} of shape {} does not fit the last axes of {}",
                request.operationName, i, request.inputs[i].shape.toString(), x.toString()));
        }
    }
    const OutputSpec statistic{request.inputs[0].type, Shape(x.dims().first(split))};
    return {request.inputs[0], statistic, statistic};
}

RowLayout layoutOf(const Shape& x, const Shape& gamma)
{
    const std::int64_t columns = gamma.elementCount();
    return RowLayout(Shape{columns == 0 ? 0 : x.elementCount() / columns, columns});
}

template <typename T>
class LayerNormKernel final : public Kernel
{
public:
    explicit LayerNormKernel(const KernelRequest& request)
        : m_layout(layoutOf(request.inputs[0].shape, request.inputs[1].shape)),
          m_epsilon(static_cast<T>(request.operation.attribute<double>("epsilon")))
    { }

    void compute(KernelContext& context) override
    {
        const std::int64_t columns = m_layout.columns;
        const std::span<const T> x = std::as_const(context.input(0)).values<T>();
        const auto gamma = arrayOf(std::as_const(context.input(1)).values<T>(), 0, columns);
        const auto beta = arrayOf(std::as_const(context.input(2)).values<T>(), 0, columns);
        const std::span<T> y = context.output(0).values<T>();
        const std::span<T> means = context.output(1).values<T>();
        const std::span<T> inverses = context.output(2).values<T>();
        parallelFor(m_layout.rows, 2 * columns, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                const auto values = rowOf(x, row, columns);
                // The second sum takes away what the first one rounded off a large mean.
                const T rough = values.sum() / static_cast<T>(columns);
                const T mean = rough + (values - rough).sum() / static_cast<T>(columns);
                const T variance = (values - mean).square().sum() / static_cast<T>(columns);
                const T inverse = T(1) / std::sqrt(variance + m_epsilon);
                rowOf(y, row, columns) = (values - mean) * inverse * gamma + beta;
                means[static_cast<std::size_t>(row)] = mean;
                inverses[static_cast<std::size_t>(row)] = inverse;
            }
        });
    }

private:
    RowLayout m_layout;
    T m_epsilon;
};

// Inputs: dy, x, gamma, the means and 1 / sqrt(variance + epsilon). Outputs: the gradients of x,
// gamma and beta.
std::vector<OutputSpec> layerNormGradShape(const ShapeRequest& request)
{
    return {request.inputs[1], request.inputs[2], request.inputs[2]};
}

template <typename T>
class LayerNormGradKernel final : public Kernel
{
public:
    explicit LayerNormGradKernel(const KernelRequest& request)
        : m_layout(layoutOf(request.inputs[1].shape, request.inputs[2].shape)),
          m_sums(m_layout.rows, m_layout.columns, request.threads)
    { }

    void compute(KernelContext& context) override
    {
        const std::int64_t columns = m_layout.columns;
        const std::span<const T> dy = std::as_const(context.input(0)).values<T>();
        const std::span<const T> x = std::as_const(context.input(1)).values<T>();
        const auto gamma = arrayOf(std::as_const(context.input(2)).values<T>(), 0, columns);
        const T* means = std::as_const(context.input(3)).values<T>().data();
        const T* inverses = std::as_const(context.input(4)).values<T>().data();
        const std::span<T> dx = context.output(0).values<T>();
        const T share = T(1) / static_cast<T>(std::max<std::int64_t>(columns, 1));
        parallelFor(m_layout.rows, 4 * columns, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                const auto slope = rowOf(dy, row, columns) * gamma;
                const auto normal = (rowOf(x, row, columns) - means[row]) * inverses[row];
                const T mean = slope.sum() * share;
                const T along = (slope * normal).sum() * share;
                rowOf(dx, row, columns) = (slope - mean - normal * along) * inverses[row];
            }
        });
        using Sums = typename ColumnSums<T, 2>::BlockSums;
        m_sums.compute([&](std::int64_t row, Sums& sums) {
            const auto slope = rowOf(dy, row, columns);
            sums[0] += slope * (rowOf(x, row, columns) - means[row]) * inverses[row];
            sums[1] += slope;
        });
        for (int i = 0; i < 2; ++i) {
            arrayOf(context.output(i + 1).values<T>(), 0, columns) =
                m_sums.sum(static_cast<std::size_t>(i)).template cast<T>();
        }
    }

private:
    RowLayout m_layout;
    ColumnSums<T, 2> m_sums;
};

template <template <typename> typename KernelClass>
std::unique_ptr<Kernel> make(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<KernelClass<decltype(type)>>(request);
    });
}

constexpr OpDef kLayerNormGrad{.type = "LayerNormGrad",
                               .inferShapes = layerNormGradShape,
                               .makeKernel = make<LayerNormGradKernel>};

std::vector<Output> layerNormGradient(const Operation& operation, std::span<const Output> gradients)
{
    Operation& slope = addOperation(kLayerNormGrad, {},
                                    {gradients[0], operation.input(0), operation.input(1),
                                     resultOf(operation, 1), resultOf(operation, 2)});
    return {slope.output(0), slope.output(1), slope.output(2)};
}

constexpr OpDef kLayerNorm{.type = "LayerNorm",
                           .inferShapes = layerNormShape,
                           .gradient = layerNormGradient,
                           .makeKernel = make<LayerNormKernel>};

} // namespace

Output layerNorm(Output x, Output gamma, Output beta, double epsilon, std::string_view name)
{
    return addOutput(kLayerNorm, name, {x, gamma, beta}, {{"epsilon", epsilon}});
}

} // namespace engine
