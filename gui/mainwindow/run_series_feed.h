// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_library.h"
#include "gui/bridge/training_controller.h"

#include <QHash>
#include <QSet>

namespace gui {

class ChartsView;
class RunsModel;

// Brings the points and events of every shown run into the charts, each once: stored ones through
// the run library, those of the open run as they arrive. Where both could tell the same, what
// arrives while the store is being read waits, and only what is newer is added. As long as the
// store cannot be read, what arrives is drawn alone. What another process trains is followed
// through the store.
class RunSeriesFeed : public QObject
{
    Q_OBJECT

public:
    RunSeriesFeed(TrainingController& controller, RunLibrary& library, RunsModel& model,
                  ChartsView& charts, QObject* parent);

    // Reads the run from the store; also for its checkpoints and events when it is not shown.
    void load(RunId run);

private:
    // Whether a stored run has grown: the last step and the state that it was read with.
    using Progress = QPair<qint64, RunState>;

    void followOthers();
    bool takeAbandoned(RunId run);
    void read(RunId run, const LastSteps& known);
    void onShownChanged(RunId run, bool shown);
    void addRun(const RunSummary& run); // without points
    void forget(RunId run);
    void onRunOpened(const RunDescription& description);
    void onMetrics(const QList<MetricBatch>& batches);
    void onSeriesLoaded(RunId run, const QList<SegmentInfo>& segments,
                        const QList<MetricBatch>& batches);
    void onLoadFailed(RunId run);
    void addEvents(const QList<RunEvent>& events);
    void append(const MetricBatch& batch);
    void keepTail(const QList<MetricBatch>& batches);

    TrainingController& m_controller;
    RunLibrary& m_library;
    RunsModel& m_model;
    ChartsView& m_charts;
    QHash<RunId, bool> m_loading; // true: all points, false: those behind the known ones
    QHash<RunId, int> m_abandoned; // answers that nobody waits for any more
    QSet<RunId> m_unread; // of those, the ones whose store could not be read until now
    QHash<RunId, LastSteps> m_lastSteps;
    QHash<RunId, Progress> m_readAt;
    QHash<RunId, QSet<QString>> m_knownEvents;
    QList<MetricBatch> m_waiting; // of the open run, while it is being read
    QList<MetricBatch> m_tail; // of the open run: what the store may not have written yet
};

} // namespace gui
