// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"

#include <QObject>

namespace gui {

// Which run to open. Exactly one of `jobFile` (a new run) and `continueRun` (a new segment of a
// stored run) is given.
struct OpenRequest
{
    QString jobFile; // path of a TOML job, or the name of a preset
    RunId continueRun = 0;
    qint64 fromStep = -1; // checkpoint to continue from; -1: the newest
    qint64 steps = 0; // target step; 0: as the job says
    double learningRate = 0; // start with this one; 0: as the job or the checkpoint says
};

// Starts, steers and reports one training run at a time. The window talks to this interface;
// EngineTrainingController is the real one, tests use a fake.
//
// Thread rule: GUI thread only. Requests return at once; what became of them arrives as a signal,
// never from inside the call.
class TrainingController : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual RunState state() const = 0;
    virtual RunDescription description() const = 0; // of the open run; id 0 without one
    virtual RunProgress progress() const = 0;
    virtual bool isOpening() const = 0; // from open() to runOpened() or failed()

    // A run that is open must give way (givesWay()); otherwise, and while another one is being
    // opened, the call is ignored. What cannot be opened is told by failed(), and changes nothing.
    virtual void open(const OpenRequest& request, bool start) = 0;
    virtual void start() = 0; // ready → running
    virtual void requestPause() = 0; // acknowledged by state Paused
    virtual void resume() = 0;
    virtual void requestStep() = 0; // one step while paused or ready
    // Finish the step, checkpoint, flush, end the hooks; acknowledged by state Stopped.
    virtual void requestStop() = 0;
    // As requestStop, but without the final checkpoint (the second click on Stop, confirmed).
    virtual void requestStopWithoutSaving() = 0;
    // Acknowledged by checkpointSaved or checkpointNotSaved.
    virtual void requestCheckpoint() = 0;
    // Of the open run. Acknowledged by checkpointPinned or checkpointNotPinned, unless the run ends
    // before: then nothing has changed.
    virtual void setCheckpointPinned(qint64 step, bool isPinned) = 0;
    virtual void setLearningRate(double value) = 0; // acknowledged by controlApplied
    // Histograms of the weights from the next step on. Answered by controlApplied or
    // controlNotApplied.
    virtual void recordHistograms(qint64 everySteps) = 0;

signals:
    void stateChanged(gui::RunState state); // after a stop is requested: only how the run ended
    void openingChanged(bool opening);
    void runOpened(const gui::RunDescription& description);
    void metricsArrived(const QList<gui::MetricBatch>& batches);
    void progressChanged(const gui::RunProgress& progress);
    void eventRecorded(const gui::RunEvent& event);
    void checkpointSaved(const gui::CheckpointInfo& checkpoint);
    void checkpointNotSaved(qint64 step); // although it was asked for; the run goes on
    void checkpointsDeleted(gui::RunId run, const QList<qint64>& steps); // by retention
    void checkpointPinned(const gui::CheckpointPin& pin); // or unpinned
    void checkpointNotPinned(const gui::CheckpointPin& asked, const gui::EngineFailure& failure);
    void controlApplied(const gui::ControlChange& change);
    // What was asked for is as before; the run goes on.
    void controlNotApplied(const QString& name, const gui::EngineFailure& failure);
    void lossBecameNonFinite(const gui::NonFiniteAlert& alert);
    // Why the store cannot be written; empty once all that waited is. The run goes on.
    void storeTrouble(const QString& reason);
    void failed(const gui::EngineFailure& failure);
    void logLine(const QString& line);
};

} // namespace gui
