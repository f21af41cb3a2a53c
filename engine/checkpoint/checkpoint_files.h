// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/file_system.h"
#include "engine/base/logger.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// Files of checkpoints. A checkpoint is named by its prefix, "dir/model.ckpt-200"; names are taken
// literally, never as patterns.

// True if there is an index, whatever is in it.
bool checkpointExists(const FileSystem& files, const std::string& prefix);

// The step in a name that ends in "-<digits>"; nothing otherwise.
std::optional<std::int64_t> stepOfCheckpoint(const std::string& prefix);

// Prefixes of the checkpoints whose index is in `directory`, ascending by step; without step first.
std::vector<std::string> listCheckpoints(const FileSystem& files,
                                         const std::filesystem::path& directory);

// Returns if every shard can be opened and every checksum agrees. Errors as TensorBundleReader.
void verifyCheckpoint(const FileSystem& files, const std::string& prefix);

// Removes ".meta", then ".index", then the data files. Each is tried; failures are logged.
void removeCheckpoint(FileSystem& files, const std::string& prefix, Logger& logger);

// Renames every file of the checkpoint to "<file>.damaged". Each is tried; failures are logged.
void setAsideDamaged(FileSystem& files, const std::string& prefix, Logger& logger);

// As tf.train.latest_checkpoint: what the state file names as newest, if its index exists;
// otherwise an error in the log.
std::optional<std::string> latestCheckpoint(const FileSystem& files,
                                            const std::filesystem::path& directory, Logger& logger);

} // namespace engine
