// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <utility>

namespace engine {

namespace {

std::int64_t bytesOfCheckpoint(const std::filesystem::path& prefix)
{
    std::int64_t bytes = 0;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(prefix.parent_path(), error)) {
        if (entry.path().stem() == prefix.filename()) {
            bytes += static_cast<std::int64_t>(entry.file_size(error));
        }
    }
    return bytes;
}

bool isThere(const std::string& prefix)
{
    std::error_code error;
    return std::filesystem::exists(prefix + ".index", error);
}

} // namespace

JobRecorder::JobRecorder(std::shared_ptr<RunStoreWriter> store,
                         std::shared_ptr<SummaryWriter> eventFile, std::function<double()> lossNow,
                         Checkpoints announced, Logger& logger)
    : m_store(std::move(store)), m_others{std::move(eventFile)}, m_lossNow(std::move(lossNow)),
      m_logger(logger), m_announced(std::move(announced))
{ }

void JobRecorder::addWriter(std::shared_ptr<SummaryWriter> writer)
{
    m_others.push_back(std::move(writer));
}

void JobRecorder::onCheckpoint(std::function<void(const StoredCheckpoint&)> listener)
{
    m_listeners.push_back(std::move(listener));
}

// A tag's value of a step is passed on once.
bool JobRecorder::isNew(std::string_view tag, std::int64_t step)
{
    const auto known = m_lastSteps.find(tag);
    if (known == m_lastSteps.end()) {
        m_lastSteps.emplace(tag, step);
        return true;
    }
    return std::exchange(known->second, step) != step;
}

void JobRecorder::addScalar(std::string_view tag, double value, std::int64_t step)
{
    if (!isNew(tag, step)) {
        return;
    }
    m_store->addScalar(tag, value, step);
    for (const auto& writer : m_others) {
        writer->addScalar(tag, value, step);
    }
}

void JobRecorder::addScalars(std::span<const TaggedScalar> scalars, std::int64_t step)
{
    m_new.clear();
    std::ranges::copy_if(scalars, std::back_inserter(m_new),
                         [&](const TaggedScalar& scalar) { return isNew(scalar.tag, step); });
    m_store->addScalars(m_new, step);
    for (const auto& writer : m_others) {
        writer->addScalars(m_new, step);
    }
}

void JobRecorder::addSummary(std::string_view tag, const SummaryContent& content, std::int64_t step)
{
    m_store->addSummary(tag, content, step);
    for (const auto& writer : m_others) {
        writer->addSummary(tag, content, step);
    }
}

void JobRecorder::addHyperParameters(std::string_view name, const HyperParameters& parameters)
{
    m_store->addHyperParameters(name, parameters);
    for (const auto& writer : m_others) {
        writer->addHyperParameters(name, parameters);
    }
}

void JobRecorder::addSessionLog(SessionLogKind kind, std::string_view checkpointPath,
                                std::int64_t step)
{
    for (const auto& writer : m_others) {
        writer->addSessionLog(kind, checkpointPath, step);
    }
    if (kind == SessionLogKind::Checkpoint) {
        enterCheckpoint(checkpointPath, step);
    }
}

void JobRecorder::addDamagedCheckpoint(const RejectedCheckpoint& damaged, std::int64_t step)
{
    if (!m_damaged.insert(damaged.prefix).second) {
        return;
    }
    m_announced.erase(damaged.prefix);
    m_store->markCheckpointDamaged(damaged.prefix);
    addEvent(EventKind::kCheckpointDamaged, damaged.reason, step);
}

void JobRecorder::enterCheckpoint(std::string_view checkpointPath, std::int64_t step)
{
    StoredCheckpoint checkpoint;
    checkpoint.step = step;
    checkpoint.prefix = fmt::format("{}-{}", checkpointPath, step);
    checkpoint.bytes = bytesOfCheckpoint(checkpoint.prefix);
    checkpoint.loss = m_notedLoss ? *std::exchange(m_notedLoss, std::nullopt) : m_lossNow();
    // Saved again after a restore, before there is a new loss: the first one is still its loss.
    Announced& noted =
        m_announced.try_emplace(checkpoint.prefix, Announced{checkpoint.loss}).first->second;
    checkpoint.loss = std::isnan(checkpoint.loss) ? noted.loss : checkpoint.loss;
    noted = {checkpoint.loss, false};
    m_damaged.erase(checkpoint.prefix);
    m_store->addCheckpoint(checkpoint);
    std::erase_if(m_announced, [this](const auto& announced) {
        const bool isGone = !isThere(announced.first);
        if (isGone) {
            m_store->removeCheckpoint(announced.first);
        }
        return isGone;
    });
    for (const auto& listener : m_listeners) {
        listener(checkpoint);
    }
}

void JobRecorder::addGraph(std::string_view graphDef)
{
    for (const auto& writer : m_others) {
        writer->addGraph(graphDef);
    }
}

void JobRecorder::addRunMetadata(std::string_view tag, std::string_view runMetadata,
                                 std::int64_t step)
{
    for (const auto& writer : m_others) {
        writer->addRunMetadata(tag, runMetadata, step);
    }
}

void JobRecorder::addEvent(std::string_view kind, std::string_view message, std::int64_t step)
{
    m_store->addEvent(kind, message, step);
    for (const auto& writer : m_others) {
        writer->addEvent(kind, message, step);
    }
}

void JobRecorder::sayErrors(const std::function<void()>& write)
{
    try {
        write();
    } catch (const Error& error) {
        m_logger.warning(error.what());
    }
}

void JobRecorder::flush()
{
    for (const auto& writer : m_others) {
        sayErrors([&] { writer->flush(); });
    }
    m_store->flush();
}

void JobRecorder::close()
{
    for (const auto& writer : m_others) {
        sayErrors([&] { writer->close(); });
    }
    m_store->flush();
}

} // namespace engine
