// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/engine_training_controller.h"

#include "gui/bridge/training_worker.h"

namespace gui {

namespace {

constexpr int kDrainMilliseconds = 33; // as often as an eye follows, at half the wakeups
constexpr int kProgressMilliseconds = 200; // text that changes more often is not read

bool isTraining(RunState state)
{
    return state == RunState::Running || state == RunState::Pausing || state == RunState::Stopping;
}

} // namespace

EngineTrainingController::EngineTrainingController(QString storePath, QObject* parent)
    : TrainingController(parent), m_storePath(std::move(storePath))
{
    m_drainTimer.setInterval(kDrainMilliseconds);
    m_progressTimer.setInterval(kProgressMilliseconds);
    connect(&m_drainTimer, &QTimer::timeout, this, &EngineTrainingController::drain);
    connect(&m_progressTimer, &QTimer::timeout, this, &EngineTrainingController::updateProgress);
}

EngineTrainingController::~EngineTrainingController()
{
    if (m_worker) {
        m_worker->requestStop();
        m_thread.join();
    }
}

void EngineTrainingController::open(const OpenRequest& request, bool start)
{
    if (m_worker) {
        return;
    }
    m_startsPaused = !start;
    m_isOpened = false;
    m_stateBefore = m_state;
    m_worker = std::make_unique<TrainingWorker>(request, m_storePath, m_startsPaused, m_buffer);
    connectWorker();
    m_thread = std::thread([worker = m_worker.get()] { worker->train(); });
}

void EngineTrainingController::connectWorker()
{
    TrainingWorker* worker = m_worker.get();
    m_mailbox.deliver(
        worker, &TrainingWorker::opened,
        [this](const RunDescription& description, int segment) { onOpened(description, segment); });
    m_mailbox.deliver(worker, &TrainingWorker::paused, [this](qint64 step) { onPaused(step); });
    m_mailbox.deliver(worker, &TrainingWorker::resumed, [this](qint64 step) { onResumed(step); });
    m_mailbox.deliver(worker, &TrainingWorker::controlApplied,
                      [this](const ControlChange& change) { emit controlApplied(change); });
    m_mailbox.deliver(worker, &TrainingWorker::checkpointSaved,
                      [this](const CheckpointInfo& saved) { emit checkpointSaved(saved); });
    m_mailbox.deliver(worker, &TrainingWorker::eventRecorded,
                      [this](const RunEvent& event) { emit eventRecorded(event); });
    m_mailbox.deliver(worker, &TrainingWorker::logLine,
                      [this](const QString& line) { emit logLine(line); });
    m_mailbox.deliver(worker, &TrainingWorker::ended, [this](const RunEnd& end) { onEnded(end); });
}

void EngineTrainingController::onPaused(qint64 step)
{
    drain();
    setState(step == m_description.firstStep ? RunState::Ready : RunState::Paused);
}

void EngineTrainingController::onResumed(qint64 step)
{
    m_rate.reset(step, m_worker->trainingSeconds());
    if (m_state != RunState::Stopping) {
        setState(RunState::Running);
    }
}

void EngineTrainingController::onOpened(const RunDescription& description, int segment)
{
    m_isOpened = true;
    m_description = description;
    m_segment = segment;
    m_progress = RunProgress();
    m_progress.step = description.firstStep;
    m_progress.targetSteps = description.targetSteps;
    emit runOpened(description);
    setState(RunState::Ready);
}

void EngineTrainingController::onNotOpened(const EngineFailure& failure)
{
    m_thread.join();
    m_worker.reset();
    setState(m_stateBefore); // what is open, if anything, has not changed
    emit failed(failure);
}

void EngineTrainingController::onEnded(const RunEnd& end)
{
    if (!m_isOpened) {
        onNotOpened(end.failure);
        return;
    }
    drain();
    updateProgress();
    m_thread.join();
    m_worker.reset();
    m_progress.step = std::max(m_progress.step, end.step);
    m_progress.secondsLeft = -1;
    m_progress.stepsPerSecond = m_progress.examplesPerSecond = 0;
    emit progressChanged(m_progress);
    setState(end.state);
    if (end.state == RunState::Halted) {
        emit lossBecameNonFinite(end.alert);
    } else if (end.state == RunState::Failed) {
        emit failed(end.failure);
    }
}

void EngineTrainingController::setState(RunState state)
{
    const bool isOpen = m_worker != nullptr && m_isOpened;
    if (isOpen && isTraining(state)) {
        m_drainTimer.start();
        m_progressTimer.start();
    } else {
        m_drainTimer.stop();
        m_progressTimer.stop();
    }
    if (state == m_state) {
        return;
    }
    m_state = state;
    if (isOpen) {
        updateProgress();
    }
    emit stateChanged(state);
}

void EngineTrainingController::drain()
{
    const QList<MetricBatch> batches = m_buffer.drain(m_description.id, m_segment);
    if (!batches.isEmpty()) {
        emit metricsArrived(batches);
    }
}

void EngineTrainingController::updateProgress()
{
    if (!m_worker || !m_isOpened) {
        return;
    }
    m_progress.step = std::max(m_description.firstStep, m_worker->step());
    if (isTraining(m_state)) {
        m_rate.add(m_progress.step, m_worker->trainingSeconds());
    }
    m_progress.stepsPerSecond = m_state == RunState::Paused ? 0 : m_rate.stepsPerSecond();
    m_progress.examplesPerSecond = m_progress.stepsPerSecond * m_description.batchSize;
    m_progress.secondsLeft =
        isTraining(m_state) ? m_rate.secondsLeft(m_description.targetSteps) : -1;
    if (m_description.examplesPerEpoch > 0) {
        m_progress.epoch = static_cast<double>(m_progress.step) * m_description.batchSize
            / static_cast<double>(m_description.examplesPerEpoch);
    }
    m_progress.monitoringShare = m_worker->monitoringShare();
    emit progressChanged(m_progress);
}

void EngineTrainingController::start()
{
    resume();
}

void EngineTrainingController::requestPause()
{
    if (m_worker && m_state == RunState::Running) {
        m_worker->requestPause();
        setState(RunState::Pausing);
    }
}

void EngineTrainingController::resume()
{
    if (m_worker && (m_state == RunState::Paused || m_state == RunState::Ready)) {
        m_worker->resume();
    }
}

void EngineTrainingController::requestStep()
{
    if (m_worker && (m_state == RunState::Paused || m_state == RunState::Ready)) {
        m_worker->requestStep();
    }
}

void EngineTrainingController::requestStop()
{
    if (m_worker) {
        m_worker->requestStop();
        setState(RunState::Stopping);
    } else if (m_state == RunState::Halted) {
        setState(RunState::Stopped); // the alert is answered: nothing more is to be done
    }
}

void EngineTrainingController::requestStopWithoutSaving()
{
    if (m_worker) {
        m_worker->cancel();
        setState(RunState::Stopping);
    }
}

void EngineTrainingController::requestCheckpoint()
{
    if (m_worker) {
        m_worker->requestCheckpoint();
    }
}

void EngineTrainingController::setLearningRate(double value)
{
    if (m_worker) {
        m_worker->setLearningRate(value);
    }
}

void EngineTrainingController::trainOn(qint64 moreSteps)
{
    if (m_description.id != 0) {
        OpenRequest request;
        request.continueRun = m_description.id;
        request.steps = m_progress.step + moreSteps;
        open(request, true);
    }
}

} // namespace gui
