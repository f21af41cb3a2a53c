// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/jobs/job_request.h"
#include "engine/training/monitored_training_session.h"

#include <memory>

namespace engine {

// The arguments of [session] under their own names; what the job does not say keeps its default.
MonitoredTrainingSessionOptions sessionOptions(const SessionConfig& config);

// A scaffold whose saver keeps as many checkpoints as the job says.
std::shared_ptr<Scaffold> makeScaffold(const SessionConfig& config,
                                       const JobEnvironment& environment);

} // namespace engine
