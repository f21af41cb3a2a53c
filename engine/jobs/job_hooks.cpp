// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_hooks.h"

#include "engine/hooks/best_checkpoint_hook.h"
#include "engine/hooks/early_stopping_hook.h"
#include "engine/hooks/gradient_norm_hook.h"
#include "engine/hooks/logging_tensor_hook.h"
#include "engine/hooks/profiler_hook.h"
#include "engine/hooks/stop_at_time_hook.h"
#include "engine/hooks/weight_histogram_hook.h"
#include "engine/jobs/plateau_hook.h"

#include <fmt/format.h>

namespace engine {

namespace {

constexpr std::string_view kValidation = "validation/";

// "train/loss", or a metric of the validation data.
WatchedMetric watched(const JobHookParts& parts, const std::string& name)
{
    WatchedMetric metric;
    metric.name = name;
    metric.largerIsBetter = name.ends_with("accuracy");
    if (!name.starts_with(kValidation)) {
        metric.tensor = parts.graph.loss;
        return metric;
    }
    metric.latest =
        [validation = parts.validation,
         key = name.substr(kValidation.size())]() -> std::optional<WatchedMetric::Measured> {
        const auto found = validation->latest().find(key);
        // After a recovery the last evaluation is of a step that may come again.
        if (found == validation->latest().end() || validation->latestStep() < 0) {
            return std::nullopt;
        }
        return WatchedMetric::Measured{validation->latestStep(), found->second};
    };
    return metric;
}

HookPointer loggingTensor(const JobHookParts& parts)
{
    LoggingTensorHook::Options options;
    options.everyNIter = parts.config.hooks.loggingEveryNIter;
    options.clock = &parts.environment.clock;
    options.logger = &parts.environment.logger;
    return std::make_shared<LoggingTensorHook>(std::vector<std::string>{parts.graph.loss.name()},
                                               options);
}

HookPointer gradientNorm(const JobHookParts& parts)
{
    GradientNormHook::Options options;
    options.gradients = parts.graph.gradients;
    options.period = Period::everySteps(*parts.config.hooks.gradientNormEveryNSteps);
    options.summaryWriter = parts.recorder;
    options.clock = &parts.environment.clock;
    return std::make_shared<GradientNormHook>(options);
}

HookPointer histograms(const JobHookParts& parts)
{
    WeightHistogramHook::Options options;
    const std::optional<std::int64_t> everySteps = parts.config.hooks.histogramsEveryNSteps;
    options.period = everySteps ? std::optional(Period::everySteps(*everySteps)) : std::nullopt;
    options.summaryWriter = parts.recorder;
    options.clock = &parts.environment.clock;
    options.logger = &parts.environment.logger;
    return std::make_shared<WeightHistogramHook>(options);
}

HookPointer profiler(const JobHookParts& parts)
{
    ProfilerHook::Options options;
    options.period = {parts.config.hooks.profilerSaveSecs, parts.config.hooks.profilerSaveSteps};
    options.outputDir = parts.checkpointDir;
    options.summaryWriter = parts.recorder;
    options.files = &parts.environment.files;
    options.clock = &parts.environment.clock;
    return std::make_shared<ProfilerHook>(options);
}

HookPointer bestCheckpoint(const JobHookParts& parts)
{
    BestCheckpointHook::Options options;
    options.directory = parts.checkpointDir / "best";
    options.metric = watched(parts, parts.config.hooks.bestCheckpointMetric);
    options.keep = static_cast<std::size_t>(*parts.config.hooks.bestCheckpointKeep);
    options.asyncCheckpoint = parts.config.session.asyncCheckpoint;
    options.scaffold = parts.scaffold;
    options.files = &parts.environment.files;
    options.clock = &parts.environment.clock;
    options.logger = &parts.environment.logger;
    return std::make_shared<BestCheckpointHook>(options);
}

HookPointer earlyStopping(const JobHookParts& parts)
{
    EarlyStoppingHook::Options options;
    options.metric = watched(parts, parts.config.hooks.earlyStoppingMetric);
    options.patience = *parts.config.hooks.earlyStoppingPatience;
    options.minDelta = parts.config.hooks.earlyStoppingMinDelta;
    options.scaffold = parts.scaffold;
    options.clock = &parts.environment.clock;
    options.logger = &parts.environment.logger;
    return std::make_shared<EarlyStoppingHook>(options);
}

} // namespace

void requireMeasured(const JobConfig& config, const DatasetSplits& splits)
{
    const auto require = [&](bool isWatched, const std::string& name) {
        if (!isWatched || !name.starts_with(kValidation)) {
            return;
        }
        if (splits.validation.size() == 0 || config.evaluation.everySteps == 0) {
            throw InvalidArgumentError(
                fmt::format("{} is to be watched, but nothing measures it: "
                            "data.validation_fraction or evaluation.every_steps is 0",
                            name));
        }
        if (name.ends_with("accuracy") && !splits.train.hasClasses()) {
            throw InvalidArgumentError(
                fmt::format("{} is to be watched, but the labels are values, not classes", name));
        }
    };
    require(config.hooks.bestCheckpointKeep.has_value(), config.hooks.bestCheckpointMetric);
    require(config.hooks.earlyStoppingPatience.has_value(), config.hooks.earlyStoppingMetric);
    require(config.schedule.kind == "plateau", config.schedule.metric);
}

std::vector<HookPointer> makeJobHooks(const JobHookParts& parts)
{
    const HooksConfig& config = parts.config.hooks;
    std::vector<HookPointer> hooks;
    if (config.loggingEveryNIter) {
        hooks.push_back(loggingTensor(parts));
    }
    if (config.gradientNormEveryNSteps) {
        hooks.push_back(gradientNorm(parts));
    }
    hooks.push_back(histograms(parts)); // also to be turned on later
    if (config.profilerSaveSteps || config.profilerSaveSecs) {
        hooks.push_back(profiler(parts));
    }
    if (config.stopAtTimeSecs) {
        hooks.push_back(
            std::make_shared<StopAtTimeHook>(*config.stopAtTimeSecs, &parts.environment.clock));
    }
    if (config.bestCheckpointKeep) {
        hooks.push_back(bestCheckpoint(parts));
    }
    if (config.earlyStoppingPatience) {
        hooks.push_back(earlyStopping(parts));
    }
    return hooks;
}

std::vector<HookPointer> makeMeasuringHooks(const JobHookParts& parts)
{
    std::vector<HookPointer> hooks{parts.validation};
    if (parts.graph.plateau != nullptr) {
        hooks.push_back(std::make_shared<PlateauHook>(parts.graph, parts.config.schedule,
                                                      watched(parts, parts.config.schedule.metric),
                                                      parts.recorder, &parts.environment.clock));
    }
    return hooks;
}

} // namespace engine
