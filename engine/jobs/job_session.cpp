// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_session.h"

namespace engine {

namespace {

template <typename T>
void take(PeriodArgument<T>& argument, const std::optional<T>& value)
{
    if (value) {
        argument = *value;
    }
}

} // namespace

MonitoredTrainingSessionOptions sessionOptions(const SessionConfig& config)
{
    MonitoredTrainingSessionOptions options;
    take(options.saveCheckpointSecs, config.saveCheckpointSecs);
    take(options.saveCheckpointSteps, config.saveCheckpointSteps);
    take(options.saveSummariesSecs, config.saveSummariesSecs);
    take(options.saveSummariesSteps, config.saveSummariesSteps);
    if (config.logStepCountSteps) {
        options.logStepCountSteps = config.logStepCountSteps;
    }
    options.stopGracePeriodSecs = config.stopGracePeriodSecs.value_or(options.stopGracePeriodSecs);
    options.saveGraphDef = config.saveGraphDef;
    return options;
}

std::shared_ptr<Scaffold> makeScaffold(const SessionConfig& config,
                                       const JobEnvironment& environment)
{
    SaverOptions saver;
    saver.store.maxToKeep = static_cast<int>(config.maxToKeep);
    saver.allowEmpty = true;
    saver.files = &environment.files;
    saver.clock = &environment.clock;
    saver.logger = &environment.logger;
    Scaffold::Options pieces;
    pieces.saver = std::make_shared<Saver>(saver);
    return std::make_shared<Scaffold>(pieces);
}

} // namespace engine
