// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/jobs/job_graph.h"
#include "engine/jobs/job_request.h"

namespace engine {

// Absolute, as one directory is called everywhere: "runs/a/" and "./runs/a" are "/…/runs/a".
std::filesystem::path normalDirectory(const std::filesystem::path& directory);

// `request` with absolute paths where none or relative ones were given: the user's store, and for
// a new run a folder "checkpoints/NAME-DATE-TIME" beside the store that is not in use.
JobRequest withPaths(JobRequest request, const Clock& clock);

// AlreadyExistsError that says how to go on, if a directory for a new run holds checkpoints.
void requireNoCheckpoints(const FileSystem& files, const std::filesystem::path& directory);

// The prefix of the checkpoint of `step`, whole or not. NotFoundError that lists the steps there
// are.
std::string prefixOfStep(const FileSystem& files, const std::filesystem::path& directory,
                         std::int64_t step);
// The same, verified. DataLossError: it is damaged.
std::string checkpointOfStep(const FileSystem& files, const std::filesystem::path& directory,
                             std::int64_t step);
// Makes a checkpoint the newest of its directory, so that it is the one restored.
void makeNewestCheckpoint(FileSystem& files, const std::filesystem::path& directory,
                          const std::string& prefix, Logger& logger);

// The learning rate that a checkpoint holds. Errors of the bundle's reader.
double readLearningRate(const FileSystem& files, const std::string& prefix, const JobGraph& graph);

} // namespace engine
