// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"
#include "engine/ops/variable_ops.h"

#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace engine {

struct GradientAndVariable
{
    Output gradient; // invalid: the loss does not depend on the variable
    std::shared_ptr<Variable> variable;
};

// Global variable "learning_rate", float32 scalar, not trainable: a rate that can be changed
// between steps by assigning to it, and that is checkpointed.
std::shared_ptr<Variable> learningRateVariable(Graph& graph, double value);

// The gradients times clipNorm / max(their global norm, clipNorm); see clipByGlobalNorm().
// Of embeddings too it is the norm of whole gradients, in which rows looked up twice are summed;
// TensorFlow takes that of the values before.
std::vector<GradientAndVariable>
clipGradientsByGlobalNorm(std::span<const GradientAndVariable> gradients, double clipNorm);

// Adds the operations that change variables along gradients (tf.train.Optimizer). Build outside of
// name scopes: slots are named after their variables, "dense/kernel/Momentum".
class Optimizer
{
public:
    // `learningRate`: a floating-point scalar, constant or not. InvalidArgumentError otherwise.
    explicit Optimizer(Output learningRate);
    virtual ~Optimizer() = default;
    Optimizer(const Optimizer&) = delete;
    Optimizer& operator=(const Optimizer&) = delete;

    // One entry for each trainable variable of the graph, in order of creation.
    std::vector<GradientAndVariable> computeGradients(Output loss) const;

    // Updates all variables that have a gradient and then, if it is given, raises globalStep by 1.
    // The graph's operations in keys::kUpdateOps run with it (moving averages of layers). Gradients
    // are of the values before the step. InvalidArgumentError: there is no gradient.
    Operation& applyGradients(std::span<const GradientAndVariable> gradients,
                              const std::shared_ptr<Variable>& globalStep = nullptr);

    // Both of the above.
    Operation& minimize(Output loss, const std::shared_ptr<Variable>& globalStep = nullptr);

protected:
    // Called once for each step operation, before the updates are added.
    virtual void prepare(std::span<const GradientAndVariable>) { }
    virtual Operation& addUpdate(const Variable& variable, Output gradient) = 0;
    // Operations for the end of the step, built behind the updates.
    virtual std::vector<Operation*> addFinish() { return {}; }

    // The learning rate in this type.
    Output learningRateAs(DataType type);
    // A variable "VARIABLE/SLOT" like `variable`, global and not trainable, that begins with one
    // value everywhere.
    static Output makeSlot(const Variable& variable, std::string_view slot, double initial = 0);

private:
    Output m_learningRate;
    std::map<DataType, Output> m_castRates;
};

} // namespace engine
