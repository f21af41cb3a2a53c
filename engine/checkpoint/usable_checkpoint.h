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

// One that was missing or damaged; what there was of it is now "*.damaged".
struct RejectedCheckpoint
{
    std::string prefix;
    std::string reason; // "Checkpoint PREFIX is damaged: …", as it was logged
};

struct UsableCheckpoint
{
    std::string prefix;
    // What Saver's retention goes on with, oldest first; ends in `prefix`.
    std::vector<std::string> keptPrefixes;
    std::vector<RejectedCheckpoint> rejected; // newer ones, newest first
};

// The newest checkpoint of a directory that can be restored. First the one that the state file
// names; if it is missing or damaged this is logged, and the next older one is tried, whether
// listed in the state file or only found in the directory. Without a readable state file the
// directory is searched by step, with a warning.
//
// Nothing if there are no checkpoint files. DataLossError if there are some and none is usable:
// then all of them stay as they are. Other errors (no permission, a type that is not supported) are
// no damage and leave as they come.
std::optional<UsableCheckpoint>
findUsableCheckpoint(FileSystem& files, const std::filesystem::path& directory, Logger& logger);

} // namespace engine
