// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/logger.h"
#include "engine/jobs/training_job.h"
#include "gui/bridge/control_hook.h"
#include "gui/bridge/metric_buffer.h"
#include "gui/bridge/training_controller.h"

#include <QObject>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

namespace gui {

// How a run ended.
struct RunEnd
{
    RunState state = RunState::Failed; // Finished, Stopped, Halted or Failed
    qint64 step = 0;
    QString reason;
    NonFiniteAlert alert; // of Halted
    EngineFailure failure; // of Failed
};

// Trains one run in the thread that calls train(), and tells of it by signals from there. The
// request functions may be called from any thread; before the job is ready they are remembered.
class TrainingWorker final : public QObject
{
    Q_OBJECT

public:
    // `buffer` must outlive it. `storePath` empty: the user's store.
    TrainingWorker(OpenRequest request, QString storePath, bool startsPaused, MetricBuffer& buffer);
    ~TrainingWorker() override;

    void requestPause();
    void resume();
    void requestStep();
    void requestCheckpoint();
    void setCheckpointPinned(qint64 step, bool isPinned);
    void setLearningRate(double value);
    void recordHistograms(qint64 everySteps);
    void requestStop();
    void cancel();

    qint64 step() const; // updates done so far; 0 before it is known
    double monitoringShare() const; // -1: not known
    double trainingSeconds() const; // monotonic, pauses left out

    // Opens, trains, and emits ended(), whatever happens. Once.
    void train();

signals:
    void opened(const gui::RunDescription& description, int segment);
    void paused(qint64 step);
    void resumed(qint64 step); // steps go on; also before the very first
    void controlApplied(const gui::ControlChange& change);
    void controlNotApplied(const QString& name, const gui::EngineFailure& failure);
    void checkpointSaved(const gui::CheckpointInfo& checkpoint);
    void checkpointNotSaved(qint64 step); // although it was asked for
    void checkpointsDeleted(gui::RunId run, const QList<qint64>& steps); // by retention
    void checkpointPinned(const gui::CheckpointPin& pin); // or unpinned
    void checkpointNotPinned(const gui::CheckpointPin& asked, const gui::EngineFailure& failure);
    void eventRecorded(const gui::RunEvent& event);
    void storeTrouble(const QString& reason); // on a thread of the store
    void logLine(const QString& line);
    void ended(const gui::RunEnd& end);

private:
    class SignalLogger;
    class EventForwarder;

    engine::JobRequest jobRequest() const;
    void openJob();
    void addHooks();
    RunDescription describe() const;
    RunEnd describeEnd(const engine::JobResult& result) const;
    NonFiniteAlert describeAlert(const engine::JobResult& result) const;
    void saveCheckpoint(engine::Session& session, qint64 step, bool waits);
    void tellNotSaved(qint64 step);
    void announce(const engine::StoredCheckpoint& checkpoint);
    void tellDeletedCheckpoints();
    void pin(const CheckpointPin& asked);
    void changeHistograms(qint64 everySteps);
    template <typename Request>
    void forward(Request&& request);

    const OpenRequest m_request;
    const QString m_storePath;
    const bool m_startsPaused;
    MetricBuffer& m_buffer;
    engine::SystemClock m_systemClock;
    engine::LocalFileSystem m_files;
    PausableClock m_clock;
    std::unique_ptr<SignalLogger> m_logger;
    std::unique_ptr<engine::TrainingJob> m_job;
    CheckpointInfo m_lastCheckpoint;
    std::optional<qint64> m_askedStep; // for a checkpoint, which has not been answered yet
    std::set<qint64> m_savedSteps; // of the checkpoints that were there after the last of them
    mutable std::mutex m_mutex; // guards everything below
    std::shared_ptr<ControlHook> m_control; // while the job is open; m_job is used only then
    qint64 m_lastStep = 0; // once it is not
    std::vector<std::function<void(ControlHook&)>> m_early; // requests from before
    bool m_stopWanted = false;
};

} // namespace gui
