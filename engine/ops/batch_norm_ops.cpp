// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/batch_norm_ops.h"

#include "engine/base/errors.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/column_sums.h"
#include "engine/ops/op_building.h"
#include "engine/ops/rows.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"
#include "engine/ops/unary_ops.h"

#include <fmt/format.h>

namespace engine {

namespace {

// Inputs: x, gamma, beta, moving mean, moving variance, training. Outputs: y, the mean and the
// variance for the moving averages, and what y was computed with: the mean and
// 1 / sqrt(variance + epsilon).
std::vector<OutputSpec> batchNormShape(const ShapeRequest& request)
{
    requireInputCount(request, 6);
    requireFloating(request, 0);
    requireType(request, 5, DataType::Bool);
    requireRank(request, 5, 0);
    const Shape& x = request.inputs[0].shape;
    if (x.rank() < 2) {
        throw InvalidArgumentError(fmt::format("operation {}: {} has no axis but the channels",
                                               request.operationName, x.toString()));
    }
    Shape channels{x.dim(-1)};
    for (std::size_t i = 1; i < 5; ++i) {
        requireSameType(request, 0, i);
        if (!channels.isCompatibleWith(request.inputs[i].shape)) {
            throw InvalidArgumentError(fmt::format(
                "operation {}: input {} of shape {} does not fit the channels of {}",
                request.operationName, i, request.inputs[i].shape.toString(), x.toString()));
        }
        channels = channels.mergedWith(request.inputs[i].shape);
    }
    const OutputSpec statistic{request.inputs[0].type, channels};
    return {request.inputs[0], statistic, statistic, statistic, statistic};
}

template <typename T>
class BatchNormKernel final : public Kernel
{
public:
    explicit BatchNormKernel(const KernelRequest& request)
        : m_layout(request.inputs[0].shape),
          m_epsilon(request.operation.attribute<double>("epsilon")),
          m_isUnbiased(request.operation.attribute<bool>("unbiased_variance")),
          m_sums(m_layout.rows, m_layout.columns, request.threads)
    { }

    void compute(KernelContext& context) override
    {
        const std::int64_t columns = m_layout.columns;
        const auto statistic = [&](int output) {
            return arrayOf(context.output(output).values<T>(), 0, columns);
        };
        const auto given = [&](int input) {
            return arrayOf(std::as_const(context.input(input)).values<T>(), 0, columns);
        };
        ArrayMap<T> mean = statistic(3);
        ArrayMap<T> inverse = statistic(4);
        if (context.input(5).scalarValue<bool>()) {
            measure(context, statistic(1), statistic(2), mean, inverse);
        } else {
            mean = given(3);
            inverse = (given(4) + static_cast<T>(m_epsilon)).rsqrt();
            statistic(1) = given(3);
            statistic(2) = given(4);
        }
        const std::span<const T> x = std::as_const(context.input(0)).values<T>();
        const std::span<T> y = context.output(0).values<T>();
        const auto gamma = given(1);
        const auto beta = given(2);
        parallelFor(m_layout.rows, columns, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                rowOf(y, row, columns) = (rowOf(x, row, columns) - mean) * (inverse * gamma) + beta;
            }
        });
    }

private:
    void measure(KernelContext& context, ArrayMap<T> batchMean, ArrayMap<T> batchVariance,
                 ArrayMap<T>& mean, ArrayMap<T>& inverse)
    {
        const std::int64_t columns = m_layout.columns;
        const std::span<const T> x = std::as_const(context.input(0)).values<T>();
        const auto count = static_cast<double>(m_layout.rows);
        using Sums = typename ColumnSums<T, 1>::BlockSums;
        m_sums.compute([&](std::int64_t row, Sums& sums) { sums[0] += rowOf(x, row, columns); });
        mean = (m_sums.sum(0) / count).template cast<T>();
        m_sums.compute([&](std::int64_t row, Sums& sums) {
            sums[0] += (rowOf(x, row, columns) - mean).square();
        });
        const double correction = m_isUnbiased && m_layout.rows > 1 ? count / (count - 1) : 1;
        batchMean = mean;
        batchVariance = (m_sums.sum(0) / count * correction).template cast<T>();
        inverse = (m_sums.sum(0) / count + m_epsilon).rsqrt().template cast<T>();
    }

    RowLayout m_layout;
    double m_epsilon;
    bool m_isUnbiased;
    ColumnSums<T, 1> m_sums;
};

