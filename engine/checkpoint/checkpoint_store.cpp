// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_store.h"

#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

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
        const std::lock_guard lock(m_mutex);
        remember(prefix, request.metric);
        spareSuperseded();
        // First: what the state file lists no more, this one must know.
        if (needsFile()) {
            writeRetention(directory);
        }
        writeCheckpointState(m_files, directory,
                             makeCheckpointState(directory, prefix, keptPrefixes()),
                             request.latestFilename);
        deleteSuperseded();
    }
    return prefix;
}

std::vector<std::string> CheckpointStore::lastCheckpoints() const
{
    const std::lock_guard lock(m_mutex);
    return keptPrefixes();
}

std::vector<std::string> CheckpointStore::keptPrefixes() const
{
    std::vector<std::string> prefixes;
    for (const RetainedCheckpoint& kept : m_kept) {
        prefixes.push_back(kept.prefix);
    }
    return prefixes;
}

void CheckpointStore::setLastCheckpoints(const std::vector<std::string>& prefixes)
{
    const std::lock_guard lock(m_mutex);
    keepOnly(prefixes);
}

void CheckpointStore::keepOnly(const std::vector<std::string>& prefixes)
{
    m_kept.clear();
    for (const std::string& prefix : prefixes) {
        RetainedCheckpoint kept;
        kept.prefix = prefix;
        kept.wallSeconds = m_clock.wallSeconds();
        m_kept.push_back(std::move(kept));
    }
}

void CheckpointStore::recoverLastCheckpoints(const std::vector<std::string>& prefixes)
{
    std::vector<std::string> existing = prefixes;
    std::erase_if(existing,
                  [this](const std::string& prefix) { return !checkpointExists(m_files, prefix); });
    const std::lock_guard lock(m_mutex);
    keepOnly(existing);
    m_spared.clear();
    if (prefixes.empty()) {
        return;
    }
    const std::filesystem::path directory = std::filesystem::path(prefixes.front()).parent_path();
    const auto retention = readCheckpointRetention(m_files, directory, m_logger);
    if (!retention) {
        return;
    }
    if (retention->nextPreservedSeconds > 0) { // of another rule, perhaps: the earlier date holds
        m_nextKeepSeconds = std::min(m_nextKeepSeconds, retention->nextPreservedSeconds);
    }
    for (const RetainedCheckpoint& known : retention->checkpoints) {
        const auto kept = std::ranges::find(m_kept, known.prefix, &RetainedCheckpoint::prefix);
        if (kept != m_kept.end()) {
            *kept = known;
        } else if (checkpointExists(m_files, known.prefix)
                   && std::ranges::find(m_superseded, known.prefix, &RetainedCheckpoint::prefix)
                       == m_superseded.end()) {
            m_spared.push_back(known);
        }
    }
}

void CheckpointStore::setPinned(const std::string& prefix, bool isPinned)
{
    const std::lock_guard lock(m_mutex); // before it looks: what is there may be about to go
    if (!checkpointExists(m_files, prefix)) {
        throw NotFoundError(fmt::format("there is no checkpoint {}", prefix));
    }
    const Checkpoints sparedBefore = m_spared;
    RetainedCheckpoint* checkpoint = nullptr;
    for (Checkpoints* list : {&m_kept, &m_spared, &m_superseded}) {
        const auto found = std::ranges::find(*list, prefix, &RetainedCheckpoint::prefix);
        checkpoint = found == list->end() ? checkpoint : &*found;
    }
    if (checkpoint == nullptr) { // of before this store
        RetainedCheckpoint older;
        older.prefix = prefix;
        older.wallSeconds = m_clock.wallSeconds();
        checkpoint = &m_spared.emplace_back(std::move(older));
    }
    const bool wasPinned = std::exchange(checkpoint->isPinned, isPinned);
    try {
        writeRetention(std::filesystem::path(prefix).parent_path());
    } catch (...) { // a save must not act on what has been refused
        checkpoint->isPinned = wasPinned;
        m_spared = sparedBefore;
        throw;
    }
}

