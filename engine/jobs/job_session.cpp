// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_session.h"

#include "engine/base/errors.h"
#include "engine/formats/tensor_bundle.h"
#include "engine/ops/variable_ops.h"

#include <fmt/format.h>

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
    options.asyncCheckpoint = config.asyncCheckpoint;
    options.stopGracePeriodSecs = config.stopGracePeriodSecs.value_or(options.stopGracePeriodSecs);
    options.saveGraphDef = config.saveGraphDef;
    return options;
}

std::shared_ptr<Scaffold> makeScaffold(const SessionConfig& config,
                                       const JobEnvironment& environment, ScaffoldCalls calls)
{
    SaverOptions saver;
    saver.store.maxToKeep = static_cast<int>(config.maxToKeep);
    saver.store.keepBest = static_cast<int>(config.keepBest);
    saver.store.keepCheckpointEveryNHours = config.keepCheckpointEveryNHours;
    saver.metric = std::move(calls.metric);
    saver.beforeWriting = std::move(calls.beforeWriting);
    saver.allowEmpty = true;
    saver.files = &environment.files;
    saver.clock = &environment.clock;
    saver.logger = &environment.logger;
    Scaffold::Options pieces;
    pieces.saver = std::make_shared<Saver>(saver);
    pieces.initFn = std::move(calls.initialize);
    return std::make_shared<Scaffold>(pieces);
}

std::filesystem::path initialCheckpointPath(const JobConfig& config)
{
    const std::filesystem::path name = config.model.initialCheckpoint;
    const std::filesystem::path besideTheJob = config.directory / name;
    return name.empty() || !std::filesystem::exists(bundleIndexPath(besideTheJob)) ? name
                                                                                   : besideTheJob;
}

WarmStart warmStartOf(const JobConfig& config, const Graph& graph)
{
    WarmStart start;
    start.prefix = initialCheckpointPath(config).string();
    start.mode = warmStartMode(config.model.initialMode);
    for (const std::string& pair : config.model.initialNames) {
        const std::size_t sign = pair.find('=');
        if (sign == std::string::npos) {
            throw InvalidArgumentError(
                fmt::format("model.initial_names: \"{}\" is not \"variable=tensor\"", pair));
        }
        start.tensorNames[pair.substr(0, sign)] = pair.substr(sign + 1);
    }
    for (const auto& variable : graph.collectionOf<Variable>(keys::kTrainableVariables)) {
        start.variables.push_back(variable->name());
    }
    return start;
}

} // namespace engine
