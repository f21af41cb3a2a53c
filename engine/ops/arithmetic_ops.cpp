// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/arithmetic_ops.h"

#include "engine/ops/basic_ops.h"
#include "engine/ops/broadcast.h"
#include "engine/ops/comparison_ops.h"
#include "engine/ops/elementwise.h"
#include "engine/ops/reduction.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/unary_ops.h"

#include <functional>

namespace engine {

namespace {

struct Sum
{
    static auto apply(const auto& x, const auto& y) { return x + y; }
};
struct Difference
{
    static auto apply(const auto& x, const auto& y) { return x - y; }
};
struct Product
{
    static auto apply(const auto& x, const auto& y) { return x * y; }
};
struct Quotient
{
    static auto apply(const auto& x, const auto& y) { return x / y; }
};
struct SquaredDifference
{
    static auto apply(const auto& x, const auto& y) { return (x - y).square(); }
};
struct Larger
{
    static auto apply(const auto& x, const auto& y) { return largerOf(x, y); }
};
struct Smaller
{
    static auto apply(const auto& x, const auto& y) { return smallerOf(x, y); }
};

// Gradients of x and y before the sums over repeated axes, brought to the inputs' shapes.
std::vector<Output> summed(const Operation& operation, Output dx, Output dy)
{
    return {sumLike(dx, operation.input(0)), sumLike(dy, operation.input(1))};
}

std::vector<Output> addGradient(const Operation& operation, std::span<const Output> gradients)
{
    return summed(operation, gradients[0], gradients[0]);
}

std::vector<Output> subtractGradient(const Operation& operation, std::span<const Output> gradients)
{
    return summed(operation, gradients[0], negative(gradients[0]));
}

std::vector<Output> multiplyGradient(const Operation& operation, std::span<const Output> gradients)
{
    return summed(operation, multiply(gradients[0], operation.input(1)),
                  multiply(gradients[0], operation.input(0)));
}

std::vector<Output> divideGradient(const Operation& operation, std::span<const Output> gradients)
{
    const Output x = operation.input(0);
    const Output y = operation.input(1);
    const Output slope = divide(divide(negative(x), y), y);
    return summed(operation, divide(gradients[0], y), multiply(gradients[0], slope));
}

std::vector<Output> squaredDifferenceGradient(const Operation& operation,
                                              std::span<const Output> gradients)
{
    const Output difference = subtract(operation.input(0), operation.input(1));
    const Output dx = scale(multiply(gradients[0], difference), 2);
    return summed(operation, dx, negative(dx));
}

std::vector<Output> chosenGradient(const Operation& operation, Output xIsTaken, Output gradient)
{
    const Output zeros = zerosLike(gradient);
    return summed(operation, select(xIsTaken, gradient, zeros), select(xIsTaken, zeros, gradient));
}

std::vector<Output> maximumGradient(const Operation& operation, std::span<const Output> gradients)
{
    const Output taken = greaterEqual(operation.input(0), operation.input(1));
    return chosenGradient(operation, taken, gradients[0]);
}

std::vector<Output> minimumGradient(const Operation& operation, std::span<const Output> gradients)
{
    const Output taken = lessEqual(operation.input(0), operation.input(1));
    return chosenGradient(operation, taken, gradients[0]);
}

constexpr OpDef kAdd = numericBinaryOp<Sum>("Add", addGradient);
constexpr OpDef kSub = numericBinaryOp<Difference>("Sub", subtractGradient);
constexpr OpDef kMul = numericBinaryOp<Product>("Mul", multiplyGradient);
constexpr OpDef kRealDiv = floatingBinaryOp<Quotient>("RealDiv", divideGradient);
constexpr OpDef kSquaredDifference =
    numericBinaryOp<SquaredDifference>("SquaredDifference", squaredDifferenceGradient);
constexpr OpDef kMaximum = numericBinaryOp<Larger>("Maximum", maximumGradient);
constexpr OpDef kMinimum = numericBinaryOp<Smaller>("Minimum", minimumGradient);

std::vector<OutputSpec> addNShape(const ShapeRequest& request)
{
    requireNumeric(request, 0);
    Shape shape = request.inputs[0].shape;
    for (std::size_t i = 1; i < request.inputs.size(); ++i) {
        requireSameType(request, 0, i);
        static_cast<void>(mergeInputShapes(request, 0, i));
        shape = shape.mergedWith(request.inputs[i].shape);
    }
    return {{request.inputs[0].type, shape}};
}

std::vector<Output> addNGradient(const Operation& operation, std::span<const Output> gradients)
{
    return std::vector<Output>(operation.inputs().size(), gradients[0]);
}

template <typename T>
class AddNKernel final : public Kernel
{
public:
    explicit AddNKernel(const KernelRequest& request)
        : m_inputCount(static_cast<int>(request.inputs.size()))
    { }

