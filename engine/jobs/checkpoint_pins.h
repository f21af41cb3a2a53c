// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/jobs/job_request.h"

#include <cstdint>
#include <filesystem>

namespace engine {

struct PinRequest
{
    std::filesystem::path directory; // of the checkpoints
    std::int64_t step = 0; // of the checkpoint
    bool isPinned = true; // false: retention may delete it again
    std::filesystem::path store; // empty: defaultStorePath()
};

// Pins or unpins a checkpoint of a run that nobody trains now: what
// TrainingJob::setCheckpointPinned() does while it trains. Returns the run in whose store row this
// is noted; 0: the store, if there is one, knows no such checkpoint, yet it is pinned all the same.
//
// FailedPreconditionError: a training has the directory. NotFoundError that lists the steps there
// are. Errors of writing the retention file and of the store: then neither has changed.
RunId pinCheckpoint(const PinRequest& request, const JobEnvironment& environment);

} // namespace engine
