// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/engine_training_controller.h"

#include "gui/bridge/distribution_values.h"
#include "gui/bridge/training_worker.h"

namespace gui {

namespace {

constexpr int kDrainMilliseconds = 33; // as often as an eye follows, at half the wakeups
constexpr int kProgressMilliseconds = 200; // text that changes more often is not read

bool stepsGoOn(RunState state)
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
    if (!m_worker) {
        launch(request, start);
    } else if (m_isOpened && givesWay(m_state)) {
        m_next = Next{request, start};
        requestStopWithoutSaving(); // no step is done: there is nothing to save
    }
}

void EngineTrainingController::launch(const OpenRequest& request, bool start)
{
    m_isOpened = m_isStopWanted = false;
    m_stateBefore = m_state;
    m_worker = std::make_unique<TrainingWorker>(request, m_storePath, !start, m_buffer);
    connectWorker();
    m_thread = std::thread([worker = m_worker.get()] { worker->train(); });
    emit openingChanged(true);
}

void EngineTrainingController::dropWorker()
{
    m_thread.join();
    m_worker.reset();
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
                      [this](const ControlChange& change) { onControlApplied(change); });
    m_mailbox.deliver(worker, &TrainingWorker::controlNotApplied,
                      [this](const QString& name, const EngineFailure& failure) {
                          emit controlNotApplied(name, failure);
                      });
    m_mailbox.deliver(worker, &TrainingWorker::checkpointSaved,
                      [this](const CheckpointInfo& saved) { emit checkpointSaved(saved); });
    m_mailbox.deliver(worker, &TrainingWorker::checkpointNotSaved,
                      [this](qint64 step) { emit checkpointNotSaved(step); });
    m_mailbox.deliver(
        worker, &TrainingWorker::checkpointsDeleted,
        [this](RunId run, const QList<qint64>& steps) { emit checkpointsDeleted(run, steps); });
    m_mailbox.deliver(worker, &TrainingWorker::checkpointPinned,
                      [this](const CheckpointPin& pin) { emit checkpointPinned(pin); });
    m_mailbox.deliver(worker, &TrainingWorker::checkpointNotPinned,
                      [this](const CheckpointPin& asked, const EngineFailure& failure) {
                          emit checkpointNotPinned(asked, failure);
                      });
    m_mailbox.deliver(worker, &TrainingWorker::eventRecorded,
                      [this](const RunEvent& event) { emit eventRecorded(event); });
    m_mailbox.deliver(worker, &TrainingWorker::storeTrouble,
                      [this](const QString& reason) { emit storeTrouble(reason); });
    m_mailbox.deliver(worker, &TrainingWorker::logLine,
                      [this](const QString& line) { emit logLine(line); });
    m_mailbox.deliver(worker, &TrainingWorker::ended, [this](const RunEnd& end) { onEnded(end); });
}

void EngineTrainingController::onControlApplied(const ControlChange& change)
{
    if (change.name == kHistogramControlName) {
        m_description.histogramSteps = qint64(change.after);
    }
    emit controlApplied(change);
}

void EngineTrainingController::onPaused(qint64 step)
{
    drain();
    setActiveState(step == m_description.firstStep ? RunState::Ready : RunState::Paused);
}

void EngineTrainingController::onResumed(qint64 step)
{
    m_rate.reset(step, m_worker->trainingSeconds());
    setActiveState(RunState::Running);
}

void EngineTrainingController::onOpened(const RunDescription& description, int segment)
{
    m_isOpened = true;
    m_description = description;
    m_segment = segment;
    m_progress = RunProgress();
    m_progress.step = description.firstStep;
    m_progress.targetSteps = description.targetSteps;
    emit openingChanged(false);
    emit runOpened(description);
    setActiveState(RunState::Ready);
}

void EngineTrainingController::onNotOpened(const EngineFailure& failure)
{
    dropWorker();
    setState(m_stateBefore); // what is open, if anything, has not changed
    emit openingChanged(false);
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
    dropWorker();
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
    if (m_next && !m_worker) { // nobody who was told has opened another one
        launch(m_next->request, m_next->start);
    }
    m_next.reset();
}

// What a worker reports before it has heard of the stop takes nothing back.
void EngineTrainingController::setActiveState(RunState state)
{
    setState(m_isStopWanted ? RunState::Stopping : state);
}

void EngineTrainingController::setState(RunState state)
{
    const bool isOpen = m_worker != nullptr && m_isOpened;
    if (isOpen && stepsGoOn(state)) {
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
    if (stepsGoOn(m_state)) {
        m_rate.add(m_progress.step, m_worker->trainingSeconds());
    }
    m_progress.stepsPerSecond = m_state == RunState::Paused ? 0 : m_rate.stepsPerSecond();
    m_progress.examplesPerSecond = m_progress.stepsPerSecond * m_description.batchSize;
    m_progress.secondsLeft =
        stepsGoOn(m_state) ? m_rate.secondsLeft(m_description.targetSteps) : -1;
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
        noteStop();
    } else if (m_state == RunState::Halted) {
        setState(RunState::Stopped); // the alert is answered: nothing more is to be done
    }
}

void EngineTrainingController::noteStop()
{
    m_isStopWanted = true;
    if (m_isOpened) { // otherwise the state is that of the run before
        setState(RunState::Stopping);
    }
}

void EngineTrainingController::requestStopWithoutSaving()
{
    if (m_worker) {
        m_worker->cancel();
        noteStop();
    }
}

void EngineTrainingController::requestCheckpoint()
{
    if (m_worker) {
        m_worker->requestCheckpoint();
    }
}

void EngineTrainingController::setCheckpointPinned(qint64 step, bool isPinned)
{
    if (m_worker && m_isOpened) {
        m_worker->setCheckpointPinned(step, isPinned);
    }
}

void EngineTrainingController::setLearningRate(double value)
{
    if (m_worker) {
        m_worker->setLearningRate(value);
    }
}

void EngineTrainingController::recordHistograms(qint64 everySteps)
{
    if (m_worker && m_isOpened) {
        m_worker->recordHistograms(everySteps);
    }
}

} // namespace gui
