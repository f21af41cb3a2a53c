// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/jobs/job_request.h"
#include "engine/training/monitored_training_session.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace engine {

// The arguments of [session] under their own names; what the job does not say keeps its default.
MonitoredTrainingSessionOptions sessionOptions(const SessionConfig& config);

// What a job's saver and initialization call; each may be empty.
struct ScaffoldCalls
{
    std::function<double()> metric; // SaverOptions::metric: tells the best checkpoints
    std::function<void()> beforeWriting; // SaverOptions::beforeWriting
    std::function<void(const RejectedCheckpoint&)> rejected; // SaverOptions::rejected
    Scaffold::InitFn initialize; // where there is no checkpoint, after the initializers
};

// A scaffold whose saver keeps the checkpoints that the job says.
std::shared_ptr<Scaffold> makeScaffold(const SessionConfig& config,
                                       const JobEnvironment& environment, ScaffoldCalls calls);

// Of model.initial_names. InvalidArgumentError: it is not "variable=tensor".
void requireNamePair(const std::string& pair);
// What a job's `model.initial_…` settings ask for: of the variables of `graph` those that are
// trained, the layers' statistics, and what is named. InvalidArgumentError for a name without "=",
// of no variable or given twice, and for a mode that does not exist.
WarmStart warmStartOf(const JobConfig& config, const Graph& graph);
// The checkpoint to begin with: beside the job file if it is there. Empty: none.
std::filesystem::path initialCheckpointPath(const JobConfig& config);

} // namespace engine
