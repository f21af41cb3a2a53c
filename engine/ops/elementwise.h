// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/eigen_maps.h"
#include "engine/ops/kernel.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/type_dispatch.h"

namespace engine {

// Kernels that compute each element from the elements at the same place. A functor is a class with
// `static auto apply(arrays…)` that returns an Eigen array expression. Only for the sources of
// engine/ops.

// output = Functor::apply(input 0)
template <typename Functor, typename In, typename Out = In>
void computeUnary(KernelContext& context)
{
    const std::span<const In> input = context.input(0).values<In>();
    const std::span<Out> output = context.output(0).values<Out>();
    const auto count = static_cast<std::int64_t>(output.size());
    parallelFor(count, 1, [&](std::int64_t begin, std::int64_t end) {
        arrayOf(output, begin, end - begin) = Functor::apply(arrayOf(input, begin, end - begin));
    });
}

// output = Functor::apply(input 0, input 1), all of one shape
template <typename Functor, typename T>
void computePairs(KernelContext& context)
{
    const std::span<const T> first = context.input(0).values<T>();
    const std::span<const T> second = context.input(1).values<T>();
    const std::span<T> output = context.output(0).values<T>();
    const auto count = static_cast<std::int64_t>(output.size());
    parallelFor(count, 1, [&](std::int64_t begin, std::int64_t end) {
        const std::int64_t size = end - begin;
        arrayOf(output, begin, size) =
            Functor::apply(arrayOf(first, begin, size), arrayOf(second, begin, size));
    });
}

// OpDef::makeKernel for the above, for float32 and float64.
template <typename Functor>
std::unique_ptr<Kernel> makeFloatingUnary(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [](auto type) {
        return functionKernel<&computeUnary<Functor, decltype(type)>>();
    });
}

template <typename Functor>
std::unique_ptr<Kernel> makeNumericUnary(const KernelRequest& request)
{
    return dispatchNumericType(request.inputs[0].type, request.operation.name(), [](auto type) {
        return functionKernel<&computeUnary<Functor, decltype(type)>>();
    });
}

template <typename Functor>
std::unique_ptr<Kernel> makeFloatingPairs(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [](auto type) {
        return functionKernel<&computePairs<Functor, decltype(type)>>();
    });
}

} // namespace engine
