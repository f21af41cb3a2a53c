// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/file_system.h"
#include "engine/base/logger.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// A checkpoint and what speaks for keeping it.
struct RetainedCheckpoint
{
    std::string prefix;
    double wallSeconds = 0; // when it was saved, since 1970 UTC
    std::optional<double> metric; // less is better
    bool isPinned = false; // never deleted
    bool isPreserved = false; // stays for ever by the rule of hours
};

// What retention remembers over restarts; the file stands beside the state file, which has no place
// for it.
struct CheckpointRetention
{
    std::vector<RetainedCheckpoint> checkpoints; // oldest first
    double nextPreservedSeconds = 0; // what is evicted later stays by the rule of hours; 0: no rule
};

inline constexpr const char* kCheckpointRetentionFile = "checkpoint_retention";

// Durable, paths as in the state file.
void writeCheckpointRetention(FileSystem& files, const std::filesystem::path& directory,
                              const CheckpointRetention& retention);
// Nothing if there is no such file or, after a warning, if it cannot be understood.
std::optional<CheckpointRetention> readCheckpointRetention(const FileSystem& files,
                                                           const std::filesystem::path& directory,
                                                           Logger& logger);

// What CheckpointStore::setPinned() does, in a directory where nobody saves now. NotFoundError;
// errors of writing the file.
void setCheckpointPinned(FileSystem& files, const std::string& prefix, bool isPinned,
                         const Clock& clock, Logger& logger);

} // namespace engine
