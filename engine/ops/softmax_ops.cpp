// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/softmax_ops.h"

#include "engine/ops/op_building.h"
#include "engine/ops/rows.h"
#include "engine/ops/shape_ops.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

#include <numeric>

namespace engine {

namespace {

std::vector<OutputSpec> rowsShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    requireFloating(request, 0);
    if (request.inputs[0].shape.rank() < 1) {
        throw InvalidArgumentError(
            fmt::format("operation {}: a scalar has no last axis", request.operationName));
    }
    return {request.inputs[0]};
}

// output row = Functor::apply(rows of the inputs…)
template <typename Functor, typename T, int kInputs>
class RowKernel final : public Kernel
{
public:
    explicit RowKernel(const KernelRequest& request) : m_layout(request.inputs[0].shape) { }

    void compute(KernelContext& context) override
    {
        const auto [columns, rows] = m_layout;
        const std::span<T> output = context.output(0).values<T>();
        parallelFor(rows, columns, [&, columns = columns](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                auto target = rowOf(output, row, columns);
                const auto first = rowOf(context.input(0).values<T>(), row, columns);
                if constexpr (kInputs == 1) {
                    Functor::apply(first, target);
                } else {
                    Functor::apply(first, rowOf(context.input(1).values<T>(), row, columns),
                                   target);
                }
            }
        });
    }

private:
    RowLayout m_layout;
};

template <typename Functor, int kInputs>
std::unique_ptr<Kernel> makeRows(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<RowKernel<Functor, decltype(type), kInputs>>(request);
    });
}

struct SoftmaxRow
{
    static void apply(const auto& x, auto& y)
    {
        y = (x - x.maxCoeff()).exp();
        y /= y.sum();
    }
};
struct SoftmaxGradientRow
{
    static void apply(const auto& y, const auto& dy, auto& dx) { dx = (dy - (dy * y).sum()) * y; }
};
struct LogSoftmaxRow
{
    static void apply(const auto& x, auto& y)
    {
        y = x - x.maxCoeff();
        y -= std::log(y.exp().sum());
    }
};
struct LogSoftmaxGradientRow
{
    static void apply(const auto& y, const auto& dy, auto& dx) { dx = dy - y.exp() * dy.sum(); }
};

const OpDef kSoftmaxGrad{.type = "SoftmaxGrad",
                         .inferShapes = floatingPairs,
                         .makeKernel = makeRows<SoftmaxGradientRow, 2>};
const OpDef kLogSoftmaxGrad{.type = "LogSoftmaxGrad",
                            .inferShapes = floatingPairs,
                            .makeKernel = makeRows<LogSoftmaxGradientRow, 2>};

std::vector<Output> softmaxGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {addOutput(kSoftmaxGrad, {}, {resultOf(operation), gradients[0]})};
}

std::vector<Output> logSoftmaxGradient(const Operation& operation,
                                       std::span<const Output> gradients)
{
    return {addOutput(kLogSoftmaxGrad, {}, {resultOf(operation), gradients[0]})};
}

const OpDef kSoftmax{.type = "Softmax",
                     .inferShapes = rowsShape,
                     .gradient = softmaxGradient,
                     .makeKernel = makeRows<SoftmaxRow, 1>};
const OpDef kLogSoftmax{.type = "LogSoftmax",
                        .inferShapes = rowsShape,
                        .gradient = logSoftmaxGradient,
                        .makeKernel = makeRows<LogSoftmaxRow, 1>};

// The rows of the kernels lie along the last axis.
Output alongAxis(const OpDef& def, Output logits, int axis, std::string_view name)
{
    const int rank = logits.shape().rank();
    const int resolved = axis < 0 ? axis + rank : axis;
    if (rank > 0 && (resolved < 0 || resolved >= rank)) {
        throw InvalidArgumentError(fmt::format("operation {}: axis {} of {} is out of range", name,
                                               axis, logits.shape().toString()));
    }
    if (rank == 0 || resolved == rank - 1) {
        return addOutput(def, name, {logits});
    }
    std::vector<std::int64_t> swapped(static_cast<std::size_t>(rank));
    std::iota(swapped.begin(), swapped.end(), 0);
    std::swap(swapped[static_cast<std::size_t>(resolved)], swapped.back());
    return transpose(addOutput(def, name, {transpose(logits, swapped)}), swapped);
}

} // namespace

Output softmax(Output logits, int axis, std::string_view name)
{
    return alongAxis(kSoftmax, logits, axis, name);
}

Output logSoftmax(Output logits, int axis, std::string_view name)
{
    return alongAxis(kLogSoftmax, logits, axis, name);
}

} // namespace engine
