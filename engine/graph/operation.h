// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/attributes.h"
#include "engine/graph/op_def.h"
#include "engine/graph/output.h"

#include <span>
#include <string>
#include <vector>

namespace engine {

// A node of a graph. Made by Graph::addOperation() and owned by the graph; constant afterwards.
class Operation
{
public:
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;

    Graph& graph() const { return *m_graph; }
    const std::string& name() const { return m_name; }
    const OpDef& def() const { return *m_def; }
    int id() const { return m_id; } // position in the order of creation

    std::span<const Output> inputs() const { return m_inputs; }
    Output input(int index) const { return m_inputs.at(static_cast<std::size_t>(index)); }
    std::span<Operation* const> controlInputs() const { return m_controlInputs; }
    const Attributes& attributes() const { return m_attributes; }
    template <typename T>
    const T& attribute(std::string_view name) const
    {
        return m_attributes.get<T>(name);
    }

    int outputCount() const { return static_cast<int>(m_outputs.size()); }
    Output output(int index = 0);
    const OutputSpec& outputSpec(int index) const
    {
        return m_outputs.at(static_cast<std::size_t>(index));
    }

private:
    friend class Graph;
    Operation() = default;

    Graph* m_graph = nullptr;
    std::string m_name;
    const OpDef* m_def = nullptr;
    int m_id = 0;
    std::vector<Output> m_inputs;
    std::vector<Operation*> m_controlInputs;
    Attributes m_attributes;
    std::vector<OutputSpec> m_outputs;
};

} // namespace engine
