// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/eigen_maps.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

namespace engine {

// What operations that update a variable and its slots share. Only for the sources of engine/ops.

// OpDef::inferShapes. Inputs: kTensors variables, kScalars scalars, the gradient; all of one type.
template <std::size_t kTensors, std::size_t kScalars>
std::vector<OutputSpec> updateShape(const ShapeRequest& request)
{
    requireInputCount(request, kTensors + kScalars + 1);
    requireFloating(request, 0);
    for (std::size_t i = 1; i < request.inputs.size(); ++i) {
        requireSameType(request, 0, i);
        if (i >= kTensors && i < kTensors + kScalars) {
            requireRank(request, i, 0);
        } else {
            static_cast<void>(mergeInputShapes(request, 0, i));
        }
    }
    return {};
}

template <template <typename> typename KernelClass>
std::unique_ptr<Kernel> makeUpdate(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<KernelClass<decltype(type)>>(request);
    });
}

// The definition of an update of kTensors variables by kScalars scalars and a gradient.
template <template <typename> typename KernelClass, std::size_t kTensors, std::size_t kScalars>
constexpr OpDef updateOp(std::string_view type)
{
    return {.type = type,
            .inferShapes = updateShape<kTensors, kScalars>,
            .makeKernel = makeUpdate<KernelClass>,
            .updatedVariables = static_cast<int>(kTensors),
            .stateful = true};
}

// Calls body(start, size) for parts of `count` elements that stay in the first-level cache through
// several passes.
template <typename Body>
void forEachCachedPart(std::int64_t count, std::int64_t cost, const Body& body)
{
    constexpr std::int64_t kBlock = 1024;
    parallelFor(count, cost, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t start = begin; start < end; start += kBlock) {
            body(start, std::min(kBlock, end - start));
        }
    });
}

} // namespace engine
