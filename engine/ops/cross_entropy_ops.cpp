// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/cross_entropy_ops.h"

#include "engine/ops/activation_ops.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/elementwise.h"
#include "engine/ops/rows.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/softmax_ops.h"
#include "engine/ops/unary_ops.h"

namespace engine {

namespace {

// A class's loss is logSum + (largest - its logit): subtracting first keeps large logits exact.
template <typename T>
struct RowSums
{
    T largest;
    T logSum; // of exp(logit - largest)
};

// Writes softmax(logits) to `backprop`.
template <typename T>
RowSums<T> softmaxRow(const ConstArrayMap<T>& logits, ArrayMap<T>& backprop)
{
    const T largest = logits.maxCoeff();
    backprop = (logits - largest).exp();
    const T sum = backprop.sum();
    backprop /= sum;
    return {largest, std::log(sum)};
}

// One loss per row of the logits, and the backprop.
std::vector<OutputSpec> lossPerRow(const ShapeRequest& request, const Shape& logits)
{
    const DataType type = request.inputs[1].type;
    return {{type, Shape(logits.dims().first(static_cast<std::size_t>(logits.rank() - 1)))},
            {type, logits}};
}

std::vector<OutputSpec> denseShape(const ShapeRequest& request)
{
    const OutputSpec pair = floatingPairs(request).front();
    if (pair.shape.rank() < 1) {
        throw InvalidArgumentError(
            fmt::format("operation {}: logits must not be a scalar", request.operationName));
    }
    return lossPerRow(request, pair.shape);
}

template <typename T>
class DenseKernel final : public Kernel
{
public:
    explicit DenseKernel(const KernelRequest& request) : m_layout(request.inputs[1].shape) { }

    void compute(KernelContext& context) override
    {
        const std::int64_t columns = m_layout.columns;
        const std::span<const T> labels = context.input(0).values<T>();
        const std::span<const T> logits = context.input(1).values<T>();
        const std::span<T> losses = context.output(0).values<T>();
        const std::span<T> backprop = context.output(1).values<T>();
        std::ranges::fill(losses, T(0));
        parallelFor(m_layout.rows, columns, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                const auto wanted = rowOf(labels, row, columns);
                const auto given = rowOf(logits, row, columns);
                auto slope = rowOf(backprop, row, columns);
                const auto [largest, logSum] = softmaxRow<T>(given, slope);
                losses[static_cast<std::size_t>(row)] =
                    (wanted * (logSum + (largest - given))).sum();
                slope -= wanted;
            }
        });
    }

private:
    RowLayout m_layout;
};

std::unique_ptr<Kernel> makeDense(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[1].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<DenseKernel<decltype(type)>>(request);
    });
}

// Each row of the backprop times the gradient of its loss.
Output logitsGradient(const Operation& operation, Output lossGradient)
{
    Shape column = lossGradient.shape();
    column.append(1);
    if (column.rank() > 2 && !column.isFullyKnown()) {
        throw UnimplementedError(fmt::format("operation {}: gradient of losses {} whose axes are "
                                             "not all known",
                                             operation.name(), lossGradient.shape().toString()));
    }
    return multiply(resultOf(operation, 1), reshape(lossGradient, column));
}

std::vector<Output> denseGradient(const Operation& operation, std::span<const Output> gradients)
{
    const Output logits = operation.input(1);
    const Output slope = negative(logSoftmax(logits));
    Shape column = gradients[0].shape();
    column.append(1);
    return {multiply(slope, reshape(gradients[0], column)),
            logitsGradient(operation, gradients[0])};
}

const OpDef kDense{.type = "SoftmaxCrossEntropyWithLogits",
                   .inferShapes = denseShape,
                   .gradient = denseGradient,
                   .makeKernel = makeDense};

std::vector<OutputSpec> sparseShape(const ShapeRequest& request)
{
    requireInputCount(request, 2);
    requireFloating(request, 1);
    const DataType labelType = request.inputs[0].type;
    if (labelType != DataType::Int32 && labelType != DataType::Int64) {
        throw InvalidArgumentError(fmt::format("operation {}: labels are {}, they must be int32 or "
                                               "int64",
                                               request.operationName, dataTypeName(labelType)));
    }
    const Shape& labels = request.inputs[0].shape;
    const Shape& logits = request.inputs[1].shape;
    Shape merged = labels;
    merged.append(logits.rank() < 1 ? Shape::kUnknownDim : logits.dim(-1));
    if (!merged.isCompatibleWith(logits)) {
        throw InvalidArgumentError(fmt::format("operation {}: labels {} do not fit logits {}",
                                               request.operationName, labels.toString(),
                                               logits.toString()));
    }
    return lossPerRow(request, logits.mergedWith(merged));
}

