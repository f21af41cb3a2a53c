// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_store.h"

#include "engine/base/errors.h"
#include "engine/jobs/job_changes.h"
#include "engine/jobs/job_directory.h"
#include "engine/jobs/job_keys.h"
#include "engine/jobs/job_optimizer.h"
#include "engine/jobs/job_parser.h"
#include "engine/jobs/job_session.h"
#include "engine/jobs/resources.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace engine {

namespace {

JobConfig withAbsoluteFiles(JobConfig config)
{
    if (!config.model.initialCheckpoint.empty()) {
        config.model.initialCheckpoint =
            std::filesystem::absolute(initialCheckpointPath(config)).string();
    }
    for (std::string* name : dataFilesOf(config)) {
        *name = findDataFile(config, *name).string();
    }
    return config;
}

// What tools that compare runs can sort by.
struct ParameterOf
{
    HyperParameter operator()(bool truth) const { return truth; }
    HyperParameter operator()(std::int64_t number) const { return static_cast<double>(number); }
    HyperParameter operator()(double number) const { return number; }
    HyperParameter operator()(const std::string& text) const { return text; }
    template <typename T>
    HyperParameter operator()(const std::vector<T>& list) const
    {
        return fmt::format("{}", fmt::join(list, ", "));
    }
};

std::string dataName(const DataConfig& data)
{
    if (data.kind == "idx") {
        const std::filesystem::path images(data.trainImages);
        const std::filesystem::path folder = images.parent_path().filename();
        return (folder.empty() ? images.filename() : folder).string(); // beside the job: the file
    }
    return data.kind == "csv" ? std::filesystem::path(data.file).filename().string() : data.kind;
}

} // namespace

std::vector<std::pair<std::string, std::string>>
displayParameters(const JobConfig& config, const JobGraph& graph, const DatasetSplits& data)
{
    const OptimizerConfig& optimizer = config.optimizer;
    std::vector<std::pair<std::string, std::string>> parameters{
        {"Optimizer", optimizer.kind},
        {"Initial learning rate", fmt::format("{}", optimizer.learningRate)}};
    if (config.schedule.kind != "constant") {
        parameters.emplace_back("Schedule", config.schedule.kind);
    }
    if (optimizer.momentum) {
        parameters.emplace_back("Momentum", fmt::format("{}", *optimizer.momentum));
    }
    parameters.emplace_back("Batch size", fmt::format("{}", config.data.batchSize));
    if (!config.data.augment.empty()) {
        parameters.emplace_back("Augmentation",
                                fmt::format("{}", fmt::join(config.data.augment, "; ")));
    }
    const ModelConfig& model = config.model;
    if (model.kind == "sequential") {
        parameters.emplace_back("Layers", fmt::format("{}", fmt::join(model.layers, "; ")));
    } else {
        parameters.emplace_back("Hidden layers",
                                fmt::format("{}", fmt::join(model.hiddenLayers, ", ")));
    }
    parameters.emplace_back("Activation", model.activation);
    if (model.dropout > 0) {
        parameters.emplace_back("Dropout", fmt::format("{}", model.dropout));
    }
    parameters.emplace_back("Parameters", fmt::format("{}", graph.parameterCount));
    parameters.emplace_back("Data", dataName(config.data));
    parameters.emplace_back("Examples", fmt::format("{}", data.train.size()));
    parameters.emplace_back(kDataChecksum, dataChecksum(data));
    parameters.emplace_back("Seed", fmt::format("{}", config.run.seed));
    return parameters;
}

HyperParameters hyperParameters(const JobConfig& config)
{
    HyperParameters parameters;
    for (const JobKey& key : jobKeys()) {
        const bool isOfTheModel = key.path.starts_with("model.")
            || key.path.starts_with("optimizer.") || key.path.starts_with("schedule.")
            || key.path == "data.batch_size" || key.path == "data.augment"
            || key.path == "run.seed";
        const std::optional<JobValue> value = key.access.read(config);
        if (isOfTheModel && value) {
            parameters.emplace_back(key.path, std::visit(ParameterOf{}, *value));
        }
    }
    return parameters;
}

