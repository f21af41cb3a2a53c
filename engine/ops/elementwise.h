// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/eigen_maps.h"
#include "engine/ops/kernel.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

#include <type_traits>
#include <utility>

namespace engine {

// Kernels that compute each element from the elements at the same place. A functor is a class with
// `apply(arrays…)`, static or const, that returns an Eigen array expression; one with constants is
// constructed from the operation's attributes. Only for the sources of engine/ops.

// The element type of an array expression.
template <typename X>
using ElementOf = typename std::decay_t<X>::Scalar;

template <typename Functor>
Functor functorFor(const KernelRequest& request)
{
    if constexpr (std::is_constructible_v<Functor, const Attributes&>) {
        return Functor(request.operation.attributes());
    } else {
        return Functor();
    }
}

// Base of functors with one constant, the attribute "value".
class WithConstant
{
public:
    explicit WithConstant(double value) : m_value(value) { }
    explicit WithConstant(const Attributes& attributes)
        : WithConstant(attributes.get<double>("value"))
    { }

protected:
    // In the element type of an array.
    template <typename X>
    auto constantFor(const X&) const
    {
        return static_cast<ElementOf<X>>(m_value);
    }

private:
    double m_value;
};

// output = functor.apply(inputs…), all of one shape
template <typename Functor, int kInputs, typename In, typename Out = In>
class ElementwiseKernel final : public Kernel
{
public:
    explicit ElementwiseKernel(const KernelRequest& request)
        : m_functor(functorFor<Functor>(request))
    { }

    void compute(KernelContext& context) override
    {
        apply(context, std::make_integer_sequence<int, kInputs>());
    }

private:
    template <int... kIndex>
    void apply(KernelContext& context, std::integer_sequence<int, kIndex...>) const
    {
        const std::span<Out> output = context.output(0).values<Out>();
        const auto count = static_cast<std::int64_t>(output.size());
        parallelFor(count, kInputs, [&](std::int64_t begin, std::int64_t end) {
            const std::int64_t size = end - begin;
            arrayOf(output, begin, size) = m_functor.apply(arrayOf(
                std::as_const(context.input(kIndex)).template values<In>(), begin, size)...);
        });
    }

    Functor m_functor;
};

// OpDef::makeKernel for the above, for float32 and float64 or for numeric types.
template <typename Functor, int kInputs>
std::unique_ptr<Kernel> makeFloatingElementwise(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<ElementwiseKernel<Functor, kInputs, decltype(type)>>(request);
    });
}

template <typename Functor, int kInputs>
std::unique_ptr<Kernel> makeNumericElementwise(const KernelRequest& request)
{
    return dispatchNumericType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<ElementwiseKernel<Functor, kInputs, decltype(type)>>(request);
    });
}

// The definition of a function of one input …
template <typename Functor>
constexpr OpDef floatingUnaryOp(std::string_view type, GradientFunction gradient)
{
    return {.type = type,
            .inferShapes = floatingUnary,
            .gradient = gradient,
            .makeKernel = makeFloatingElementwise<Functor, 1>};
}

template <typename Functor>
constexpr OpDef numericUnaryOp(std::string_view type, GradientFunction gradient)
{
    return {.type = type,
            .inferShapes = numericUnary,
            .gradient = gradient,
            .makeKernel = makeNumericElementwise<Functor, 1>};
}

// … and of its slope: a function of the input or the output, and of dy.
template <typename Functor>
constexpr OpDef slopeOp(std::string_view type)
{
    return {.type = type,
            .inferShapes = floatingPairs,
            .makeKernel = makeFloatingElementwise<Functor, 2>};
}

// OpDef::gradient by such a slope; it gets the operation's attributes.
template <const OpDef& kSlope>
std::vector<Output> slopeFromInput(const Operation& operation, std::span<const Output> gradients)
{
    return {addOutput(kSlope, {}, {operation.input(0), gradients[0]}, operation.attributes())};
}

template <const OpDef& kSlope>
std::vector<Output> slopeFromOutput(const Operation& operation, std::span<const Output> gradients)
{
    return {addOutput(kSlope, {}, {resultOf(operation), gradients[0]}, operation.attributes())};
}

} // namespace engine
