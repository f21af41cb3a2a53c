// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/comparison_ops.h"

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/broadcast.h"
#include "engine/ops/elementwise.h"
#include "engine/ops/shape_rules.h"

namespace engine {

namespace {

struct IsEqual
{
    static auto apply(const auto& x, const auto& y) { return x == y; }
};
struct IsNotEqual
{
    static auto apply(const auto& x, const auto& y) { return x != y; }
};
struct IsLess
{
    static auto apply(const auto& x, const auto& y) { return x < y; }
};
struct IsLessEqual
{
    static auto apply(const auto& x, const auto& y) { return x <= y; }
};
struct IsGreater
{
    static auto apply(const auto& x, const auto& y) { return x > y; }
};
struct IsGreaterEqual
{
    static auto apply(const auto& x, const auto& y) { return x >= y; }
};
struct Both
{
    static auto apply(const auto& x, const auto& y) { return x && y; }
};
struct Either
{
    static auto apply(const auto& x, const auto& y) { return x || y; }
};
struct Not
{
    static auto apply(const auto& x) { return !x; }
};

std::vector<OutputSpec> comparisonShape(const ShapeRequest& request)
{
    requireInputCount(request, 2);
    requireSameType(request, 0, 1);
    return {{DataType::Bool, broadcastInputShapes(request, 0, 1)}};
}

std::vector<OutputSpec> orderShape(const ShapeRequest& request)
{
    requireNumeric(request, 0);
    return comparisonShape(request);
}

std::vector<OutputSpec> logicalShape(const ShapeRequest& request)
{
    requireType(request, 0, DataType::Bool);
    return comparisonShape(request);
}

std::vector<OutputSpec> notShape(const ShapeRequest& request)
{
    requireType(request, 0, DataType::Bool);
    return {request.inputs[0]};
}

template <typename Functor>
struct MakeComparison
{
    const KernelRequest& request;

    template <typename T>
    std::unique_ptr<Kernel> operator()(T) const
    {
        return std::make_unique<BroadcastKernel<Functor, T, bool>>(request);
    }
};

template <typename Functor>
std::unique_ptr<Kernel> makeEquality(const KernelRequest& request)
{
    return dispatchElementType(request.inputs[0].type, request.operation.name(),
                               MakeComparison<Functor>{request});
}

template <typename Functor>
std::unique_ptr<Kernel> makeOrder(const KernelRequest& request)
{
    return dispatchNumericType(request.inputs[0].type, request.operation.name(),
                               MakeComparison<Functor>{request});
}

template <typename Functor>
constexpr OpDef equalityOp(std::string_view type)
{
    return {.type = type,
            .inferShapes = comparisonShape,
            .gradient = noGradient,
            .makeKernel = makeEquality<Functor>};
}

template <typename Functor>
constexpr OpDef orderOp(std::string_view type)
{
    return {.type = type,
            .inferShapes = orderShape,
            .gradient = noGradient,
            .makeKernel = makeOrder<Functor>};
}

template <typename Functor>
constexpr OpDef logicalOp(std::string_view type)
{
    return {.type = type,
            .inferShapes = logicalShape,
            .gradient = noGradient,
            .makeKernel = makeKernelOf<BroadcastKernel<Functor, bool>>};
}

constexpr OpDef kEqual = equalityOp<IsEqual>("Equal");
constexpr OpDef kNotEqual = equalityOp<IsNotEqual>("NotEqual");
constexpr OpDef kLess = orderOp<IsLess>("Less");
constexpr OpDef kLessEqual = orderOp<IsLessEqual>("LessEqual");
constexpr OpDef kGreater = orderOp<IsGreater>("Greater");
constexpr OpDef kGreaterEqual = orderOp<IsGreaterEqual>("GreaterEqual");
constexpr OpDef kLogicalAnd = logicalOp<Both>("LogicalAnd");
constexpr OpDef kLogicalOr = logicalOp<Either>("LogicalOr");
constexpr OpDef kLogicalNot{.type = "LogicalNot",
                            .inferShapes = notShape,
                            .gradient = noGradient,
                            .makeKernel = makeKernelOf<ElementwiseKernel<Not, 1, bool>>};

std::vector<OutputSpec> selectShape(const ShapeRequest& request)
{
    requireInputCount(request, 3);
    requireType(request, 0, DataType::Bool);
    requireSameType(request, 1, 2);
    const std::array<OutputSpec, 2> values{
        request.inputs[0], {request.inputs[1].type, broadcastInputShapes(request, 1, 2)}};
    const ShapeRequest all{request.operationName, values, request.attributes};
    return {{request.inputs[1].type, broadcastInputShapes(all, 0, 1)}};
}

std::vector<Output> selectGradient(const Operation& operation, std::span<const Output> gradients)
{
    const Output condition = operation.input(0);
    const Output zeros = zerosLike(gradients[0]);
    return {Output(), sumLike(select(condition, gradients[0], zeros), operation.input(1)),
            sumLike(select(condition, zeros, gradients[0]), operation.input(2))};
}

template <typename T>
class SelectKernel final : public Kernel
{
public:
    explicit SelectKernel(const KernelRequest& request)
        : m_plan(request.outputs[0].shape,
                 {request.inputs[0].shape, request.inputs[1].shape, request.inputs[2].shape})
    { }

