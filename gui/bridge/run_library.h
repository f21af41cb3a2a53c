// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/distribution_values.h"
#include "gui/bridge/run_details.h"
#include "gui/bridge/series_detail.h"

#include <QObject>
#include <QStringList>

namespace gui {

// A demonstration or job that can be started by name.
struct PresetInfo
{
    QString name; // "fashion-mlp"
    QString title; // run name in the job file
    qint64 steps = 0;
};

// What the run store holds: runs, their series, events and checkpoints. Reads happen on a thread
// of its own; answers arrive as signals. What cannot be read is tried again until it can.
//
// Thread rule: GUI thread only; calls return at once.
class RunLibrary : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual QString storePath() const = 0;
    virtual QList<RunSummary> runs() const = 0; // newest first, as of the last runsChanged
    virtual QList<PresetInfo> presets() const = 0;

    virtual void refresh() = 0; // → runsChanged
    // → detailsLoaded, seriesLoaded, eventsLoaded, … Of series that are known up to a step only the
    // points behind it.
    virtual void load(RunId run, const LastSteps& known) = 0;
    void load(RunId run) { load(run, {}); }
    // → detailLoaded. For what seriesLoaded has given as spans.
    virtual void loadDetail(const DetailRequest& request) = 0;
    // → distributionsLoaded, or distributionsNotLoaded. `tags`: those whose distributions are
    // wanted, which may be none.
    virtual void loadDistributions(RunId run, const QStringList& tags) = 0;
    // → streamEnded. Does not delay other answers.
    virtual void stream(const PointStream& points) = 0;
    // Of a run that nobody trains now. → checkpointPinned, or checkpointNotPinned and nothing has
    // changed.
    virtual void setCheckpointPinned(const CheckpointInfo& checkpoint, bool isPinned) = 0;
    // Moves it to the trash. → runsChanged, runRemoved, or runNotRemoved.
    virtual void removeRun(RunId run) = 0;
    virtual void restoreRun(RunId run) = 0; // takes it back from the trash; → runsChanged

signals:
    void runsChanged();
    void detailsLoaded(const gui::RunDetails& details);
    void seriesLoaded(gui::RunId run, const QList<gui::SegmentInfo>& segments,
                      const QList<gui::MetricBatch>& batches);
    // Without spans if they could not be read.
    void detailLoaded(const gui::DetailRequest& request, const QList<gui::MetricSpan>& spans);
    void distributionsLoaded(const gui::RunDistributions& distributions);
    void distributionsNotLoaded(gui::RunId run); // the store could not be read
    // Not complete: the store could not be read to the end, or the sink wanted no more.
    void streamEnded(const gui::PointStream& points, bool isComplete);
    void eventsLoaded(gui::RunId run, const QList<gui::RunEvent>& events);
    void checkpointsLoaded(gui::RunId run, const QList<gui::CheckpointInfo>& checkpoints);
    void checkpointPinned(const gui::CheckpointPin& pin); // or unpinned
    void checkpointNotPinned(const gui::CheckpointPin& asked, const gui::EngineFailure& failure);
    // load() has failed; it is repeated until it works or the store no longer lists the run.
    void loadFailed(gui::RunId run);
    void readingFailed(const gui::EngineFailure& failure); // once, until
    void readingWorks(); // again
    void runRemoved(gui::RunId run);
    void runNotRemoved(gui::RunId run, const gui::EngineFailure& failure);
    void failed(const gui::EngineFailure& failure); // to restore a run
    void storeSizeChanged(qint64 bytes);
};

} // namespace gui
