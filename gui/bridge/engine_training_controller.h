// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/mailbox.h"
#include "gui/bridge/metric_buffer.h"
#include "gui/bridge/rate_meter.h"
#include "gui/bridge/training_controller.h"

#include <QTimer>

#include <memory>
#include <optional>
#include <thread>

namespace gui {

class TrainingWorker;
struct RunEnd;

// The controller that trains: a TrainingWorker on a thread of its own for each opened run, whose
// numbers are fetched by a timer, at most 30 times a second and only while something runs.
//
// Destroying it while a run trains stops the run with a checkpoint and waits for that.
class EngineTrainingController final : public TrainingController
{
    Q_OBJECT

public:
    // `storePath` empty: the user's store.
    explicit EngineTrainingController(QString storePath = {}, QObject* parent = nullptr);
    ~EngineTrainingController() override;

    RunState state() const override { return m_state; }
    RunDescription description() const override { return m_description; }
    RunProgress progress() const override { return m_progress; }
    bool isOpening() const override { return m_worker != nullptr && !m_isOpened; }

    void open(const OpenRequest& request, bool start) override;
    void start() override;
    void requestPause() override;
    void resume() override;
    void requestStep() override;
    void requestStop() override;
    void requestStopWithoutSaving() override;
    void requestCheckpoint() override;
    void setCheckpointPinned(qint64 step, bool isPinned) override;
    void setLearningRate(double value) override;
    void recordHistograms(qint64 everySteps) override;

private:
    // What is opened once the run that is ready has given way.
    struct Next
    {
        OpenRequest request;
        bool start = false;
    };

    void launch(const OpenRequest& request, bool start);
    void connectWorker();
    void onControlApplied(const ControlChange& change);
    void onPaused(qint64 step);
    void onResumed(qint64 step);
    void onOpened(const RunDescription& description, int segment);
    void onEnded(const RunEnd& end);
    void onNotOpened(const EngineFailure& failure);
    void dropWorker(); // that has ended
    void setState(RunState state);
    void setActiveState(RunState state);
    void noteStop();
    void drain();
    void updateProgress();

    const QString m_storePath;
    RunState m_state = RunState::None;
    RunDescription m_description;
    int m_segment = 0;
    RunProgress m_progress;
    RateMeter m_rate;
    bool m_isOpened = false; // the worker's run; until then all of the above is of the last one
    bool m_isStopWanted = false; // of the worker's run
    std::optional<Next> m_next;
    RunState m_stateBefore = RunState::None; // when the worker was started
    MetricBuffer m_buffer;
    Mailbox m_mailbox; // what the worker has to say
    std::unique_ptr<TrainingWorker> m_worker;
    std::thread m_thread; // trains with m_worker, which is deleted after this has ended
    QTimer m_drainTimer;
    QTimer m_progressTimer;
};

} // namespace gui
