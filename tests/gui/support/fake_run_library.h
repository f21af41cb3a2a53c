// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_library.h"

#include <QStringList>

namespace gui {

// A run store in memory. load() answers at once with what the test put into the maps.
class FakeRunLibrary : public RunLibrary
{
    Q_OBJECT

public:
    QStringList calls; // "load 3", "removeRun 3" …
    int failingLoads = 0; // so many load() in a row end with loadFailed
    bool holdsAnswers = false; // until answer()
    bool holdsRemovals = false; // the test emits runRemoved or runNotRemoved
    QList<RunSummary> stored;
    QList<RunSummary> trash;
    QHash<RunId, RunDetails> details;
    QHash<RunId, QList<MetricBatch>> series;
    QHash<RunId, QList<SegmentInfo>> segments;
    QHash<RunId, QList<RunEvent>> events;
    QHash<RunId, QList<CheckpointInfo>> checkpoints;
    QHash<RunId, QList<TagDistributions>> distributions; // answered at once, unless holdsAnswers
    QList<DetailRequest> detailRequests; // unanswered: the test emits detailLoaded
    QList<PointStream> streams; // unanswered, too

    QString storePath() const override { return QStringLiteral("/home/somebody/runs.sqlite"); }
    QList<RunSummary> runs() const override { return stored; }
    QList<PresetInfo> presets() const override;

    void refresh() override;
    using RunLibrary::load;
    void load(RunId run, const LastSteps& known) override;
    void loadDetail(const DetailRequest& request) override;
    void loadDistributions(RunId run, const QStringList& tags) override;
    void stream(const PointStream& points) override;
    void answer(); // what was asked for meanwhile, in that order
    void setCheckpointPinned(const CheckpointInfo& checkpoint, bool isPinned) override;
    void removeRun(RunId run) override;
    void restoreRun(RunId run) override;

private:
    QList<QPair<RunId, LastSteps>> m_held;
};

// A row for the list with what tests care about.
RunSummary makeRun(RunId id, const QString& name, RunState state, qint64 step, double loss,
                   qint64 checkpointStep = -1);

} // namespace gui
