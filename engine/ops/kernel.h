// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor.h"
#include "engine/graph/operation.h"

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace engine {

class ResourceStore;

// What a kernel factory knows: every shape is fixed, so primitives can be prepared here.
struct KernelRequest
{
    const Operation& operation;
    std::span<const OutputSpec> inputs;
    std::span<const OutputSpec> outputs;
    int threads = 1; // that the kernel may use
    ResourceStore* resources = nullptr; // of the session
};

// One call of a kernel. Input and output tensors are bound by the plan before each step; outputs
// hold whatever an earlier operation left there.
class KernelContext
{
public:
    using Deadline = std::optional<std::chrono::steady_clock::time_point>;

    KernelContext(std::span<Tensor* const> inputs, std::span<Tensor* const> outputs,
                  std::span<const bool* const> variableHasValue, const Deadline& deadline = {})
        : m_inputs(inputs), m_outputs(outputs), m_variableHasValue(variableHasValue),
          m_deadline(deadline)
    { }

    const Tensor& input(int index) const { return *m_inputs[static_cast<std::size_t>(index)]; }
    Tensor& output(int index) const { return *m_outputs[static_cast<std::size_t>(index)]; }
    // Input `index`, a variable that the operation or a fused follower updates, for writing.
    Tensor& variable(int index) const { return *m_inputs[static_cast<std::size_t>(index)]; }
    // For OpDef::inspectsVariables: whether the variable at this input has a value yet.
    bool variableHasValue(int index) const
    {
        return *m_variableHasValue[static_cast<std::size_t>(index)];
    }
    // When a kernel that waits is to give up with DeadlineExceededError.
    const Deadline& deadline() const { return m_deadline; }

private:
    std::span<Tensor* const> m_inputs;
    std::span<Tensor* const> m_outputs;
    std::span<const bool* const> m_variableHasValue;
    Deadline m_deadline;
};

// The CPU implementation of an operation for fixed shapes. compute() allocates nothing, except
// where an output's shape is not known before (then it assigns a new Tensor to it).
//
// Thread rule: one plan runs a kernel from one thread at a time.
class Kernel
{
public:
    Kernel() = default;
    virtual ~Kernel() = default;
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;

    virtual void compute(KernelContext& context) = 0;
    // Of several ways that the operation can be computed, the one of this kernel, for people; empty
    // where there is one.
    virtual std::string_view way() const { return {}; }
};

// A kernel that is one function without state: functionKernel<&computeRelu<float>>.
template <void (*kCompute)(KernelContext&)>
class FunctionKernel final : public Kernel
{
public:
    void compute(KernelContext& context) override { kCompute(context); }
};

template <void (*kCompute)(KernelContext&)>
std::unique_ptr<Kernel> functionKernel()
{
    return std::make_unique<FunctionKernel<kCompute>>();
}

} // namespace engine
