// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/reduction_ops.h"

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/comparison_ops.h"
#include "engine/ops/op_building.h"
#include "engine/ops/reduction.h"
#include "engine/ops/rounding_ops.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/transcendental_ops.h"
#include "engine/ops/type_dispatch.h"

namespace engine {

namespace {

std::vector<OutputSpec> anyReductionShape(const ShapeRequest& request)
{
    const Shape& input = request.inputs[0].shape;
    const AxisSet axes = axesOf(request.operationName, request.attributes, input);
    Shape output;
    for (int axis = 0; axis < input.rank(); ++axis) {
        if (!axes.test(static_cast<std::size_t>(axis))) {
            output.append(input.dim(axis));
        } else if (request.attributes.get<bool>("keep_dims")) {
            output.append(1);
        }
    }
    return {{request.inputs[0].type, output}};
}

std::vector<OutputSpec> reductionShape(const ShapeRequest& request)
{
    requireNumeric(request, 0);
    return anyReductionShape(request);
}

std::vector<OutputSpec> boolReductionShape(const ShapeRequest& request)
{
    requireType(request, 0, DataType::Bool);
    return anyReductionShape(request);
}

std::vector<OutputSpec> floatingReductionShape(const ShapeRequest& request)
{
    requireFloating(request, 0);
    return reductionShape(request);
}

// The plan for the input whose shape is that of input `index`.
ReductionPlan planFor(const KernelRequest& request, std::size_t index)
{
    const Shape& shape = request.inputs[index].shape;
    return {shape, axesOf(request.operation.name(), request.operation.attributes(), shape)};
}

template <typename Reducer, typename T>
class ReductionKernel final : public Kernel
{
public:
    explicit ReductionKernel(const KernelRequest& request) : m_plan(planFor(request, 0)) { }

    void compute(KernelContext& context) override
    {
        reduce<Reducer>(m_plan, context.input(0).values<T>(), context.output(0).values<T>());
    }

private:
    ReductionPlan m_plan;
};

template <typename T>
class MeanKernel final : public Kernel
{
public:
    explicit MeanKernel(const KernelRequest& request) : m_plan(planFor(request, 0)) { }

    void compute(KernelContext& context) override
    {
        const std::span<T> output = context.output(0).values<T>();
        reduce<SumReducer>(m_plan, context.input(0).values<T>(), output);
        arrayOf(output, 0, static_cast<std::int64_t>(output.size())) /=
            static_cast<T>(m_plan.reducedCount());
    }

private:
    ReductionPlan m_plan;
};

template <typename Reducer>
std::unique_ptr<Kernel> makeReduction(const KernelRequest& request)
{
    return dispatchNumericType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        using Type = ReductionKernel<Reducer, decltype(type)>;
        return makeKernelOf<Type>(request);
    });
}

template <template <typename> typename KernelClass>
std::unique_ptr<Kernel> makeFloating(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<KernelClass<decltype(type)>>(request);
    });
}

// Input 0 repeated along the reduced axes to the shape of input 1, divided by how often if the
// attribute "mean" is true.
template <typename T>
class ExpandKernel final : public Kernel
{
public:
    explicit ExpandKernel(const KernelRequest& request)
        : m_plan(planFor(request, 1)), m_factor(request.operation.attribute<bool>("mean")
                                                    ? T(1) / static_cast<T>(m_plan.reducedCount())
                                                    : T(1))
    { }

    void compute(KernelContext& context) override
    {
        const std::span<const T> values = context.input(0).values<T>();
        const std::span<T> output = context.output(0).values<T>();
        const std::int64_t size = m_plan.rowSize();
        parallelFor(m_plan.rowCount(), size, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end && size > 0; ++row) {
                const std::int64_t offset = m_plan.outputOffsetOfRow(row);
                ArrayMap<T> target = arrayOf(output, row * size, size);
                if (m_plan.rowIsReduced()) {
                    target = values[static_cast<std::size_t>(offset)] * m_factor;
                } else {
                    target = arrayOf(values, offset, size) * m_factor;
                }
            }
        });
    }

private:
    ReductionPlan m_plan;
    T m_factor;
};