    void compute(KernelContext& context) override
    {
        const std::span<T> output = context.output(0).values<T>();
        const auto count = static_cast<std::int64_t>(output.size());
        parallelFor(count, m_inputCount, [&](std::int64_t begin, std::int64_t end) {
            const std::int64_t size = end - begin;
            ArrayMap<T> sum = arrayOf(output, begin, size);
            sum = arrayOf(context.input(0).values<T>(), begin, size);
            for (int i = 1; i < m_inputCount; ++i) {
                sum += arrayOf(context.input(i).values<T>(), begin, size);
            }
        });
    }

private:
    int m_inputCount;
};

std::unique_ptr<Kernel> makeAddN(const KernelRequest& request)
{
    return dispatchNumericType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<AddNKernel<decltype(type)>>(request);
    });
}

const OpDef kAddN{
    .type = "AddN", .inferShapes = addNShape, .gradient = addNGradient, .makeKernel = makeAddN};

std::vector<OutputSpec> sumLikeShape(const ShapeRequest& request)
{
    requireInputCount(request, 2);
    requireFloating(request, 0);
    const Shape& reference = request.inputs[1].shape;
    if (broadcastInputShapes(request, 0, 1).rank() != request.inputs[0].shape.rank()) {
        throw InvalidArgumentError(
            fmt::format("operation {}: {} cannot be summed to {}", request.operationName,
                        request.inputs[0].shape.toString(), reference.toString()));
    }
    return {{request.inputs[0].type, reference}};
}

template <typename T>
class SumLikeKernel final : public Kernel
{
public:
    explicit SumLikeKernel(const KernelRequest& request)
        : m_plan(request.inputs[0].shape,
                 broadcastAxes(request.inputs[0].shape, request.inputs[1].shape))
    { }

    void compute(KernelContext& context) override
    {
        reduce<SumReducer>(m_plan, context.input(0).values<T>(), context.output(0).values<T>());
    }

private:
    ReductionPlan m_plan;
};

std::unique_ptr<Kernel> makeSumLike(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<SumLikeKernel<decltype(type)>>(request);
    });
}

const OpDef kSumLike{.type = "SumLike", .inferShapes = sumLikeShape, .makeKernel = makeSumLike};

} // namespace

Output add(Output x, Output y, std::string_view name)
{
    return addOutput(kAdd, name, {x, y});
}

Output subtract(Output x, Output y, std::string_view name)
{
    return addOutput(kSub, name, {x, y});
}

Output multiply(Output x, Output y, std::string_view name)
{
    return addOutput(kMul, name, {x, y});
}

Output divide(Output x, Output y, std::string_view name)
{
    return addOutput(kRealDiv, name, {x, y});
}

Output squaredDifference(Output x, Output y, std::string_view name)
{
    return addOutput(kSquaredDifference, name, {x, y});
}

Output maximum(Output x, Output y, std::string_view name)
{
    return addOutput(kMaximum, name, {x, y});
}

Output minimum(Output x, Output y, std::string_view name)
{
    return addOutput(kMinimum, name, {x, y});
}

Output addN(std::span<const Output> inputs, std::string_view name)
{
    return addOutput(kAddN, name, {inputs.begin(), inputs.end()});
}

Output sumLike(Output x, Output reference, std::string_view name)
{
    const bool isEqual = x.shape() == reference.shape() && x.shape().isFullyKnown();
    return isEqual ? x : addOutput(kSumLike, name, {x, reference});
}

} // namespace engine
