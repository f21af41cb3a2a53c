// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_session.h"

#include "engine/base/errors.h"
#include "engine/formats/tensor_bundle.h"
#include "engine/nn/layer_variables.h"
#include "engine/ops/variable_ops.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

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
    saver.rejected = std::move(calls.rejected);
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

namespace {

// "variable=tensor".
std::pair<std::string, std::string> namesOf(const std::string& pair, const Graph& graph)
{
    requireNamePair(pair);
    const std::size_t sign = pair.find('=');
    const std::string variable = pair.substr(0, sign);
    std::vector<std::string> known;
    for (const auto& each : graph.collectionOf<Variable>(keys::kGlobalVariables)) {
        known.push_back(each->name());
    }
    if (std::ranges::find(known, variable) == known.end()) {
        std::ranges::sort(known);
        throw InvalidArgumentError(
            fmt::format("model.initial_names: there is no variable {}; there are {}", variable,
                        fmt::join(known, ", ")));
    }
    return {variable, pair.substr(sign + 1)};
}

} // namespace

void requireNamePair(const std::string& pair)
{
    const std::size_t sign = pair.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == pair.size()) {
        throw InvalidArgumentError(fmt::format("\"{}\" is not \"variable=tensor\"", pair));
    }
}

WarmStart warmStartOf(const JobConfig& config, const Graph& graph)
{
    WarmStart start;
    start.prefix = initialCheckpointPath(config).string();
    start.mode = warmStartMode(config.model.initialMode);
    for (const std::string_view key : {keys::kTrainableVariables, keys::kModelStatistics}) {
        for (const auto& variable : graph.collectionOf<Variable>(key)) {
            start.variables.push_back(variable->name());
        }
    }
    for (const std::string& pair : config.model.initialNames) {
        const auto [variable, tensor] = namesOf(pair, graph);
        if (!start.tensorNames.emplace(variable, tensor).second) {
            throw InvalidArgumentError(
                fmt::format("model.initial_names: {} is named twice", variable));
        }
        start.variables.push_back(variable); // one that is not of the model too
    }
    return start;
}

} // namespace engine