std::vector<OutputSpec> expandShape(const ShapeRequest& request)
{
    return {{request.inputs[0].type, request.inputs[1].shape}};
}

std::vector<Output> expandGradient(const Operation& operation, std::span<const Output> gradients);

const OpDef kExpand{.type = "ExpandReduced",
                    .inferShapes = expandShape,
                    .gradient = expandGradient,
                    .makeKernel = makeFloating<ExpandKernel>};

Output expand(const Operation& reduction, Output value, bool mean)
{
    Attributes attributes = reduction.attributes();
    attributes.set("mean", mean);
    return addOutput(kExpand, {}, {value, reduction.input(0)}, std::move(attributes));
}

std::vector<Output> sumGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {expand(operation, gradients[0], false)};
}

std::vector<Output> meanGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {expand(operation, gradients[0], true)};
}

std::vector<Output> extremeGradient(const Operation& operation, std::span<const Output> gradients)
{
    const Output x = operation.input(0);
    const Output isExtreme =
        cast(equal(x, expand(operation, resultOf(operation), false)), x.type());
    const Output ties = reduceSum(isExtreme, operation.attribute<std::vector<std::int64_t>>("axes"),
                                  operation.attribute<bool>("keep_dims"));
    return {multiply(isExtreme, expand(operation, divide(gradients[0], ties), false))};
}

// dx = dy times the product of the other elements. Running products from both ends need no
// division, so zeros are no special case.
template <typename T>
class ProductGradientKernel final : public Kernel
{
public:
    explicit ProductGradientKernel(const KernelRequest& request)
        : m_plan(planFor(request, 0)),
          m_running(static_cast<std::size_t>(request.inputs[1].shape.elementCount()))
    { }

    void compute(KernelContext& context) override
    {
        const std::span<const T> x = context.input(0).values<T>();
        const std::span<const T> dy = context.input(1).values<T>();
        const std::span<T> dx = context.output(0).values<T>();
        const std::size_t size = x.size();
        std::ranges::fill(m_running, T(1));
        for (std::size_t i = 0; i < size; ++i) {
            T& running = m_running[outputIndex(i)];
            dx[i] = running;
            running *= x[i];
        }
        std::ranges::copy(dy, m_running.begin());
        for (std::size_t i = size; i-- > 0;) {
            T& running = m_running[outputIndex(i)];
            dx[i] *= running;
            running *= x[i];
        }
    }

private:
    std::size_t outputIndex(std::size_t element) const
    {
        const auto index = static_cast<std::int64_t>(element);
        const std::int64_t within = m_plan.rowIsReduced() ? 0 : index % m_plan.rowSize();
        return static_cast<std::size_t>(m_plan.outputOffsetOfRow(index / m_plan.rowSize())
                                        + within);
    }

    ReductionPlan m_plan;
    std::vector<T> m_running; // one per output element
};

const OpDef kProdGrad{.type = "ProdGrad",
                      .inferShapes = sameAsFirstInput,
                      .makeKernel = makeFloating<ProductGradientKernel>};

std::vector<Output> productGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {addOutput(kProdGrad, {}, {operation.input(0), gradients[0]}, operation.attributes())};
}

const OpDef kSum{.type = "Sum",
                 .inferShapes = reductionShape,
                 .gradient = sumGradient,
                 .makeKernel = makeReduction<SumReducer>};
const OpDef kMean{.type = "Mean",
                  .inferShapes = floatingReductionShape,
                  .gradient = meanGradient,
                  .makeKernel = makeFloating<MeanKernel>};
const OpDef kMax{.type = "Max",
                 .inferShapes = reductionShape,
                 .gradient = extremeGradient,
                 .makeKernel = makeReduction<MaxReducer>};
const OpDef kMin{.type = "Min",
                 .inferShapes = reductionShape,
                 .gradient = extremeGradient,
                 .makeKernel = makeReduction<MinReducer>};
const OpDef kProd{.type = "Prod",
                  .inferShapes = reductionShape,
                  .gradient = productGradient,
                  .makeKernel = makeReduction<ProductReducer>};