    void compute(KernelContext& context) override
    {
        const bool* condition = context.input(0).values<bool>().data();
        const T* x = context.input(1).values<T>().data();
        const T* y = context.input(2).values<T>().data();
        T* output = context.output(0).values<T>().data();
        const std::int64_t size = m_plan.rowSize();
        for (std::int64_t row = 0; row < m_plan.rowCount(); ++row) {
            const BroadcastPlan::Offsets offsets = m_plan.offsetsOfRow(row);
            for (std::int64_t i = 0; i < size; ++i) {
                const bool takesX = condition[offsets[0] + i * m_plan.rowStride(0)];
                *output++ = takesX ? x[offsets[1] + i * m_plan.rowStride(1)]
                                   : y[offsets[2] + i * m_plan.rowStride(2)];
            }
        }
    }

private:
    BroadcastPlan m_plan;
};

std::unique_ptr<Kernel> makeSelect(const KernelRequest& request)
{
    return dispatchElementType(request.inputs[1].type, request.operation.name(),
                               [&](auto type) -> std::unique_ptr<Kernel> {
                                   return std::make_unique<SelectKernel<decltype(type)>>(request);
                               });
}

const OpDef kSelect{.type = "SelectV2",
                    .inferShapes = selectShape,
                    .gradient = selectGradient,
                    .makeKernel = makeSelect};

} // namespace

Output equal(Output x, Output y, std::string_view name)
{
    return addOutput(kEqual, name, {x, y});
}

Output notEqual(Output x, Output y, std::string_view name)
{
    return addOutput(kNotEqual, name, {x, y});
}

Output less(Output x, Output y, std::string_view name)
{
    return addOutput(kLess, name, {x, y});
}

Output lessEqual(Output x, Output y, std::string_view name)
{
    return addOutput(kLessEqual, name, {x, y});
}

Output greater(Output x, Output y, std::string_view name)
{
    return addOutput(kGreater, name, {x, y});
}

Output greaterEqual(Output x, Output y, std::string_view name)
{
    return addOutput(kGreaterEqual, name, {x, y});
}

Output logicalAnd(Output x, Output y, std::string_view name)
{
    return addOutput(kLogicalAnd, name, {x, y});
}

Output logicalOr(Output x, Output y, std::string_view name)
{
    return addOutput(kLogicalOr, name, {x, y});
}

Output logicalNot(Output x, std::string_view name)
{
    return addOutput(kLogicalNot, name, {x});
}

Output select(Output condition, Output x, Output y, std::string_view name)
{
    return addOutput(kSelect, name, {condition, x, y});
}

} // namespace engine
