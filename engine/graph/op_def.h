// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/errors.h"
#include "engine/base/tensor.h"
#include "engine/graph/output.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace engine {

class Attributes;
class Kernel;
struct KernelRequest;

// Element type and shape of one output, as far as known.
struct OutputSpec
{
    DataType type = DataType::Invalid;
    Shape shape;
};

// What a shape rule sees. It is asked when the operation is added to a graph, and again, with
// every input shape known, when a plan is compiled.
struct ShapeRequest
{
    std::string_view operationName; // for messages
    std::span<const OutputSpec> inputs;
    const Attributes& attributes;
};

// What a count of floating-point operations sees: shapes are fully known.
struct CostRequest
{
    const Attributes& attributes;
    std::span<const OutputSpec> inputs;
    std::span<const OutputSpec> outputs;
};

// How the runtime treats an operation.
enum class OpKind
{
    Computation, // runs its kernel
    Alias, // output 0 is input 0 under the shape of the rule; no kernel, no copy
    Placeholder, // must be fed
    Constant, // attribute "value"
    Variable, // state kept by the session
    NoOperation // exists for its control inputs
};

// An operation type: shape rule, gradient and CPU kernel side by side. Instances are constants in
// the file of their family under engine/ops; operations point at them.
struct OpDef
{
    std::string_view type; // TensorFlow's name where it has one: "MatMul"
    OpKind kind = OpKind::Computation;
    // One spec per output. InvalidArgumentError that names the operation and says what is wrong.
    // Asked through inferOutputs().
    std::vector<OutputSpec> (*inferShapes)(const ShapeRequest&) = nullptr;
    // One gradient per input (an invalid Output where there is none), given one per output (invalid
    // where nothing flows). Null: gradients do not pass through this operation.
    std::vector<Output> (*gradient)(const Operation& operation,
                                    std::span<const Output> outputGradients) = nullptr;
    std::unique_ptr<Kernel> (*makeKernel)(const KernelRequest&) = nullptr;
    // Floating-point operations of one run, a multiply-add for two. Null: one for each element of
    // the largest input or output.
    double (*flops)(const CostRequest&) = nullptr;
    // Number of leading inputs that are variables which the kernel overwrites (Assign: 1, Adam: 3).
    int updatedVariables = 0;
    // The kernel gives the first variable its first value, so it need not have one (Assign).
    bool initializesVariable = false;
    // The kernel looks at whether variables have a value instead of at the values.
    bool inspectsVariables = false;
    // The kernel reads the variable itself at its place in the order of operations; others see the
    // value that the variable had at the start of the run.
    bool readsVariableInOrder = false;
    // The kernel throws for values that it is there to find (CheckNumerics).
    bool checksValues = false;
    // A run may wait for another run of the session (queues).
    bool mayBlock = false;
    // Not to be merged with an equal operation nor folded (random numbers, counters).
    bool stateful = false;
};

// What the shape rule says; whatever it refuses is refused withInputs().
std::vector<OutputSpec> inferOutputs(const OpDef& def, const ShapeRequest& request);

// The same error with the operation's type and all that it is given behind the message:
// "… (MatMul of float32 [2, 3] and float32 [4, 5])".
InvalidArgumentError withInputs(const InvalidArgumentError& error, std::string_view type,
                                std::span<const OutputSpec> inputs);

} // namespace engine
