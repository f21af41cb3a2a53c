// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset_split.h"
#include "engine/jobs/evaluation_hook.h"
#include "engine/jobs/job_config.h"
#include "engine/jobs/job_graph.h"
#include "engine/jobs/job_request.h"
#include "engine/session/scaffold.h"

#include <memory>
#include <vector>

namespace engine {

// What the hooks of [hooks] are made from.
struct JobHookParts
{
    const JobConfig& config;
    const JobGraph& graph;
    const JobEnvironment& environment;
    std::filesystem::path checkpointDir;
    std::shared_ptr<Scaffold> scaffold;
    std::shared_ptr<SummaryWriter> recorder;
    std::shared_ptr<EvaluationHook> validation; // must come before these hooks
};

// InvalidArgumentError: a validation metric is watched that nothing measures.
void requireMeasured(const JobConfig& config, const DatasetSplits& splits);

// What measures and what follows from it at once: validation and a plateau schedule. For
// MonitoredTrainingSessionOptions::chiefOnlyHooks, which come before the saver: a checkpoint holds
// what its own step led to.
std::vector<HookPointer> makeMeasuringHooks(const JobHookParts& parts);

// The further hooks that a job asks for: logging_tensor, gradient_norm, histograms, profiler,
// stop_at_time, best_checkpoint, early_stopping. That of the histograms is there in any case, off
// if they are not asked for.
std::vector<HookPointer> makeJobHooks(const JobHookParts& parts);

} // namespace engine