template <typename T, typename Label>
class SparseKernel final : public Kernel
{
public:
    explicit SparseKernel(const KernelRequest& request)
        : m_layout(request.inputs[1].shape), m_name(request.operation.name())
    { }

    void compute(KernelContext& context) override
    {
        const std::int64_t columns = m_layout.columns;
        const std::span<const Label> labels = context.input(0).values<Label>();
        const std::span<const T> logits = context.input(1).values<T>();
        const std::span<T> losses = context.output(0).values<T>();
        const std::span<T> backprop = context.output(1).values<T>();
        requireInRange(labels);
        parallelFor(m_layout.rows, columns, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                const auto label = static_cast<Eigen::Index>(labels[static_cast<std::size_t>(row)]);
                const auto given = rowOf(logits, row, columns);
                auto slope = rowOf(backprop, row, columns);
                const auto [largest, logSum] = softmaxRow<T>(given, slope);
                losses[static_cast<std::size_t>(row)] = logSum + (largest - given(label));
                slope(label) -= T(1);
            }
        });
    }

private:
    void requireInRange(std::span<const Label> labels) const
    {
        for (std::size_t row = 0; row < labels.size(); ++row) {
            if (labels[row] < 0 || labels[row] >= m_layout.columns) {
                throw InvalidArgumentError(
                    fmt::format("operation {}: label {} of row {} is not in [0, {})", m_name,
                                labels[row], row, m_layout.columns));
            }
        }
    }

    RowLayout m_layout;
    std::string m_name;
};

std::unique_ptr<Kernel> makeSparse(const KernelRequest& request)
{
    const bool isShort = request.inputs[0].type == DataType::Int32;
    return dispatchFloatingType(request.inputs[1].type, request.operation.name(),
                                [&](auto type) -> std::unique_ptr<Kernel> {
                                    using T = decltype(type);
                                    if (isShort) {
                                        return makeKernelOf<SparseKernel<T, std::int32_t>>(request);
                                    }
                                    return makeKernelOf<SparseKernel<T, std::int64_t>>(request);
                                });
}

std::vector<Output> sparseGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {Output(), logitsGradient(operation, gradients[0])};
}

const OpDef kSparse{.type = "SparseSoftmaxCrossEntropyWithLogits",
                    .inferShapes = sparseShape,
                    .gradient = sparseGradient,
                    .makeKernel = makeSparse};

struct LogisticLoss
{
    static auto apply(const auto& labels, const auto& logits)
    {
        return largerOf(logits, constantLike(logits, 0)) - logits * labels
            + (-logits.abs()).exp().log1p();
    }
};

std::vector<Output> logisticGradient(const Operation& operation, std::span<const Output> gradients)
{
    const Output labels = operation.input(0);
    const Output logits = operation.input(1);
    return {negative(multiply(gradients[0], logits)),
            multiply(gradients[0], subtract(sigmoid(logits), labels))};
}

constexpr OpDef kLogistic{.type = "SigmoidCrossEntropyWithLogits",
                          .inferShapes = floatingPairs,
                          .gradient = logisticGradient,
                          .makeKernel = makeFloatingElementwise<LogisticLoss, 2>};

} // namespace

Output softmaxCrossEntropyWithLogits(Output labels, Output logits, std::string_view name)
{
    return addOutput(kDense, name, {labels, logits});
}

Output sparseSoftmaxCrossEntropyWithLogits(Output labels, Output logits, std::string_view name)
{
    return addOutput(kSparse, name, {labels, logits});
}

Output sigmoidCrossEntropyWithLogits(Output labels, Output logits, std::string_view name)
{
    return addOutput(kLogistic, name, {labels, logits});
}

Output weightedCrossEntropyWithLogits(Output labels, Output logits, double positiveWeight,
                                      std::string_view name)
{
    const NameScope scope(logits.graph(), name);
    const Output weights = shift(scale(labels, positiveWeight - 1), 1);
    return add(multiply(shift(negative(labels), 1), logits),
               multiply(weights, softplus(negative(logits))));
}

} // namespace engine
