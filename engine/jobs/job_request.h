// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/file_system.h"
#include "engine/base/logger.h"
#include "engine/jobs/job_config.h"
#include "engine/summary/run_store_types.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace engine {

// What to train and where to keep it.
struct JobRequest
{
    JobConfig config;
    std::filesystem::path store; // empty: defaultStorePath()
    std::filesystem::path checkpointDir; // empty: a new folder beside the store
    RunId continueRun = 0; // a run of the store that gets a new segment; 0: a new run
    std::optional<std::int64_t> fromStep; // checkpoint to go on from; nothing: the newest
    std::optional<double> learningRate; // to start with; nothing: the job's or the checkpoint's
};

// What a job is given from outside; everything must outlive it.
struct JobEnvironment
{
    Clock& clock;
    Logger& logger;
    FileSystem& files;
};

// The request that continues a stored run with its own settings.
// NotFoundError for the run; FailedPreconditionError if it has no job; errors of the store.
JobRequest continueRequest(const std::filesystem::path& store, RunId run, const Clock& clock);

// The newest run of the store that saved to `checkpointDir`, or, if that is empty, has this name.
// NotFoundError that says what was looked for.
RunId findRunToResume(const std::filesystem::path& store,
                      const std::filesystem::path& checkpointDir, const std::string& name,
                      const Clock& clock);

} // namespace engine