// Inputs: dy, x, gamma, mean, 1 / sqrt(variance + epsilon), training. Outputs: the gradients of x,
// gamma and beta, and room for a factor and a summand per channel.
std::vector<OutputSpec> batchNormGradShape(const ShapeRequest& request)
{
    const OutputSpec& channels = request.inputs[2];
    return {request.inputs[1], channels, channels, channels, channels};
}

template <typename T>
class BatchNormGradKernel final : public Kernel
{
public:
    explicit BatchNormGradKernel(const KernelRequest& request)
        : m_layout(request.inputs[1].shape),
          m_sums(m_layout.rows, m_layout.columns, request.threads)
    { }

    void compute(KernelContext& context) override
    {
        const std::int64_t columns = m_layout.columns;
        const auto channels = [&](int input) {
            return arrayOf(std::as_const(context.input(input)).values<T>(), 0, columns);
        };
        const auto result = [&](int output) {
            return arrayOf(context.output(output).values<T>(), 0, columns);
        };
        const std::span<const T> dy = std::as_const(context.input(0)).values<T>();
        const std::span<const T> x = std::as_const(context.input(1)).values<T>();
        const auto mean = channels(3);
        const auto inverse = channels(4);
        using Sums = typename ColumnSums<T, 2>::BlockSums;
        m_sums.compute([&](std::int64_t row, Sums& sums) {
            sums[0] += rowOf(dy, row, columns);
            sums[1] += rowOf(dy, row, columns) * (rowOf(x, row, columns) - mean);
        });
        result(1) = (m_sums.sum(1) * inverse.template cast<double>()).template cast<T>();
        result(2) = m_sums.sum(0).template cast<T>();
        // dx = gamma * inverse * (dy + factor * (x - mean) + summand)
        ArrayMap<T> factor = result(3);
        ArrayMap<T> summand = result(4);
        const double share = 1 / static_cast<double>(std::max<std::int64_t>(m_layout.rows, 1));
        if (context.input(5).scalarValue<bool>()) {
            factor = (m_sums.sum(1) * -share).template cast<T>() * inverse.square();
            summand = (m_sums.sum(0) * -share).template cast<T>();
        } else {
            factor.setZero();
            summand.setZero();
        }
        const auto gamma = channels(2);
        const std::span<T> dx = context.output(0).values<T>();
        parallelFor(m_layout.rows, 2 * columns, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                rowOf(dx, row, columns) =
                    (rowOf(dy, row, columns) + (rowOf(x, row, columns) - mean) * factor + summand)
                    * (gamma * inverse);
            }
        });
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

constexpr OpDef kBatchNormGrad{.type = "FusedBatchNormGrad",
                               .inferShapes = batchNormGradShape,
                               .makeKernel = make<BatchNormGradKernel>};

std::vector<Output> batchNormGradient(const Operation& operation, std::span<const Output> gradients)
{
    std::vector<Output> slopes(operation.inputs().size());
    if (gradients[0].isValid()) {
        Operation& slope =
            addOperation(kBatchNormGrad, {},
                         {gradients[0], operation.input(0), operation.input(1),
                          resultOf(operation, 3), resultOf(operation, 4), operation.input(5)});
        for (int i = 0; i < 3; ++i) {
            slopes[static_cast<std::size_t>(i)] = slope.output(i);
        }
    }
    return slopes;
}

constexpr OpDef kBatchNorm{.type = "FusedBatchNorm",
                           .inferShapes = batchNormShape,
                           .gradient = batchNormGradient,
                           .makeKernel = make<BatchNormKernel>};

} // namespace

BatchNormOutputs batchNorm(Output x, const BatchNormInputs& inputs, const BatchNormOptions& options,
                           std::string_view name)
{
    Operation& operation = addOperation(
        kBatchNorm, name,
        {x, inputs.gamma, inputs.beta, inputs.movingMean, inputs.movingVariance, inputs.training},
        {{"epsilon", options.epsilon}, {"unbiased_variance", options.unbiasedVariance}});
    return {operation.output(0), operation.output(1), operation.output(2)};
}

Output batchNormalization(Output x, Output mean, Output variance, Output beta, Output gamma,
                          double epsilon, std::string_view name)
{
    const NameScope scope(x.graph(), name);
    const Output factor = multiply(rsqrt(shift(variance, epsilon)), gamma);
    return add(multiply(subtract(x, mean), factor), beta);
}

} // namespace engine