void CheckpointStore::remember(const std::string& prefix, std::optional<double> metric)
{
    if (m_options.maxToKeep <= 0) {
        return;
    }
    const bool isRestored = !m_kept.empty() && m_kept.back().prefix == prefix;
    RetainedCheckpoint newest;
    for (Checkpoints* list : {&m_kept, &m_spared, &m_superseded}) {
        const auto found = std::ranges::find(*list, prefix, &RetainedCheckpoint::prefix);
        if (found != list->end()) {
            newest = *found; // saved again: still pinned
            list->erase(found);
        }
    }
    newest.prefix = prefix;
    newest.wallSeconds = m_clock.wallSeconds();
    if (metric && std::isfinite(*metric)) {
        newest.metric = metric;
    } else if (!isRestored) { // of which nothing is measured yet: what was measured holds
        newest.metric.reset();
    }
    m_kept.push_back(std::move(newest));
    if (m_kept.size() > static_cast<std::size_t>(m_options.maxToKeep)) {
        m_superseded.push_back(m_kept.front());
        m_kept.erase(m_kept.begin());
    }
    dismissSpared();
}

// What was among the best and is no more has nothing left that speaks for it.
void CheckpointStore::dismissSpared()
{
    for (const RetainedCheckpoint& spared : m_spared) {
        if (!isSpared(spared)) {
            m_superseded.push_back(spared);
        }
    }
    std::erase_if(m_spared, [this](const RetainedCheckpoint& spared) {
        return std::ranges::find(m_superseded, spared.prefix, &RetainedCheckpoint::prefix)
            != m_superseded.end();
    });
}

void CheckpointStore::spareSuperseded()
{
    for (std::size_t i = 0; i < m_superseded.size();) {
        RetainedCheckpoint& oldest = m_superseded[i];
        if (oldest.wallSeconds > m_nextKeepSeconds) {
            m_nextKeepSeconds += m_options.keepCheckpointEveryNHours * kSecondsPerHour;
            oldest.isPreserved = true;
        }
        if (isSpared(oldest)) {
            m_spared.push_back(oldest);
            m_superseded.erase(m_superseded.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
}

void CheckpointStore::deleteSuperseded()
{
    while (!m_superseded.empty()) {
        const std::string oldest = m_superseded.front().prefix;
        m_superseded.erase(m_superseded.begin());
        removeCheckpoint(m_files, oldest, m_logger);
    }
}

bool CheckpointStore::isSpared(const RetainedCheckpoint& checkpoint) const
{
    return checkpoint.isPinned || checkpoint.isPreserved || isAmongBest(checkpoint);
}

bool CheckpointStore::isAmongBest(const RetainedCheckpoint& checkpoint) const
{
    if (!checkpoint.metric) {
        return false;
    }
    std::int64_t betterCount = 0;
    for (const Checkpoints* list : {&m_kept, &m_spared, &m_superseded}) {
        betterCount += std::ranges::count_if(*list, [&](const RetainedCheckpoint& other) {
            return other.metric && *other.metric < *checkpoint.metric;
        });
    }
    return betterCount < m_options.keepBest;
}

bool CheckpointStore::needsFile() const
{
    const auto isPinned = [](const RetainedCheckpoint& kept) { return kept.isPinned; };
    return m_options.keepBest > 0 || !m_spared.empty()
        || m_options.keepCheckpointEveryNHours < CheckpointStoreOptions().keepCheckpointEveryNHours
        || std::ranges::any_of(m_kept, isPinned);
}

void CheckpointStore::writeRetention(const std::filesystem::path& directory)
{
    CheckpointRetention retention;
    retention.nextPreservedSeconds = m_nextKeepSeconds;
    for (const Checkpoints* list : {&m_spared, &m_superseded, &m_kept}) {
        retention.checkpoints.insert(retention.checkpoints.end(), list->begin(), list->end());
    }
    writeCheckpointRetention(m_files, directory, retention);
}

} // namespace engine