template <typename Reducer>
constexpr OpDef boolReductionOp(std::string_view type)
{
    return {.type = type,
            .inferShapes = boolReductionShape,
            .gradient = noGradient,
            .makeKernel = makeKernelOf<ReductionKernel<Reducer, bool>>};
}

constexpr OpDef kAny = boolReductionOp<AnyReducer>("Any");
constexpr OpDef kAll = boolReductionOp<AllReducer>("All");

std::vector<Output> expandGradient(const Operation& operation, std::span<const Output> gradients)
{
    const OpDef& def = operation.attribute<bool>("mean") ? kMean : kSum;
    return {addOutput(def, {}, {gradients[0]}, operation.attributes()), Output()};
}

std::vector<OutputSpec> l2LossShape(const ShapeRequest& request)
{
    requireFloating(request, 0);
    return {{request.inputs[0].type, Shape()}};
}

template <typename T>
void computeL2Loss(KernelContext& context)
{
    const std::span<const T> x = context.input(0).values<T>();
    const auto count = static_cast<std::int64_t>(x.size());
    context.output(0).values<T>()[0] = arrayOf(x, 0, count).square().sum() / T(2);
}

std::unique_ptr<Kernel> makeL2Loss(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [](auto type) {
        return functionKernel<&computeL2Loss<decltype(type)>>();
    });
}

std::vector<Output> l2LossGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {multiply(operation.input(0), gradients[0])};
}

const OpDef kL2Loss{.type = "L2Loss",
                    .inferShapes = l2LossShape,
                    .gradient = l2LossGradient,
                    .makeKernel = makeL2Loss};

Output addReduction(const OpDef& def, Output x, const Axes& axes, bool keepDims,
                    std::string_view name)
{
    return addOutput(def, name, {x},
                     {{"axes", axes.listFor(x.shape().rank())}, {"keep_dims", keepDims}});
}

} // namespace

Output reduceSum(Output x, const Axes& axes, bool keepDims, std::string_view name)
{
    return addReduction(kSum, x, axes, keepDims, name);
}

Output reduceMean(Output x, const Axes& axes, bool keepDims, std::string_view name)
{
    return addReduction(kMean, x, axes, keepDims, name);
}

Output reduceMax(Output x, const Axes& axes, bool keepDims, std::string_view name)
{
    return addReduction(kMax, x, axes, keepDims, name);
}

Output reduceMin(Output x, const Axes& axes, bool keepDims, std::string_view name)
{
    return addReduction(kMin, x, axes, keepDims, name);
}

Output reduceProd(Output x, const Axes& axes, bool keepDims, std::string_view name)
{
    return addReduction(kProd, x, axes, keepDims, name);
}

Output reduceAny(Output x, const Axes& axes, bool keepDims, std::string_view name)
{
    return addReduction(kAny, x, axes, keepDims, name);
}

Output reduceAll(Output x, const Axes& axes, bool keepDims, std::string_view name)
{
    return addReduction(kAll, x, axes, keepDims, name);
}

Output reduceLogSumExp(Output x, const Axes& axes, bool keepDims, std::string_view name)
{
    const NameScope scope(x.graph(), name);
    const std::vector<std::int64_t> list = axes.listFor(x.shape().rank());
    // Subtracting an infinite maximum from itself would give NaN.
    const Output largest = stopGradient(reduceMax(x, list, true));
    const Output offset = select(isFinite(largest), largest, zerosLike(largest));
    const Output sum = reduceSum(exp(subtract(x, offset)), list, keepDims);
    return add(log(sum), keepDims ? offset : reduceSum(offset, list, false));
}

Moments moments(Output x, const Axes& axes, bool keepDims, std::string_view name)
{
    const NameScope scope(x.graph(), name);
    const std::vector<std::int64_t> list = axes.listFor(x.shape().rank());
    // The variance does not change with the point it is taken about, at the mean.
    const Output center = reduceMean(x, list, true);
    const Output variance =
        reduceMean(squaredDifference(x, stopGradient(center)), list, keepDims, "variance");
    return {keepDims ? center : reduceSum(center, list, false, "mean"), variance};
}

Output l2Loss(Output x, std::string_view name)
{
    return addOutput(kL2Loss, name, {x});
}

} // namespace engine
