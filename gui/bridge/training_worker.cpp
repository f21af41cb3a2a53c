// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/training_worker.h"

#include "engine/checkpoint/checkpoint_files.h"
#include "engine/jobs/job_parser.h"
#include "engine/jobs/job_session.h"
#include "engine/jobs/job_store.h"
#include "engine/jobs/resources.h"
#include "engine/training/monitored_training_session.h"
#include "gui/bridge/conversions.h"
#include "gui/bridge/distribution_values.h"
#include "gui/bridge/signal_hook.h"

#include <QFileInfo>

#include <algorithm>
#include <limits>

namespace gui {

namespace {

bool savesCheckpoints(const engine::SessionConfig& config)
{
    const engine::MonitoredTrainingSessionOptions options = engine::sessionOptions(config);
    return !engine::resolveCheckpointPeriod(options.saveCheckpointSteps, options.saveCheckpointSecs)
                .isAbsent();
}

} // namespace

// The engine's messages as lines of the Log page.
class TrainingWorker::SignalLogger final : public engine::Logger
{
public:
    explicit SignalLogger(TrainingWorker& worker) : m_worker(worker) { }
    void log(engine::LogLevel, std::string_view message) override
    {
        emit m_worker.logLine(toQString(message));
    }

private:
    TrainingWorker& m_worker;
};

// Events that hooks record, as signals.
class TrainingWorker::EventForwarder final : public engine::SummaryWriter
{
public:
    explicit EventForwarder(TrainingWorker& worker) : m_worker(worker) { }
    void addScalar(std::string_view, double, std::int64_t) override { }
    void addSessionLog(engine::SessionLogKind, std::string_view, std::int64_t) override { }
    void addEvent(std::string_view kind, std::string_view message, std::int64_t step) override
    {
        emit m_worker.eventRecorded(toRunEvent(m_worker.m_job->run(), m_worker.m_job->segment(),
                                               step, m_worker.m_clock.wallSeconds(), kind,
                                               message));
    }
    void flush() override { }
    void close() override { }

private:
    TrainingWorker& m_worker;
};

TrainingWorker::TrainingWorker(OpenRequest request, QString storePath, bool startsPaused,
                               MetricBuffer& buffer)
    : m_request(std::move(request)), m_storePath(std::move(storePath)),
      m_startsPaused(startsPaused), m_buffer(buffer), m_clock(m_systemClock),
      m_logger(std::make_unique<SignalLogger>(*this))
{ }

TrainingWorker::~TrainingWorker() = default;

template <typename Request>
void TrainingWorker::forward(Request&& request)
{
    const std::lock_guard lock(m_mutex);
    if (m_control) {
        request(*m_control);
    } else {
        m_early.emplace_back(std::forward<Request>(request));
    }
}

void TrainingWorker::requestPause()
{
    forward([](ControlHook& control) { control.requestPause(); });
}

void TrainingWorker::resume()
{
    forward([](ControlHook& control) { control.resume(); });
}

void TrainingWorker::requestStep()
{
    forward([](ControlHook& control) { control.requestStep(); });
}

void TrainingWorker::requestCheckpoint()
{
    forward([](ControlHook& control) { control.requestCheckpoint(); });
}

void TrainingWorker::setCheckpointPinned(qint64 step, bool isPinned)
{
    forward([this, step, isPinned](ControlHook& control) {
        control.post([this, step, isPinned] { pin({m_job->run(), step, isPinned}); });
    });
}

void TrainingWorker::setLearningRate(double value)
{
    forward([value](ControlHook& control) { control.setLearningRate(value); });
}

void TrainingWorker::recordHistograms(qint64 everySteps)
{
    forward([this, everySteps](ControlHook& control) {
        control.post([this, everySteps] { changeHistograms(everySteps); });
    });
}

void TrainingWorker::requestStop()
{
    const std::lock_guard lock(m_mutex);
    m_stopWanted = true;
    if (m_control) {
        m_job->requestStop("stopped by the user");
        m_control->release();
    }
}

void TrainingWorker::cancel()
{
    forward([](ControlHook& control) { control.cancel(); });
}

qint64 TrainingWorker::step() const
{
    const std::lock_guard lock(m_mutex);
    return m_control ? m_job->progress().step() : m_lastStep;
}

double TrainingWorker::monitoringShare() const
{
    const std::lock_guard lock(m_mutex);
    return m_control ? m_job->monitoringShare() : -1;
}

double TrainingWorker::trainingSeconds() const
{
    return m_clock.monotonicSeconds();
}

engine::JobRequest TrainingWorker::jobRequest() const
{
    const std::filesystem::path store =
        m_storePath.isEmpty() ? engine::defaultStorePath() : toPath(m_storePath);
    engine::JobRequest request;
    if (m_request.continueRun != 0) {
        request = engine::continueRequest(store, m_request.continueRun, m_systemClock);
    } else {
        request.config = engine::parseJobFile(engine::findJobFile(m_request.jobFile.toStdString()));
        request.store = store;
    }
    if (m_request.steps > 0) {
        request.config.run.steps = m_request.steps;
    }
    if (m_request.fromStep >= 0) {
        request.fromStep = m_request.fromStep;
    }
    if (m_request.learningRate > 0) {
        request.learningRate = m_request.learningRate;
    }
    return request;
}

void TrainingWorker::train()
{
    RunEnd end;
    try {
        openJob();
        end = describeEnd(m_job->train());
    } catch (const engine::Error& error) {
        end.failure = toFailure(error);
    } catch (const std::exception& error) {
        end.failure = {QStringLiteral("Internal"), QString::fromUtf8(error.what())};
    }
    if (end.state == RunState::Failed) {
        end.step = step();
        end.reason = end.failure.message;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_lastStep = m_control ? m_job->progress().step() : 0;
        m_control.reset();
        m_early.clear();
    }
    m_job.reset();
    emit ended(end);
}

void TrainingWorker::openJob()
{
    auto job = std::make_unique<engine::TrainingJob>(
        jobRequest(), engine::JobEnvironment{m_clock, *m_logger, m_files});
    job->onStoreTrouble(
        [this](const std::string& reason) { emit storeTrouble(QString::fromStdString(reason)); });
    job->open();
    m_job = std::move(job);
    emit opened(describe(), m_job->segment());
    addHooks();
}

void TrainingWorker::addHooks()
{
    const engine::JobGraph& graph = m_job->graph();
    engine::JobRecorder& recorder = m_job->recorder();
    recorder.addWriter(std::make_shared<MetricBufferWriter>(graph, m_buffer, m_clock));
    recorder.addWriter(std::make_shared<EventForwarder>(*this));
    recorder.onCheckpoint([this](const engine::StoredCheckpoint& saved) { announce(saved); });
    tellDeletedCheckpoints(); // notes those from before
    m_job->addObserver(std::make_shared<SignalHook>(graph, m_buffer, m_clock));

    ControlHook::Callbacks callbacks;
    callbacks.paused = [this](qint64 step) {
        m_job->store().setStatus(
            step > m_job->firstStep() ? engine::RunStatus::Paused : engine::RunStatus::Ready, step);
        emit paused(step);
    };
    callbacks.resumed = [this](qint64 step) {
        m_job->store().setStatus(engine::RunStatus::Running, step);
        emit resumed(step);
    };
    callbacks.controlApplied = [this](const ControlChange& change) {
        m_job->noteModelChanged();
        emit controlApplied(change);
    };
    callbacks.saveCheckpoint = [this](engine::Session& session, qint64 step, bool waits) {
        saveCheckpoint(session, step, waits);
    };
    m_job->onCheckpointFailure([this](std::int64_t step) { tellNotSaved(step); });
    auto control = std::make_shared<ControlHook>(graph, recorder, m_clock, m_startsPaused,
                                                 std::move(callbacks));
    m_job->addHook(control);

    const std::lock_guard lock(m_mutex);
    m_control = control;
    for (const auto& request : m_early) {
        request(*control);
    }
    m_early.clear();
    if (m_stopWanted) {
        m_job->requestStop("stopped by the user");
        control->release();
    }
}

// While the person waits at a pause it is saved at once; otherwise the training goes on, and the
// answer comes with the checkpoint.
void TrainingWorker::saveCheckpoint(engine::Session& session, qint64 step, bool waits)
{
    m_askedStep = step;
    if (waits) {
        m_job->saveCheckpoint(session);
    } else {
        m_job->saveCheckpointSoon(session);
    }
    if (!m_askedStep) {
        return; // it has been answered
    }
    if (!savesCheckpoints(m_job->config().session)) {
        tellNotSaved(step);
    } else if (m_lastCheckpoint.run != 0 && m_lastCheckpoint.step == step) {
        m_askedStep.reset();
        emit checkpointSaved(m_lastCheckpoint); // the one that there is
    }
}

void TrainingWorker::tellNotSaved(qint64 step)
{
    if (m_askedStep && step >= *m_askedStep) {
        m_askedStep.reset();
        emit checkpointNotSaved(step); // the engine has said why
    }
}

void TrainingWorker::announce(const engine::StoredCheckpoint& checkpoint)
{
    if (m_askedStep && checkpoint.step >= *m_askedStep) {
        m_askedStep.reset();
    }
    m_lastCheckpoint = toCheckpointInfo(m_job->run(), checkpoint);
    emit checkpointSaved(m_lastCheckpoint);
    emit eventRecorded(toRunEvent(m_job->run(), m_job->segment(), checkpoint.step,
                                  m_clock.wallSeconds(), engine::EventKind::kCheckpointSaved,
                                  checkpoint.prefix));
    tellDeletedCheckpoints();
}

void TrainingWorker::tellDeletedCheckpoints()
{
    std::set<qint64> now;
    for (const auto& [prefix, announced] : m_job->recorder().checkpoints()) {
        now.insert(engine::stepOfCheckpoint(prefix).value_or(-1));
    }
    for (const std::string& prefix : m_job->recorder().damagedCheckpoints()) {
        now.insert(engine::stepOfCheckpoint(prefix).value_or(-1)); // its row stays
    }
    QList<qint64> deleted;
    std::set_difference(m_savedSteps.begin(), m_savedSteps.end(), now.begin(), now.end(),
                        std::back_inserter(deleted));
    m_savedSteps = std::move(now);
    if (!deleted.isEmpty()) {
        emit checkpointsDeleted(m_job->run(), deleted);
    }
}

void TrainingWorker::pin(const CheckpointPin& asked)
{
    try {
        m_job->setCheckpointPinned(asked.step, asked.isPinned);
        emit checkpointPinned(asked);
    } catch (const engine::Error& error) { // training goes on
        emit checkpointNotPinned(asked, toFailure(error));
    }
}

void TrainingWorker::changeHistograms(qint64 everySteps)
{
    const auto before = m_job->config().hooks.histogramsEveryNSteps.value_or(0);
    try {
        m_job->recordHistograms(everySteps);
        emit controlApplied(
            {kHistogramControlName, double(before), double(everySteps), m_job->progress().step()});
    } catch (const engine::Error& error) { // training goes on
        emit logLine(QString::fromUtf8(error.what()));
        emit controlNotApplied(kHistogramControlName, toFailure(error));
    }
}

RunDescription TrainingWorker::describe() const
{
    const engine::JobConfig& config = m_job->config();
    RunDescription description;
    description.id = m_job->run();
    description.name = QString::fromStdString(config.run.name);
    description.jobName = m_request.continueRun != 0
        ? description.name
        : QFileInfo(m_request.jobFile).completeBaseName();
    description.firstStep = m_job->firstStep();
    description.targetSteps = config.run.steps;
    description.learningRate =
        m_request.learningRate > 0 ? m_request.learningRate : m_job->startLearningRate();
    description.savesCheckpoints = savesCheckpoints(config.session);
    description.examplesPerEpoch = m_job->trainingExamples();
    description.batchSize = static_cast<int>(config.data.batchSize);
    description.histogramSteps = config.hooks.histogramsEveryNSteps.value_or(0);
    description.hyperParameters = toParameterList(m_job->parameters());
    return description;
}

RunEnd TrainingWorker::describeEnd(const engine::JobResult& result) const
{
    RunEnd end;
    end.state = toRunState(result.status);
    end.step = result.step;
    end.reason = QString::fromStdString(result.stopReason);
    if (end.state == RunState::Halted) {
        end.alert = describeAlert(result);
    }
    return end;
}

NonFiniteAlert TrainingWorker::describeAlert(const engine::JobResult& result) const
{
    NonFiniteAlert alert;
    alert.run = result.run;
    alert.step = result.step;
    alert.value = result.loss;
    alert.climbingSince = m_job->progress().trend().lowestStep();
    alert.learningRate = result.baseLearningRate; // what people can set
    alert.suggestedLearningRate = result.baseLearningRate / 2;
    // The update of the lowest step itself may be the one that went wrong.
    alert.rewindStep = m_job->newestCheckpointUpTo(alert.climbingSince - 1);
    return alert;
}

} // namespace gui
