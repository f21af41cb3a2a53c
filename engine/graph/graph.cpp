// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace engine {

namespace {

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
        || c == '.' || c == '-' || c == '/';
}

void requireValidName(std::string_view name)
{
    const bool goodStart = !name.empty() && name[0] != '_' && name[0] != '-' && name[0] != '/';
    if (!goodStart || !std::ranges::all_of(name, isNameCharacter)) {
        throw InvalidArgumentError(fmt::format("'{}' is not a valid operation name", name));
    }
}

} // namespace

Graph::Graph(std::uint64_t seed) : m_seed(seed) { }

Graph::~Graph() = default;

void Graph::requireWritable() const
{
    if (m_isFinalized) {
        throw FailedPreconditionError("Graph is finalized and cannot be modified.");
    }
}

void Graph::checkInputs(const OperationSpec& spec, const std::string& name) const
{
    for (std::size_t i = 0; i < spec.inputs.size(); ++i) {
        const Output& input = spec.inputs[i];
        if (!input.isValid()) {
            throw InvalidArgumentError(fmt::format("operation {}: input {} is missing", name, i));
        }
        if (&input.graph() != this) {
            throw InvalidArgumentError(
                fmt::format("operation {}: input {} belongs to another graph", name, input.name()));
        }
        const bool isUpdated = static_cast<int>(i) < spec.def->updatedVariables;
        if (isUpdated && input.operation().def().kind != OpKind::Variable) {
            throw InvalidArgumentError(
                fmt::format("operation {}: input {} is not a variable", name, input.name()));
        }
    }
}

Operation& Graph::addOperation(OperationSpec spec)
{
    requireWritable();
    const std::string name = uniqueName(spec.name.empty() ? spec.def->type : spec.name);
    checkInputs(spec, name);
    std::vector<OutputSpec> inputSpecs;
    for (const Output& input : spec.inputs) {
        inputSpecs.push_back({input.type(), input.shape()});
    }

    std::unique_ptr<Operation> operation(new Operation);
    operation->m_graph = this;
    operation->m_name = name;
    operation->m_def = spec.def;
    operation->m_id = static_cast<int>(m_operations.size());
    operation->m_outputs = inferOutputs(*spec.def, {name, inputSpecs, spec.attributes});
    operation->m_inputs = std::move(spec.inputs);
    operation->m_controlInputs = std::move(spec.controlInputs);
    operation->m_controlInputs.insert(operation->m_controlInputs.end(),
                                      m_controlDependencies.begin(), m_controlDependencies.end());
    operation->m_attributes = std::move(spec.attributes);
    m_byName.emplace(name, operation.get());
    m_operations.push_back(std::move(operation));
    return *m_operations.back();
}

Operation* Graph::findOperation(std::string_view name) const
{
    const auto found = m_byName.find(std::string(name));
    return found == m_byName.end() ? nullptr : found->second;
}

Output Graph::output(std::string_view name) const
{
    const std::size_t colon = name.rfind(':');
    int index = 0;
    if (colon != std::string_view::npos) {
        const std::string_view digits = name.substr(colon + 1);
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), index);
        if (error != std::errc() || end != digits.data() + digits.size()) {
            throw InvalidArgumentError(fmt::format("'{}' is not a tensor name", name));
        }
    }
    Operation* operation = findOperation(name.substr(0, colon));
    if (operation == nullptr) {
        throw NotFoundError(fmt::format("the graph has no operation '{}'", name.substr(0, colon)));
    }
    if (colon == std::string_view::npos && operation->outputCount() > 1) {
        throw InvalidArgumentError(fmt::format("'{}' is ambiguous: the operation has {} outputs",
                                               name, operation->outputCount()));
    }
    return operation->output(index);
}

std::string Graph::uniqueName(std::string_view name)
{
    requireValidName(name);
    const std::string wanted = m_scope + std::string(name);
    std::string candidate = wanted;
    while (m_usedNames.contains(candidate)) {
        candidate = fmt::format("{}_{}", wanted, m_usedNames[wanted]++);
    }
    m_usedNames.emplace(candidate, 1);
    return candidate;
}

void Graph::addToCollection(std::string_view key, CollectionItem item)
{
    requireWritable();
    m_collections[std::string(key)].push_back(std::move(item));
}

const std::vector<CollectionItem>& Graph::collection(std::string_view key) const
{
    static const std::vector<CollectionItem> kEmpty;
    const auto found = m_collections.find(key);
    return found == m_collections.end() ? kEmpty : found->second;
}

NameScope::NameScope(Graph& graph, std::string_view name) : m_graph(graph), m_outer(graph.m_scope)
{
    graph.m_scope = graph.uniqueName(name) + "/";
}

NameScope::~NameScope()
{
    m_graph.m_scope = m_outer;
}

ControlDependencies::ControlDependencies(Graph& graph, const std::vector<Operation*>& operations)
    : m_graph(graph), m_outerCount(graph.m_controlDependencies.size())
{
    graph.m_controlDependencies.insert(graph.m_controlDependencies.end(), operations.begin(),
                                       operations.end());
}

ControlDependencies::~ControlDependencies()
{
    m_graph.m_controlDependencies.resize(m_outerCount);
}

} // namespace engine
