// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/jobs/job_config.h"
#include "engine/jobs/job_graph.h"

namespace engine {

// True for schedules that come to an end after schedule.decay_steps (or run.steps).
bool hasScheduledSteps(const ScheduleConfig& config);

// `learningRate` times the factor that [schedule] has at the global step; the variable's value
// itself for a constant one, and for one that changes the variable (plateau). InvalidArgumentError
// for numbers that make no sense.
Output scheduledLearningRate(const JobConfig& config, const Variable& learningRate,
                             const Variable& globalStep);

// One update of all weights by the optimizer of [optimizer], at job.scheduledLearningRate; raises
// the global step. Sets job.gradients.
Operation& addUpdates(const OptimizerConfig& config, JobGraph& job);

} // namespace engine
