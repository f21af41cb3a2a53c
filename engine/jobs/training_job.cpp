// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/training_job.h"

#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/saver.h"
#include "engine/data/prefetching_batch_source.h"
#include "engine/hooks/nan_tensor_hook.h"
#include "engine/hooks/stop_at_step_hook.h"
#include "engine/jobs/batch_feed_hook.h"
#include "engine/jobs/job_data.h"
#include "engine/jobs/job_directory.h"
#include "engine/jobs/job_session.h"
#include "engine/jobs/job_store.h"
#include "engine/jobs/start_learning_rate_hook.h"
#include "engine/training/monitored_training_session.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

namespace engine {

namespace {

std::string lossName(double loss)
{
    // The sign of a NaN means nothing.
    return std::isnan(loss) ? "NaN" : loss < 0 ? "-infinity" : "infinity";
}

// A run that is killed goes on from a checkpoint; the values up to there must be in the store.
void commitRecords(RunStoreWriter& store, Logger& logger)
{
    try {
        store.flush();
    } catch (const Error& error) { // the store tries again; the checkpoint is worth more
        logger.warning(error.what());
    }
}

} // namespace

TrainingJob::TrainingJob(JobRequest request, const JobEnvironment& environment)
    : m_request(
        withScheduledSteps(withPaths(std::move(request), environment.clock), environment.clock)),
      m_environment(environment), m_splits(loadJobData(m_request.config)),
      m_graph(buildJobGraph(m_request.config, m_splits.train)),
      m_remarks(remarksOn(m_request.config.data, m_splits.train))
{
    requireMeasured(m_request.config, m_splits);
    for (const std::string& remark : m_remarks) {
        m_environment.logger.info(remark);
    }
    if (m_request.continueRun == 0) {
        requireNoCheckpoints(environment.files, m_request.checkpointDir);
    }
}

TrainingJob::~TrainingJob()
{
    if (m_store != nullptr) { // its thread calls this; others may hold it
        try {
            m_store->close();
        } catch (const std::exception& error) {
            m_environment.logger.error(error.what());
        }
    }
}

std::vector<std::pair<std::string, std::string>> TrainingJob::parameters() const
{
    return displayParameters(m_request.config, m_graph, m_splits);
}

std::shared_ptr<EvaluationHook> TrainingJob::makeEvaluation(const char* part, const Dataset& data,
                                                            std::int64_t everySteps)
{
    return std::make_shared<EvaluationHook>(
        m_graph,
        std::make_unique<Evaluator>(m_graph, data, m_request.config.evaluation.batchSize,
                                    m_splits.targetScale),
        EvaluationHook::Options{part, everySteps, m_recorder, &data == &m_splits.test});
}

// Before the saver. The guard first: what it refuses is neither measured nor saved.
std::vector<HookPointer> TrainingJob::makeFirstHooks(const JobHookParts& parts)
{
    std::vector<HookPointer> hooks;
    if (m_request.learningRate) {
        hooks.push_back(
            std::make_shared<StartLearningRateHook>(m_graph, *m_request.learningRate, m_recorder));
    }
    hooks.push_back(m_progress);
    hooks.insert(hooks.end(), m_observers.begin(), m_observers.end());
    NanTensorHook::Options guard;
    guard.failOnInfinity = m_request.config.alerts.failOnInfinity;
    guard.logger = &m_environment.logger;
    hooks.push_back(std::make_shared<NanTensorHook>(m_graph.loss, guard));
    const std::vector<HookPointer> measuring = makeMeasuringHooks(parts);
    hooks.insert(hooks.end(), measuring.begin(), measuring.end());
    return hooks;
}

std::vector<HookPointer> TrainingJob::makeHooks(const JobHookParts& parts)
{
    const JobConfig& config = m_request.config;
    std::vector<HookPointer> hooks;
    StopAtStepHook::Options target;
    target.lastStep = config.run.steps;
    hooks.push_back(std::make_shared<StopAtStepHook>(target));
    auto batches = std::make_unique<ShuffledBatcher>(m_splits.train, config.data.batchSize,
                                                     static_cast<std::uint64_t>(config.run.seed));
    hooks.push_back(std::make_shared<BatchFeedHook>(
        std::make_unique<PrefetchingBatchSource>(std::move(batches)), m_graph, m_times,
        m_environment.clock));
    hooks.push_back(m_test);
    const std::vector<HookPointer> further = makeJobHooks(parts);
    for (const HookPointer& hook : further) {
        if (auto histograms = std::dynamic_pointer_cast<WeightHistogramHook>(hook)) {
            m_histograms = std::move(histograms);
        }
    }
    hooks.insert(hooks.end(), further.begin(), further.end());
    hooks.insert(hooks.end(), m_hooks.begin(), m_hooks.end());
    return hooks;
}

std::unique_ptr<MonitoredSession> TrainingJob::makeSession()
{
    MonitoredTrainingSessionOptions options = sessionOptions(m_request.config.session);
    options.checkpointDir = m_request.checkpointDir;
    ScaffoldCalls calls;
    calls.metric = [this] {
        m_recorder->noteLoss(); // of the step that is saved, not of the one that hears of it
        return checkpointMetric();
    };
    calls.beforeWriting = [store = m_store, &logger = m_environment.logger] {
        commitRecords(*store, logger);
    };
    calls.rejected = [this](const RejectedCheckpoint& rejected) {
        m_recorder->addDamagedCheckpoint(rejected, m_progress->step());
    };
    calls.initialize = initialization();
    options.scaffold = makeScaffold(m_request.config.session, m_environment, std::move(calls));
    m_checkpoints = options.scaffold->saver();
    m_validation =
        makeEvaluation("validation", m_splits.validation, m_request.config.evaluation.everySteps);
    m_test = makeEvaluation("test", m_splits.test, 0);
    const JobHookParts parts{m_request.config, m_graph,    m_environment, m_request.checkpointDir,
                             options.scaffold, m_recorder, m_validation};
    options.hooks = makeHooks(parts);
    options.chiefOnlyHooks = makeFirstHooks(parts);
    options.config.threads = static_cast<int>(m_request.config.run.threads);
    options.toleratesCheckpointFailure = [this](const Error& error, std::int64_t step) {
        return toleratesCheckpointFailure(error, step);
    };
    options.summaryWriterFactory = [this](const std::filesystem::path&) { return m_recorder; };
    options.sessionFactory = [this, threads = options.config](Graph& graph) {
        return std::make_unique<TimedSession>(std::make_unique<DirectSession>(graph, threads),
                                              m_times, m_environment.clock);
    };
    options.files = &m_environment.files;
    options.clock = &m_environment.clock;
    options.logger = &m_environment.logger;
    return MonitoredTrainingSession(*m_graph.graph, options);
}

// Empty if the job names no checkpoint to begin with.
Scaffold::InitFn TrainingJob::initialization()
{
    if (m_request.config.model.initialCheckpoint.empty()) {
        return {};
    }
    const WarmStart start = warmStartOf(m_request.config, *m_graph.graph);
    return [this, start](Scaffold& scaffold, Session& session) {
        const WarmStartReport report = scaffold.saver()->warmStart(session, start);
        const std::string message = fmt::format("from {}: {}", start.prefix, summaryOf(report));
        m_environment.logger.info("Initialized " + message);
        m_recorder->addEvent(EventKind::kInitialized, message, 0);
    };
}

// Where there is validation, the step that is saved must have been validated: the losses of
// training and of other steps are no measure beside it.
double TrainingJob::checkpointMetric() const
{
    if (!m_validation->measuresWhileTraining()) {
        return m_progress->trend().average();
    }
    const auto loss = m_validation->latest().find("loss");
    return m_validation->latestStep() == m_progress->step() && loss != m_validation->latest().end()
        ? loss->second
        : std::numeric_limits<double>::quiet_NaN();
}

// Without a checkpoint the training is in more danger, but it is not over: a disk that is full may
// be emptied until the next save, and nothing saved before is lost.
bool TrainingJob::toleratesCheckpointFailure(const Error& error, std::int64_t step)
{
    switch (error.code()) {
    case ErrorCode::ResourceExhausted:
    case ErrorCode::PermissionDenied:
    case ErrorCode::NotFound:
    case ErrorCode::InvalidArgument: // the directory is gone and cannot be made again
    case ErrorCode::Unknown: // the disk failed
        break;
    default:
        return false;
    }
    std::string_view reason = error.what();
    reason.remove_suffix(reason.ends_with('.') ? 1 : 0);
    const std::string message = fmt::format("The checkpoint of step {} was not saved: {}. Training "
                                            "goes on, and saves again as planned.",
                                            step, reason);
    m_environment.logger.error(message);
    if (!std::exchange(m_isSavingFailed, true)) {
        m_recorder->addEvent(EventKind::kCheckpointFailed, message, step);
    }
    if (m_checkpointFailure) {
        m_checkpointFailure(step);
    }
    return true;
}

JobResult TrainingJob::train()
{
    JobResult result;
    const auto start = m_environment.clock.monotonicSeconds();
    try {
        const std::unique_ptr<MonitoredSession> session = makeSession();
        loop(*session, result);
    } catch (const NanLossDuringTrainingError&) {
        result.status = RunStatus::Halted;
        result.stopReason = fmt::format("loss became {} at step {}", lossName(m_progress->loss()),
                                        m_progress->step());
    } catch (const CancelledError& error) {
        result.status = RunStatus::Stopped;
        result.stopReason = error.what();
    } catch (const std::exception& error) { // an Error, or memory or threads that ran out
        enterFailure(error);
        throw;
    }
    finish(result, m_environment.clock.monotonicSeconds() - start);
    return result;
}

// Whatever goes wrong here, `error` is what people must hear of.
void TrainingJob::enterFailure(const std::exception& error)
{
    try {
        m_store->addEvent(EventKind::kFailed, error.what(), m_progress->step());
        m_store->endSegment(RunStatus::Failed, error.what(), m_progress->step());
        m_store->close();
    } catch (const std::exception& second) {
        m_environment.logger.error(
            fmt::format("The failure could not be entered in the store: {}", second.what()));
    }
}

void TrainingJob::loop(MonitoredSession& session, JobResult& result)
{
    const std::int64_t step = m_progress->step();
    m_store->addEvent(m_segment == 0 ? EventKind::kStarted : EventKind::kResumed,
                      fmt::format("{} at step {}", m_request.config.run.name, step), step);
    m_store->setStatus(RunStatus::Running, step);
    {
        const std::lock_guard lock(m_mutex);
        m_session = &session;
        m_saver = session.findHook<CheckpointSaverHook>();
        if (m_saver && m_isModelChanged) {
            m_saver->noteModelChanged();
        }
        if (!m_stopReason.empty()) {
            session.requestStop(m_stopReason);
        }
    }
    const auto start = m_environment.clock.monotonicSeconds();
    m_times.compute = m_times.data = 0;
    m_times.loopStart = m_environment.clock.monotonic().count();
    struct Detach // nobody may reach the session once it is left
    {
        TrainingJob& job;
        ~Detach()
        {
            const std::lock_guard lock(job.m_mutex);
            job.m_session = nullptr;
            job.m_saver.reset();
            job.m_checkpoints.reset();
        }
    } detach{*this};
    std::vector<Tensor> results;
    const Fetch trainOp(m_graph.trainOp);
    const RunRequest request{std::span(&trainOp, 1), {}};
    with(session, [&] {
        while (!session.shouldStop()) {
            session.run(request, results);
        }
        result.seconds = m_environment.clock.monotonicSeconds() - start;
        result.stopReason = session.stopReason();
    });
}

void TrainingJob::finish(JobResult& result, double seconds)
{
    result.run = m_run;
    result.segment = m_segment;
    result.firstStep = m_firstStep;
    result.step = m_progress->step();
    result.loss = m_progress->loss();
    result.learningRate = m_progress->learningRate();
    result.baseLearningRate = m_progress->baseLearningRate();
    if (result.seconds == 0) {
        result.seconds = seconds;
    }
    const auto steps = static_cast<double>(result.step - m_firstStep);
    result.stepsPerSecond = steps / std::max(result.seconds, 1e-9);
    result.examplesPerSecond =
        result.stepsPerSecond * static_cast<double>(m_request.config.data.batchSize);
    if (result.step > m_firstStep) {
        result.metrics["train/loss"] = result.loss;
    }
    for (const auto& [hook, part] :
         {std::pair(m_validation, "validation/"), std::pair(m_test, "test/")}) {
        for (const auto& [metric, value] : hook->latest()) {
            result.metrics[part + metric] = value;
        }
    }
    if (result.status != RunStatus::Halted) {
        result.status =
            result.step >= m_request.config.run.steps ? RunStatus::Finished : RunStatus::Stopped;
    }
    const bool halted = result.status == RunStatus::Halted;
    const std::string_view kind = halted       ? EventKind::kAlert
        : result.status == RunStatus::Finished ? EventKind::kFinished
                                               : EventKind::kStopped;
    try {
        m_store->addEvent(kind, result.stopReason, result.step);
        m_store->endSegment(result.status, result.stopReason, result.step);
        m_store->close();
    } catch (const std::exception& error) { // the model is trained and saved all the same
        result.storeFailure = error.what();
        m_environment.logger.error(
            fmt::format("The end of the run could not be entered in the store: {}", error.what()));
    }
}

void TrainingJob::saveCheckpoint(Session& session)
{
    if (m_saver) {
        m_saver->saveNow(session);
    }
}

void TrainingJob::saveCheckpointSoon(Session& session)
{
    if (m_saver) {
        m_saver->saveSoon(session);
    }
}

void TrainingJob::setCheckpointPinned(std::int64_t step, bool isPinned)
{
    if (m_checkpoints == nullptr) {
        throw FailedPreconditionError("no training runs that could pin a checkpoint");
    }
    const std::string prefix = prefixOfStep(m_environment.files, m_request.checkpointDir, step);
    m_checkpoints->setPinned(prefix, isPinned);
    m_store->setCheckpointPinned(prefix, isPinned);
    m_recorder->addEvent(isPinned ? EventKind::kCheckpointPinned : EventKind::kCheckpointUnpinned,
                         prefix, m_progress->step());
}

void TrainingJob::recordHistograms(std::int64_t everySteps)
{
    if (m_histograms == nullptr) {
        throw FailedPreconditionError("no training runs that could record histograms");
    }
    m_histograms->setPeriod(Period::everySteps(everySteps));
    const std::int64_t before =
        std::exchange(m_request.config.hooks.histogramsEveryNSteps, everySteps).value_or(0);
    m_store->setJob(runSpec(m_request, parameters()));
    m_store->addHyperParameters(m_request.config.run.name, hyperParameters(m_request.config));
    m_recorder->addEvent(EventKind::kControlChanged,
                         fmt::format("{} {} -> {}", kHistogramControl, before, everySteps),
                         m_progress->step());
}

void TrainingJob::noteModelChanged()
{
    m_isModelChanged = true;
    if (m_saver) {
        m_saver->noteModelChanged();
    }
}

std::int64_t TrainingJob::newestCheckpointUpTo(std::int64_t step) const
{
    std::int64_t newest = -1;
    for (const auto& [prefix, announced] : m_recorder->checkpoints()) {
        const std::int64_t saved = stepOfCheckpoint(prefix).value_or(-1);
        newest = saved <= step && !announced.isAbandoned ? std::max(newest, saved) : newest;
    }
    return newest;
}

void TrainingJob::requestStop(std::string reason)
{
    const std::lock_guard lock(m_mutex);
    m_stopReason = std::move(reason);
    if (m_session != nullptr) {
        m_session->requestStop(m_stopReason);
    }
}

} // namespace engine
