// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/usable_checkpoint.h"

#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/checkpoint_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace engine {

namespace {

std::optional<CheckpointState> readableState(const FileSystem& files,
                                             const std::filesystem::path& directory, Logger& logger)
{
    try {
        return readCheckpointState(files, directory, logger);
    } catch (const InvalidArgumentError& error) {
        logger.warning(error.what());
        return std::nullopt;
    }
}

bool contains(const std::vector<std::string>& prefixes, const std::string& prefix)
{
    return std::ranges::find(prefixes, prefix) != prefixes.end();
}

// Oldest first. With a state file: what it lists and what else the directory holds, up to the
// newest that it names.
std::vector<std::string> candidates(const FileSystem& files, const std::filesystem::path& directory,
                                    const std::optional<CheckpointState>& state)
{
    std::vector<std::string> found = listCheckpoints(files, directory);
    if (!state) {
        return found;
    }
    const std::string& newest = state->modelCheckpointPath;
    const std::int64_t lastStep =
        stepOfCheckpoint(newest).value_or(std::numeric_limits<std::int64_t>::max());
    std::erase_if(found, [&](const std::string& prefix) {
        return contains(state->allModelCheckpointPaths, prefix);
    });
    std::vector<std::string> result = state->allModelCheckpointPaths;
    std::erase(result, newest);
    result.insert(result.begin(), found.begin(), found.end());
    // After a rewind, later steps belong to a line that was left.
    std::erase_if(result, [lastStep](const std::string& prefix) {
        return stepOfCheckpoint(prefix).value_or(-1) > lastStep;
    });
    std::ranges::stable_sort(result, {}, [](const std::string& prefix) {
        return stepOfCheckpoint(prefix).value_or(-1);
    });
    std::erase(result, newest);
    result.push_back(newest);
    return result;
}

// Why it cannot be restored; empty if it can.
std::string complaintAbout(const FileSystem& files, const std::string& prefix)
{
    if (!checkpointExists(files, prefix)) {
        return fmt::format("Checkpoint {} is missing", prefix);
    }
    try {
        verifyCheckpoint(files, prefix);
    } catch (const DataLossError& error) {
        return fmt::format("Checkpoint {} is damaged: {}", prefix, error.what());
    } catch (const NotFoundError& error) {
        return fmt::format("Checkpoint {} is incomplete: {}", prefix, error.what());
    }
    return {};
}

UsableCheckpoint accept(FileSystem& files, const std::string& prefix,
                        std::vector<RejectedCheckpoint> rejected,
                        const std::optional<CheckpointState>& state,
                        const std::vector<std::string>& known, Logger& logger)
{
    for (const RejectedCheckpoint& damaged : rejected) {
        setAsideDamaged(files, damaged.prefix, logger);
    }
    if (!rejected.empty() || !state) {
        logger.warning(fmt::format("Restoring from {} instead", prefix));
    }
    UsableCheckpoint result{prefix, state ? state->allModelCheckpointPaths : known,
                            std::move(rejected)};
    std::erase_if(result.keptPrefixes, [&](const std::string& kept) {
        return kept == prefix
            || std::ranges::find(result.rejected, kept, &RejectedCheckpoint::prefix)
            != result.rejected.end();
    });
    result.keptPrefixes.push_back(prefix);
    return result;
}

} // namespace

std::optional<UsableCheckpoint>
findUsableCheckpoint(FileSystem& files, const std::filesystem::path& directory, Logger& logger)
{
    const std::optional<CheckpointState> state = readableState(files, directory, logger);
    const std::vector<std::string> known = candidates(files, directory, state);
    if (known.empty()) {
        return std::nullopt;
    }
    if (!state) {
        logger.warning(fmt::format("{} holds checkpoints but no readable state file; looking for "
                                   "the newest one by its step",
                                   directory.string()));
    }
    std::vector<RejectedCheckpoint> rejected;
    for (auto prefix = known.rbegin(); prefix != known.rend(); ++prefix) {
        std::string complaint = complaintAbout(files, *prefix);
        if (complaint.empty()) {
            return accept(files, *prefix, std::move(rejected), state, known, logger);
        }
        logger.error(complaint);
        rejected.push_back({*prefix, std::move(complaint)});
    }
    if (std::ranges::none_of(
            known, [&](const std::string& prefix) { return checkpointExists(files, prefix); })) {
        logger.error(fmt::format("{} names checkpoints, but there are none", directory.string()));
        return std::nullopt;
    }
    throw DataLossError(fmt::format("none of the {} checkpoints in {} can be used", known.size(),
                                    directory.string()));
}

} // namespace engine
