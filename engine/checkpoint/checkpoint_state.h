// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/file_system.h"
#include "engine/base/logger.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// The file "checkpoint" of a run's directory: which checkpoints there are. A text protocol buffer
// (TensorFlow, python/training/checkpoint_state.proto). Paths are prefixes ("dir/model.ckpt-200").
struct CheckpointState
{
    std::string modelCheckpointPath; // the newest
    std::vector<std::string> allModelCheckpointPaths; // oldest first
    std::vector<double> allModelCheckpointTimestamps; // none, or one a path; seconds since 1970
    std::optional<double> lastPreservedTimestamp;
};

inline constexpr const char* kCheckpointStateFile = "checkpoint";

// A path as it stands in a directory's files: relative to `directory` if it is inside, otherwise
// absolute.
std::string pathInState(const std::filesystem::path& directory, const std::string& path);

// The newest is appended to `all` unless it stands last there; paths inside `directory` become
// relative to it, so that a directory may be moved.
// InvalidArgumentError if time stamps are given in another number than paths.
CheckpointState makeCheckpointState(const std::filesystem::path& directory,
                                    const std::string& newest,
                                    const std::vector<std::string>& all = {},
                                    const std::vector<double>& timestamps = {});

std::string toText(const CheckpointState& state);
// InvalidArgumentError, with line and column, if it is not such a text or not UTF-8.
CheckpointState checkpointStateFromText(std::string_view text);

// Durable (writeFileDurably). FailedPreconditionError if the newest checkpoint has the path of the
// state file; InvalidArgumentError if `fileName` has a directory part.
void writeCheckpointState(FileSystem& files, const std::filesystem::path& directory,
                          const CheckpointState& state,
                          const std::string& fileName = kCheckpointStateFile);

// With relative paths joined to `directory`. Nothing if there is no such file, or, after a warning
// "Checkpoint ignored", if it cannot be read or understood. InvalidArgumentError "Invalid
// checkpoint state" if it names no newest checkpoint, as an empty file does.
std::optional<CheckpointState>
readCheckpointState(const FileSystem& files, const std::filesystem::path& directory, Logger& logger,
                    const std::string& fileName = kCheckpointStateFile);

} // namespace engine
