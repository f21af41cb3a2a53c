// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

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
    double nextPreservedSeconds = 0;
};

inline constexpr const char* kCheckpointRetentionFile = "checkpoint_retention";

// Durable, paths as in the state file.
void writeCheckpointRetention(FileSystem& files, const std::filesystem::path& directory,
                              const CheckpointRetention& retention);
// Nothing if there is no such file or, after a warning, if it cannot be understood.
std::optional<CheckpointRetention> readCheckpointRetention(const FileSystem& files,
                                                           const std::filesystem::path& directory,
                                                           Logger& logger);

} // namespace engine
