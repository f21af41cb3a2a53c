// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <string_view>

namespace engine {

// A variable of a graph: state kept by a session between runs (tf.Variable). Kept in collections
// as a shared object.
class Variable final : public CollectionObject
{
public:
    Variable(Output value, Output initialValue, Operation& initializer, bool trainable)
        : m_value(value), m_initialValue(initialValue), m_initializer(&initializer),
          m_trainable(trainable)
    { }

    const std::string& name() const { return m_value.operation().name(); }
    // The value at the start of the run, whatever the run assigns.
    Output value() const { return m_value; }
    Output initialValue() const { return m_initialValue; }
    Operation& initializer() const { return *m_initializer; }
    bool isTrainable() const { return m_trainable; }

private:
    Output m_value;
    Output m_initialValue;
    Operation* m_initializer;
    bool m_trainable;
};

struct VariableOptions
{
    bool trainable = true; // also in keys::kTrainableVariables
    bool local = false; // in keys::kLocalVariables instead of kGlobalVariables: not checkpointed
};

// Adds a variable with the type and (fully known) shape of `initialValue` to the graph and to its
// collections. InvalidArgumentError for a shape that is not fully known.
std::shared_ptr<Variable> makeVariable(std::string_view name, Output initialValue,
                                       const VariableOptions& options = {});

// The variable object of a Variable operation. NotFoundError if it is in no collection.
std::shared_ptr<Variable> findVariable(const Graph& graph, std::string_view name);

// The value at this point of the order of operations (control inputs), copied: after an assign on
// which it depends it is the new one. (tf.Variable.read_value)
Output readVariable(Output variable, std::string_view name = "Read");

// Overwrite; output 0 is the new value.
Output assign(Output variable, Output value, std::string_view name = "Assign");
Output assignAdd(Output variable, Output delta, std::string_view name = "AssignAdd");

// Bool scalar.
Output isVariableInitialized(Output variable, std::string_view name = "IsVariableInitialized");
// 1-D strings: names of those that have no value yet; empty when all have.
Output reportUninitialized(Graph& graph, std::span<const Output> variables,
                           std::string_view name = "report_uninitialized_variables");

// An operation that only runs its inputs (tf.group).
Operation& group(Graph& graph, const std::vector<Operation*>& operations,
                 std::string_view name = "group_deps");

// Global step: int64 scalar 0, not trainable, in keys::kGlobalStep (spec section 1.11).
std::shared_ptr<Variable> createGlobalStep(Graph& graph); // InvalidArgumentError if there is one
std::shared_ptr<Variable> getGlobalStep(const Graph& graph); // null if there is none or several
std::shared_ptr<Variable> getOrCreateGlobalStep(Graph& graph);

} // namespace engine
