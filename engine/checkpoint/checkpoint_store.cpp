// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_store.h"

#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_files.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine {

namespace {

constexpr double kSecondsPerHour = 3600;

std::string prefixFor(const SaveRequest& request, bool padStepNumber)
{
    if (!request.globalStep) {
        return request.path;
    }
    return fmt::format("{}-{:0{}}", request.path, *request.globalStep, padStepNumber ? 8 : 1);
}

} // namespace

CheckpointStore::CheckpointStore(FileSystem& files, Clock& clock, Logger& logger,
                                 CheckpointStoreOptions options)
    : m_files(files), m_clock(clock), m_logger(logger), m_options(options),
      m_nextKeepSeconds(clock.wallSeconds() + options.keepCheckpointEveryNHours * kSecondsPerHour)
{ }

std::string CheckpointStore::save(const SaveRequest& request, const NamedTensors& tensors)
{
    const std::filesystem::path path(request.path);
    const std::filesystem::path directory = path.parent_path();
    if (request.latestFilename.empty()
        || std::filesystem::path(request.latestFilename).has_parent_path()) {
        throw InvalidArgumentError(fmt::format(
            "latestFilename \"{}\" must be a name without a directory", request.latestFilename));
    }
    const std::string prefix = prefixFor(request, m_options.padStepNumber);
    if (std::filesystem::path(prefix).filename() == request.latestFilename) {
        throw InvalidArgumentError(
            fmt::format("{} collides with the checkpoint state file", prefix));
    }
    if (!directory.empty() && !m_files.exists(directory)) {
        throw InvalidArgumentError(
            fmt::format("Parent directory of {} doesn't exist, can't save.", request.path));
    }
    writeTensorBundle(m_files, prefix, tensors);
    if (request.writeState) {
        remember(prefix);
        writeCheckpointState(m_files, directory,
                             makeCheckpointState(directory, prefix, lastCheckpoints()),
                             request.latestFilename);
        deleteOneSuperseded();
    }
    return prefix;
}

std::vector<std::string> CheckpointStore::lastCheckpoints() const
{
    std::vector<std::string> prefixes;
    for (const Kept& kept : m_kept) {
        prefixes.push_back(kept.prefix);
    }
    return prefixes;
}

void CheckpointStore::setLastCheckpoints(const std::vector<std::string>& prefixes)
{
    m_kept.clear();
    for (const std::string& prefix : prefixes) {
        m_kept.push_back({prefix, m_clock.wallSeconds()});
    }
}

void CheckpointStore::recoverLastCheckpoints(const std::vector<std::string>& prefixes)
{
    std::vector<std::string> existing = prefixes;
    std::erase_if(existing,
                  [this](const std::string& prefix) { return !checkpointExists(m_files, prefix); });
    setLastCheckpoints(existing);
}

void CheckpointStore::remember(const std::string& prefix)
{
    if (m_options.maxToKeep <= 0) {
        return;
    }
    const auto isPrefix = [&prefix](const Kept& kept) { return kept.prefix == prefix; };
    std::erase_if(m_kept, isPrefix);
    std::erase_if(m_superseded, isPrefix);
    m_kept.push_back({prefix, m_clock.wallSeconds()});
    if (m_kept.size() > static_cast<std::size_t>(m_options.maxToKeep)) {
        m_superseded.push_back(m_kept.front());
        m_kept.erase(m_kept.begin());
    }
}

void CheckpointStore::deleteOneSuperseded()
{
    if (m_superseded.empty()) {
        return;
    }
    const Kept oldest = m_superseded.front();
    m_superseded.erase(m_superseded.begin());
    if (oldest.wallSeconds > m_nextKeepSeconds) {
        m_nextKeepSeconds += m_options.keepCheckpointEveryNHours * kSecondsPerHour;
        return;
    }
    removeCheckpoint(m_files, oldest.prefix, m_logger);
}

} // namespace engine
