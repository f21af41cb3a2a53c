// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QHash>
#include <QList>
#include <QMetaType>
#include <QPair>
#include <QString>

namespace gui {

// Plain values that cross from the bridge to models, charts, panels and pages. No engine type is
// among them. All are copyable and may be sent through queued signals.

// Key of a run in the store; 0 means none.
using RunId = qint64;

// What a run is doing or how it ended. Ready: opened and prepared, no step of this segment done.
enum class RunState
{
    None,
    Ready,
    Running,
    Pausing,
    Paused,
    Stopping,
    Halted, // stopped by a non-finite loss, waiting for an answer
    Finished, // reached its target
    Stopped, // stopped as asked before its target; can be continued
    Failed, // an error ended it
    EndedUnexpectedly // the process that trained it is gone
};

// Whether a process has the run open: for stored runs what engine::isActive() says.
constexpr bool isActive(RunState state)
{
    return state >= RunState::Ready && state <= RunState::Stopping;
}

// Whether learning rate and checkpoints can still be asked for.
constexpr bool takesRequests(RunState state)
{
    return isActive(state) && state != RunState::Stopping;
}

// Whether another run may be opened now. A run that is ready has nothing to lose and is left for
// it.
constexpr bool givesWay(RunState state)
{
    return !isActive(state) || state == RunState::Ready;
}

// One value of one tag. `step` counts updates done; `wallSeconds` is seconds since 1970 (UTC).
struct MetricPoint
{
    qint64 step = 0;
    double value = 0;
    double wallSeconds = 0;
};

// Neighbouring values of one tag as one; a single value is its own first, last, smallest, largest.
struct MetricSpan
{
    qint64 firstStep = 0;
    qint64 lastStep = 0;
    double wallSeconds = 0; // of the first
    qint64 pointCount = 0;
    qint64 nonFiniteCount = 0;
    double firstValue = 0;
    double lastValue = 0;
    double minimum = 0; // of the finite values; NaN: none
    double maximum = 0;
};

// Points of one tag of one run, in the order in which they were measured. Tags are the store's:
// "train/loss", "validation/accuracy", "global_step/sec", "learning_rate". A long stored series
// comes as spans instead; which points they stand for is read when it is looked at more closely
// (series_detail.h).
struct MetricBatch
{
    RunId run = 0;
    int segment = 0;
    QString tag;
    QList<MetricPoint> points = {};
    QList<MetricSpan> spans = {}; // if there are any, there are no points
};

// How far series of a run are known, each a tag of a segment: the step of their last point.
using SeriesName = QPair<int, QString>;
using LastSteps = QHash<SeriesName, qint64>;

// A stretch of a run between two starts. It begins at the restored step.
struct SegmentInfo
{
    int segment = 0;
    qint64 firstStep = 0;
};

enum class RunEventKind
{
    Started,
    Resumed,
    ControlChanged,
    SettingsChanged, // when the run went on
    CheckpointSaved,
    CheckpointFailed, // it could not be saved; training went on
    CheckpointDamaged, // found so when it was to be restored; an older one was taken
    CheckpointPinned, // kept until it is unpinned
    CheckpointUnpinned,
    Initialized, // from a checkpoint, also of another program
    Paused,
    PauseEnded,
    Alert,
    Stopped,
    Finished,
    Failed,
    Other // recorded by something this version does not know
};

// Something that happened to a run at a step; `message` is the engine's technical text.
struct RunEvent
{
    RunId run = 0;
    int segment = 0;
    qint64 step = 0;
    double wallSeconds = 0;
    RunEventKind kind = RunEventKind::Started;
    QString message;
};

struct CheckpointInfo
{
    RunId run = 0;
    qint64 step = 0;
    double loss = 0; // smoothed training loss when it was saved; NaN when not known
    qint64 bytes = 0;
    bool complete = true;
    QString path; // prefix, "…/model.ckpt-4000"
    bool isPinned = false; // retention never deletes it
};

// Whether retention leaves a checkpoint alone, as it was asked for or as it is now.
struct CheckpointPin
{
    RunId run = 0;
    qint64 step = 0;
    bool isPinned = true;
};

// One row of the Runs list.
struct RunSummary
{
    RunId id = 0;
    QString name;
    RunState state = RunState::None;
    qint64 lastStep = 0;
    qint64 targetSteps = 0; // 0 when unknown
    double lastLoss = 0; // NaN stays NaN
    bool hasLoss = false; // false: no loss recorded yet
    QDateTime created;
    QDateTime lastUsed;
    qint64 lastCheckpointStep = -1; // -1: none
    int colourSlot = 0; // 0-based; colour and marker by design/tokens.json
};

// What the Inspector shows of an opened run: label and value, already in display order.
struct RunDescription
{
    RunId id = 0;
    QString name;
    QString jobName; // preset or file name without folder and extension
    qint64 firstStep = 0; // step at which this segment starts
    qint64 targetSteps = 0;
    double learningRate = 0;
    bool savesCheckpoints = true; // also when asked
    qint64 examplesPerEpoch = 0;
    int batchSize = 0;
    qint64 histogramSteps = 0; // from one histogram of the weights to the next; 0: off
    QList<QPair<QString, QString>> hyperParameters;
};

// Numbers of the status bar; sampled ten times a second at most.
struct RunProgress
{
    qint64 step = 0;
    qint64 targetSteps = 0;
    double epoch = 0;
    double stepsPerSecond = 0;
    double examplesPerSecond = 0;
    double secondsLeft = -1; // -1: not known yet
    double monitoringShare = -1; // part of the time spent in hooks, 0 … 1; -1: not known yet
};

// A live control that was applied at a step boundary.
struct ControlChange
{
    QString name; // "learning_rate"
    double before = 0;
    double after = 0;
    qint64 step = 0;
};

// A non-finite loss. `climbingSince` is the step at which the loss began to climb and
// `rewindStep` the newest checkpoint from before it; -1 where there is none.
struct NonFiniteAlert
{
    RunId run = 0;
    qint64 step = 0;
    double value = 0; // NaN or an infinity
    qint64 climbingSince = -1;
    qint64 rewindStep = -1;
    double learningRate = 0;
    double suggestedLearningRate = 0;
};

// An error of the engine, for a translated sentence (by `code`, a TensorFlow code name such as
// "InvalidArgument") with the technical `message` under Details.
struct EngineFailure
{
    QString code;
    QString message;
};

} // namespace gui

Q_DECLARE_METATYPE(gui::RunState)
Q_DECLARE_METATYPE(gui::MetricBatch)
Q_DECLARE_METATYPE(gui::RunEvent)
Q_DECLARE_METATYPE(gui::CheckpointInfo)
Q_DECLARE_METATYPE(gui::CheckpointPin)
Q_DECLARE_METATYPE(gui::RunSummary)
Q_DECLARE_METATYPE(gui::RunDescription)
Q_DECLARE_METATYPE(gui::RunProgress)
Q_DECLARE_METATYPE(gui::ControlChange)
Q_DECLARE_METATYPE(gui::NonFiniteAlert)
Q_DECLARE_METATYPE(gui::EngineFailure)