RunSpec runSpec(const JobRequest& request,
                std::vector<std::pair<std::string, std::string>> parameters)
{
    RunSpec spec;
    spec.name = request.config.run.name;
    spec.targetSteps = request.config.run.steps;
    spec.job = writeJob(withAbsoluteFiles(request.config));
    spec.parameters = std::move(parameters);
    spec.checkpointDirectory = request.checkpointDir.string();
    spec.seed = request.config.run.seed;
    return spec;
}

JobRecorder::Checkpoints announcedCheckpoints(RunStoreReader& reader, RunId run,
                                              std::int64_t firstStep)
{
    const std::vector<StoredSegment> segments = reader.segments(run);
    const auto isAbandoned = [&](const StoredCheckpoint& checkpoint) {
        return checkpoint.step > firstStep
            || std::ranges::any_of(segments, [&](const StoredSegment& segment) {
                   return segment.number > checkpoint.segment
                       && segment.firstStep < checkpoint.step;
               });
    };
    JobRecorder::Checkpoints known;
    for (const StoredCheckpoint& checkpoint : reader.checkpoints(run)) {
        if (!checkpoint.isComplete) { // its files are not to be looked for
            continue;
        }
        known[checkpoint.prefix] = {checkpoint.loss, isAbandoned(checkpoint)};
    }
    return known;
}

JobRequest withScheduledSteps(JobRequest request, const Clock& clock)
{
    ScheduleConfig& schedule = request.config.schedule;
    if (!hasScheduledSteps(schedule)) {
        return request;
    }
    if (request.continueRun == 0) {
        schedule.decaySteps = schedule.decaySteps.value_or(request.config.run.steps);
        return request;
    }
    const RunDetails before = RunStoreReader(request.store, clock).details(request.continueRun);
    const JobConfig former = parseJob(before.job, before.info.name);
    const std::optional<std::int64_t> formerSteps = former.schedule.decaySteps;
    if (former.schedule.kind != schedule.kind || !formerSteps) {
        schedule.decaySteps = schedule.decaySteps.value_or(request.config.run.steps);
    } else if (schedule.decaySteps.value_or(*formerSteps) == *formerSteps) { // not asked otherwise
        const bool isOver = request.fromStep.value_or(before.info.lastStep) >= *formerSteps;
        const bool endedWithTheRun = *formerSteps == former.run.steps;
        schedule.decaySteps = isOver && endedWithTheRun ? request.config.run.steps : *formerSteps;
    }
    return request;
}

JobRequest continueRequest(const std::filesystem::path& store, RunId run, const Clock& clock)
{
    RunStoreReader reader(store, clock);
    const RunDetails details = reader.details(run);
    if (details.job.empty()) {
        throw FailedPreconditionError(fmt::format(
            "run {} has no job in the store, so it cannot be continued", details.info.name));
    }
    JobRequest request;
    request.config = parseJob(details.job, details.info.name);
    request.config.run.steps = std::max(request.config.run.steps, details.info.targetSteps);
    request.store = store;
    request.checkpointDir = details.checkpointDirectory;
    request.continueRun = run;
    return request;
}

RunId findRunToResume(const std::filesystem::path& store,
                      const std::filesystem::path& checkpointDir, const std::string& name,
                      const Clock& clock)
{
    RunStoreReader reader(store, clock);
    const std::filesystem::path wanted =
        checkpointDir.empty() ? "" : normalDirectory(checkpointDir);
    for (const RunInfo& run : reader.runs()) {
        const bool matches = wanted.empty()
            ? run.name == name
            : normalDirectory(reader.details(run.id).checkpointDirectory) == wanted;
        if (matches) {
            return run.id;
        }
    }
    throw NotFoundError(wanted.empty()
                            ? fmt::format("the store {} has no run named {}", store.string(), name)
                            : fmt::format("the store {} has no run that saved to {}",
                                          store.string(), wanted.string()));
}

} // namespace engine
