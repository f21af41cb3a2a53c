// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset_split.h"
#include "engine/formats/summary_value.h"
#include "engine/jobs/job_graph.h"
#include "engine/jobs/job_recorder.h"
#include "engine/jobs/job_request.h"
#include "engine/summary/run_store_reader.h"

#include <string>
#include <utility>
#include <vector>

namespace engine {

// Settings of a job for people: name and value in display order.
std::vector<std::pair<std::string, std::string>>
displayParameters(const JobConfig& config, const JobGraph& graph, const DatasetSplits& data);

// Settings of model and optimizer for tools that compare runs, by their dotted paths.
HyperParameters hyperParameters(const JobConfig& config);

// The row that a new run gets. The job is stored with absolute paths, so that it can be continued
// from anywhere.
RunSpec runSpec(const JobRequest& request,
                std::vector<std::pair<std::string, std::string>> parameters);

// `request` with the steps of its schedule. A continued run keeps those with which it began, so
// that another target changes no step that is left; once they are over the schedule is stretched to
// the new target. Errors of the store and of its job.
JobRequest withScheduledSteps(JobRequest request, const Clock& clock);

// The whole checkpoints that the store knows of a run that goes on from `firstStep` now.
JobRecorder::Checkpoints announcedCheckpoints(RunStoreReader& reader, RunId run,
                                              std::int64_t firstStep);

} // namespace engine
