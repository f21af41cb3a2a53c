// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/saver.h"

#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/formats/tensor_bundle.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/variable_ops.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace engine {

namespace {

std::vector<Output> globalVariables(const Graph& graph)
{
    std::vector<Output> values;
    for (const auto& variable : graph.collectionOf<Variable>(keys::kGlobalVariables)) {
        values.push_back(variable->value());
    }
    return values;
}

std::string compact(const Shape& shape)
{
    return fmt::format("[{}]", fmt::join(shape.dims(), ","));
}

void requireFits(const TensorBundleReader& reader, const Output& value, const std::string& prefix)
{
    const std::string& name = value.operation().name();
    const BundleEntry* stored = reader.find(name);
    if (stored == nullptr) {
        throw NotFoundError(fmt::format(
            "Key {} not found in checkpoint {}: the graph has this variable, the file has not",
            name, prefix));
    }
    if (!(stored->shape == value.shape())) {
        throw InvalidArgumentError(fmt::format("variable {}: checkpoint has {}, graph has {}", name,
                                               compact(stored->shape), compact(value.shape())));
    }
    if (stored->dataTypeNumber != static_cast<int>(value.type())) {
        throw InvalidArgumentError(fmt::format("variable {}: checkpoint has {}, graph has {}", name,
                                               stored->dataTypeName(), dataTypeName(value.type())));
    }
}

} // namespace

Saver::Saver(SaverOptions options)
    : m_options(std::move(options)), m_files(m_options.files), m_clock(m_options.clock),
      m_logger(m_options.logger), m_store(*m_files, *m_clock, *m_logger, m_options.store)
{ }

void Saver::build(Graph& graph)
{
    if (m_isBuilt) {
        return;
    }
    const std::vector<Output> variables =
        m_options.variables.empty() ? globalVariables(graph) : m_options.variables;
    if (variables.empty() && !m_options.allowEmpty) {
        throw InvalidArgumentError("No variables to save");
    }
    if (!variables.empty()) {
        const NameScope scope(graph, "save");
        for (const Output& value : variables) {
            const Output newValue = placeholder(graph, value.type(), value.shape(), "value");
            Operation& assignment = assign(value, newValue).operation();
            m_entries.push_back({value.operation().name(), value, newValue, &assignment});
        }
    }
    m_isBuilt = true;
}

void Saver::requireBuilt() const
{
    if (!m_isBuilt) {
        throw FailedPreconditionError("the saver is not built: call build(graph) or finalize a "
                                      "scaffold first");
    }
}

std::string Saver::save(Session& session, const std::string& path,
                        std::optional<std::int64_t> globalStep)
{
    SaveRequest request;
    request.path = path;
    request.globalStep = globalStep;
    return save(session, request);
}

std::string Saver::save(Session& session, const SaveRequest& request)
{
    requireBuilt();
    if (m_entries.empty()) {
        return {};
    }
    std::vector<Tensor> values = session.run(valueFetches());
    NamedTensors tensors;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        tensors.emplace(m_entries[i].name, std::move(values[i]));
    }
    return m_store.save(request, tensors);
}

void Saver::restore(Session& session, const std::string& prefix)
{
    requireBuilt();
    if (m_entries.empty()) {
        return;
    }
    if (!checkpointExists(*m_files, prefix)) {
        throw InvalidArgumentError(
            fmt::format("The passed save_path is not a valid checkpoint: {}", prefix));
    }
    const TensorBundleReader reader(*m_files, prefix);
    std::vector<Feed> feeds;
    std::vector<Fetch> assignments;
    for (const Entry& entry : m_entries) {
        requireFits(reader, entry.value, prefix);
        feeds.push_back({entry.newValue, reader.read(entry.name)});
        assignments.emplace_back(entry.assign);
    }
    session.run(assignments, feeds);
}

void requireRestorable(const FileSystem& files, const std::string& prefix, const Graph& graph)
{
    const TensorBundleReader reader(files, prefix);
    for (const Output& value : globalVariables(graph)) {
        requireFits(reader, value, prefix);
    }
}

std::vector<Fetch> Saver::valueFetches() const
{
    std::vector<Fetch> fetches;
    for (const Entry& entry : m_entries) {
        fetches.emplace_back(entry.value);
    }
    return fetches;
}

void Saver::readVariables(Session& session, std::vector<Tensor>& values) const
{
    requireBuilt();
    const std::vector<Fetch> fetches = valueFetches();
    session.run(RunRequest{fetches, {}}, values);
}

void Saver::writeVariables(Session& session, const std::vector<Tensor>& values) const
{
    requireBuilt();
    if (values.size() != m_entries.size()) {
        throw InvalidArgumentError(
            fmt::format("{} values for {} variables", values.size(), m_entries.size()));
    }
    std::vector<Feed> feeds;
    std::vector<Fetch> assignments;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        feeds.push_back({m_entries[i].newValue, values[i]});
        assignments.emplace_back(m_entries[i].assign);
    }
    session.run(assignments, feeds);
}

void Saver::setLastCheckpoints(const std::vector<std::string>& prefixes)
{
    m_store.setLastCheckpoints(prefixes);
}

void Saver::recoverLastCheckpoints(const std::vector<std::string>& prefixes)
{
    m_store.recoverLastCheckpoints(prefixes);
}

} // namespace engine
