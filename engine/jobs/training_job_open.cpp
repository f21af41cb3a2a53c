// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/saver.h"
#include "engine/checkpoint/usable_checkpoint.h"
#include "engine/jobs/job_changes.h"
#include "engine/jobs/job_directory.h"
#include "engine/jobs/job_optimizer.h"
#include "engine/jobs/job_session.h"
#include "engine/jobs/job_store.h"
#include "engine/jobs/training_job.h"
#include "engine/summary/event_file_writer.h"
#include "engine/summary/run_store_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

// How a job begins or goes on: TrainingJob::open() and what it is made of.
namespace engine {

namespace {

void requireStepsLeft(const RunConfig& run, std::int64_t firstStep)
{
    if (firstStep >= run.steps) {
        throw InvalidArgumentError(
            fmt::format("{} is already at step {} of {}; a later run.steps (--steps) trains on",
                        run.name, firstStep, run.steps));
    }
}

// That it is there; what it holds is looked at when the model is initialized.
void requireInitial(const FileSystem& files, const WarmStart& start)
{
    if (!checkpointExists(files, start.prefix)) {
        throw NotFoundError(
            fmt::format("model.initial_checkpoint: there is no checkpoint {}", start.prefix));
    }
}

// What is left of a schedule must be worth training.
void warnOfTheScheduleSEnd(const JobConfig& config, Logger& logger)
{
    const ScheduleConfig& schedule = config.schedule;
    const bool ends = hasScheduledSteps(schedule) && schedule.kind != "exponential";
    if (ends && schedule.decaySteps.value_or(config.run.steps) < config.run.steps) {
        logger.warning(fmt::format(
            "the {} schedule ends at step {} of {}; the learning rate stays where it is from "
            "there on (schedule.decay_steps, schedule.end_factor)",
            schedule.kind, *schedule.decaySteps, config.run.steps));
    }
}

} // namespace

// The one to go on from; nothing: the run begins.
std::optional<std::string> TrainingJob::chooseCheckpoint()
{
    const std::filesystem::path& directory = m_request.checkpointDir;
    if (m_request.continueRun == 0) { // again: another run may have saved there meanwhile
        requireNoCheckpoints(m_environment.files, directory);
    }
    if (m_request.fromStep) {
        return checkpointOfStep(m_environment.files, directory, *m_request.fromStep);
    }
    const auto usable = findUsableCheckpoint(m_environment.files, directory, m_environment.logger);
    m_rejected = usable ? usable->rejected : std::vector<RejectedCheckpoint>();
    if (!usable && m_request.continueRun != 0) {
        throw NotFoundError(fmt::format("{} cannot be continued: {} holds no checkpoint of it; "
                                        "train it anew as another run",
                                        m_request.config.run.name, directory.string()));
    }
    return usable ? std::optional(usable->prefix) : std::nullopt;
}

void TrainingJob::open()
{
    FileSystem& files = m_environment.files;
    const std::filesystem::path& directory = m_request.checkpointDir;
    files.createDirectories(directory);
    DirectoryLock lock(directory);
    const std::optional<std::string> checkpoint = chooseCheckpoint();
    m_firstStep = checkpoint ? stepOfCheckpoint(*checkpoint).value_or(0) : 0;
    if (checkpoint) {
        requireRestorable(files, *checkpoint, *m_graph.graph);
        requireStepsLeft(m_request.config.run, m_firstStep);
    }
    if (!checkpoint && !m_request.config.model.initialCheckpoint.empty()) {
        requireInitial(files, warmStartOf(m_request.config, *m_graph.graph));
    }
    warnOfTheScheduleSEnd(m_request.config, m_environment.logger);
    openStore();
    if (m_request.fromStep) {
        try {
            makeNewestCheckpoint(files, directory, *checkpoint, m_environment.logger);
        } catch (const Error& error) {
            m_store->endSegment(RunStatus::Failed, error.what(), m_firstStep);
            throw;
        }
    }
    m_startLearningRate =
        m_request.learningRate.value_or(checkpoint ? readLearningRate(files, *checkpoint, m_graph)
                                                   : m_request.config.optimizer.learningRate);
    m_progress = std::make_shared<ProgressHook>(m_graph, m_recorder, m_firstStep);
    m_recorder->addHyperParameters(m_request.config.run.name, hyperParameters(m_request.config));
    m_recorder->onCheckpoint([this](const StoredCheckpoint&) { m_isSavingFailed = false; });
    m_lock = std::move(lock);
}

void TrainingJob::openStore()
{
    const RunSpec spec = runSpec(m_request, parameters());
    JobRecorder::Checkpoints announced;
    std::vector<std::string> changes;
    if (m_request.continueRun != 0) {
        RunStoreReader reader(m_request.store, m_environment.clock);
        const RunDetails before = reader.details(m_request.continueRun);
        announced = announcedCheckpoints(reader, m_request.continueRun, m_firstStep);
        changes = changesSince(before, spec);
        const double learningRate = m_request.config.optimizer.learningRate;
        if (formerLearningRate(before).value_or(learningRate) != learningRate) {
            m_request.learningRate = m_request.learningRate.value_or(learningRate);
        }
    }
    RunStoreWriter::Options options;
    options.onError = [this](const Error& error) { tellStoreTrouble(error.what()); };
    options.onRecovery = [this] { tellStoreTrouble(""); };
    m_store =
        std::make_shared<RunStoreWriter>(m_request.store, m_environment.clock, std::move(options));
    m_run = m_request.continueRun != 0 ? m_request.continueRun : m_store->createRun(spec);
    m_segment = m_store->beginSegment(m_run, m_firstStep);
    m_store->setTargetSteps(m_request.config.run.steps);
    auto eventFile = std::make_shared<EventFileWriter>(
        m_environment.files, m_request.checkpointDir, m_environment.clock,
        [&logger = m_environment.logger](const Error& error) {
            logger.warning(
                fmt::format("Event files for TensorBoard cannot be written: {}. Training goes on; "
                            "values wait in memory",
                            error.what()));
        });
    m_recorder = std::make_shared<JobRecorder>(
        m_store, std::move(eventFile), [this] { return m_progress->trend().average(); },
        std::move(announced), m_environment.logger);
    if (m_request.continueRun != 0) {
        m_store->setJob(spec);
    }
    for (const RejectedCheckpoint& rejected : m_rejected) {
        m_recorder->addDamagedCheckpoint(rejected, m_firstStep);
    }
    if (!changes.empty()) {
        const std::string message = fmt::format("{}", fmt::join(changes, "; "));
        m_environment.logger.warning(
            fmt::format("{} goes on with other settings: {}", m_request.config.run.name, message));
        m_recorder->addEvent(EventKind::kSettingsChanged, message, m_firstStep);
    }
}

void TrainingJob::tellStoreTrouble(const std::string& reason)
{
    m_environment.logger.error(
        reason.empty()
            ? "The store is written again; what waited for it is in it"
            : fmt::format(
                "The store cannot be written: {}. Training goes on; values wait in memory",
                reason));
    if (m_storeTrouble) {
        m_storeTrouble(reason);
    }
}

} // namespace engine
