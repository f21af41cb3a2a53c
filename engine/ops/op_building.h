// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"
#include "engine/ops/kernel.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace engine {

// What the files of operation families share when they define and add operations.

// The type of OpDef::gradient.
using GradientFunction = decltype(OpDef::gradient);

// Adds an operation to the graph of its inputs. InvalidArgumentError if none of them is valid, and
// as Graph::addOperation().
Operation& addOperation(const OpDef& def, std::string_view name, std::vector<Output> inputs,
                        Attributes attributes = {});
// The same; returns output 0.
Output addOutput(const OpDef& def, std::string_view name, std::vector<Output> inputs,
                 Attributes attributes = {});

// An output of an operation that a gradient function got as a constant.
Output resultOf(const Operation& operation, int index = 0);

// OpDef::gradient of operations that pass none to any input, though being asked is no error.
std::vector<Output> noGradient(const Operation& operation, std::span<const Output> gradients);

// OpDef::makeKernel for a function that does not depend on the request.
template <void (*kCompute)(KernelContext&)>
std::unique_ptr<Kernel> makeFunctionKernel(const KernelRequest&)
{
    return functionKernel<kCompute>();
}

// OpDef::makeKernel for a class that is constructed from the request.
template <typename KernelClass>
std::unique_ptr<Kernel> makeKernelOf(const KernelRequest& request)
{
    return std::make_unique<KernelClass>(request);
}

} // namespace engine
