// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/softmax_ops.h"

#include "engine/ops/op_building.h"
#include "engine/ops/rows.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

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

} // namespace

Output softmax(Output logits, std::string_view name)
{
    return addOutput(kSoftmax, name, {logits});
}

Output logSoftmax(Output logits, std::string_view name)
{
    return addOutput(kLogSoftmax, name, {logits});
}

} // namespace engine
