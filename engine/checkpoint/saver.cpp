// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/saver.h"

#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/stored_variable.h"
#include "engine/formats/tensor_bundle.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/variable_ops.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

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

} // namespace

Saver::Saver(SaverOptions options)
    : m_options(std::move(options)), m_files(m_options.files), m_clock(m_options.clock),
      m_logger(m_options.logger), m_store(*m_files, *m_clock, *m_logger, m_options.store)
{ }

Saver::~Saver()
{
    finishSaving();
}

const std::string& PendingSave::prefix() const
{
    if (!m_isDone) {
        throw FailedPreconditionError("the checkpoint is still being written");
    }
    if (m_failure) {
        m_failure->raise();
    }
    return m_prefix;
}

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
            m_fetches.emplace_back(value);
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
    finishSaving();
    return m_entries.empty() ? std::string() : write(withMetric(request), copyOfVariables(session));
}

std::string Saver::write(const SaveRequest& request, const NamedTensors& tensors)
{
    if (m_options.beforeWriting) {
        m_options.beforeWriting();
    }
    return m_store.save(request, tensors);
}

std::shared_ptr<PendingSave> Saver::saveInBackground(Session& session, const SaveRequest& request)
{
    requireBuilt();
    if (m_entries.empty()) {
        return nullptr;
    }
    auto pending = std::make_shared<PendingSave>();
    SaveRequest measured = withMetric(request);
    NamedTensors copies = copyOfVariables(session);
    try {
        m_writer = std::jthread([this, pending, before = std::move(m_writer),
                                 request = std::move(measured),
                                 tensors = std::move(copies)]() mutable {
            if (before.joinable()) {
                before.join();
            }
            pending->m_failure = Failure::of([&] { pending->m_prefix = write(request, tensors); });
            tensors.clear(); // before anybody who waits goes on to copy again
            pending->m_isDone = true;
        });
    } catch (const std::system_error& error) { // and the one before was waited for
        throw ResourceExhaustedError(
            fmt::format("cannot start a thread that writes a checkpoint: {}", error.what()));
    }
    m_last = pending;
    return pending;
}

void Saver::finishSaving() const
{
    if (m_writer.joinable()) {
        m_writer.join();
    }
}

SaveRequest Saver::withMetric(SaveRequest request) const
{
    if (m_options.metric && request.writeState) {
        request.metric = m_options.metric();
    }
    return request;
}

NamedTensors Saver::copyOfVariables(Session& session)
{
    if (m_last != nullptr && !m_last->isDone()) {
        m_copies.clear(); // they are being written
    }
    session.run({m_fetches, {}}, m_copies);
    NamedTensors tensors;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        tensors.emplace(m_entries[i].name, m_copies[i]);
    }
    return tensors;
}

void Saver::restore(Session& session, const std::string& prefix)
{
    requireBuilt();
    if (m_entries.empty()) {
        return;
    }
    finishSaving();
    if (!checkpointExists(*m_files, prefix)) {
        throw InvalidArgumentError(
            fmt::format("The passed save_path is not a valid checkpoint: {}", prefix));
    }
    const TensorBundleReader reader(*m_files, prefix);
    std::vector<Feed> feeds;
    std::vector<Fetch> assignments;
    for (const Entry& entry : m_entries) {
        feeds.push_back(
            {entry.newValue, readStoredVariable(reader, entry.name, entry.name, entry.value)});
        assignments.emplace_back(entry.assign);
    }
    session.run(assignments, feeds);
}

void requireRestorable(const FileSystem& files, const std::string& prefix, const Graph& graph)
{
    const TensorBundleReader reader(files, prefix);
    for (const Output& value : globalVariables(graph)) {
        requireFits(reader, value.operation().name(), value.operation().name(), value);
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
    finishSaving();
    m_store.setLastCheckpoints(prefixes);
}

void Saver::recoverLastCheckpoints(const std::vector<std::string>& prefixes)
{
    finishSaving();
    m_store.recoverLastCheckpoints(prefixes);
}

std::vector<std::string> Saver::lastCheckpoints() const
{
    finishSaving();
    return m_store.lastCheckpoints();
}

void Saver::tellRejected(const std::vector<RejectedCheckpoint>& checkpoints) const
{
    if (m_options.rejected) {
        std::ranges::for_each(checkpoints, m_options.rejected);
    }
}

void Saver::setPinned(const std::string& prefix, bool isPinned)
{
    m_store.setPinned(prefix, isPinned);
}

} // namespace engine
