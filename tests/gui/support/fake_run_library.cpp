// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/support/fake_run_library.h"

#include <algorithm>
#include <utility>

namespace gui {

namespace {

void moveRun(QList<RunSummary>& from, QList<RunSummary>& to, RunId run)
{
    const auto found = std::find_if(from.begin(), from.end(),
                                    [run](const RunSummary& summary) { return summary.id == run; });
    if (found != from.end()) {
        to.append(*found);
        from.erase(found);
    }
}

} // namespace

QList<PresetInfo> FakeRunLibrary::presets() const
{
    return {{QStringLiteral("fashion-mlp"), QStringLiteral("fashion-mlp"), 10'000},
            {QStringLiteral("iris"), QStringLiteral("iris"), 1'500},
            {QStringLiteral("spirals"), QStringLiteral("spirals"), 3'000}};
}

void FakeRunLibrary::refresh()
{
    calls.append(QStringLiteral("refresh"));
    emit runsChanged();
}

void FakeRunLibrary::load(RunId run, const LastSteps& known)
{
    calls.append(QStringLiteral("load %1").arg(run));
    if (holdsAnswers) {
        m_held.append({run, known});
        return;
    }
    if (failingLoads > 0) {
        --failingLoads;
        emit loadFailed(run);
        return;
    }
    RunDetails found = details.value(run);
    found.id = run;
    emit detailsLoaded(found);
    QList<MetricBatch> newer = series.value(run);
    for (MetricBatch& batch : newer) {
        const qint64 last = known.value({batch.segment, batch.tag}, -1);
        batch.points.removeIf([last](const MetricPoint& point) { return point.step <= last; });
    }
    emit seriesLoaded(run, segments.value(run), newer);
    emit eventsLoaded(run, events.value(run));
    emit checkpointsLoaded(run, checkpoints.value(run));
}

void FakeRunLibrary::answer()
{
    holdsAnswers = false;
    for (const auto& [run, known] : std::exchange(m_held, {})) {
        load(run, known);
    }
}

void FakeRunLibrary::loadDetail(const DetailRequest& request)
{
    detailRequests.append(request);
}

void FakeRunLibrary::loadDistributions(RunId run, const QStringList& tags)
{
    calls.append(QStringLiteral("loadDistributions %1: %2").arg(run).arg(tags.join(u' ')));
    if (holdsAnswers) {
        return;
    }
    RunDistributions answer;
    answer.run = run;
    for (const TagDistributions& one : distributions.value(run)) {
        answer.tags.append(one.tag);
        if (tags.contains(one.tag)) {
            answer.read.append(one);
        }
    }
    emit distributionsLoaded(answer);
}

void FakeRunLibrary::stream(const PointStream& points)
{
    streams.append(points);
}

// Unanswered: the test emits checkpointPinned or checkpointNotPinned.
void FakeRunLibrary::setCheckpointPinned(const CheckpointInfo& checkpoint, bool isPinned)
{
    calls.append(QStringLiteral("%1 %2 of %3")
                     .arg(isPinned ? u"pin" : u"unpin")
                     .arg(checkpoint.step)
                     .arg(checkpoint.run));
}

void FakeRunLibrary::removeRun(RunId run)
{
    calls.append(QStringLiteral("removeRun %1").arg(run));
    if (holdsRemovals) {
        return;
    }
    moveRun(stored, trash, run);
    emit runsChanged();
    emit runRemoved(run);
}

void FakeRunLibrary::restoreRun(RunId run)
{
    calls.append(QStringLiteral("restoreRun %1").arg(run));
    moveRun(trash, stored, run);
    std::sort(stored.begin(), stored.end(),
              [](const RunSummary& a, const RunSummary& b) { return a.id > b.id; });
    emit runsChanged();
}

RunSummary makeRun(RunId id, const QString& name, RunState state, qint64 step, double loss,
                   qint64 checkpointStep)
{
    RunSummary run;
    run.id = id;
    run.name = name;
    run.state = state;
    run.lastStep = step;
    run.targetSteps = 10'000;
    run.lastLoss = loss;
    run.hasLoss = true;
    run.lastCheckpointStep = checkpointStep;
    run.colourSlot = int((id - 1) % 10);
    run.created = run.lastUsed = QDateTime(QDate(2026, 3, 14), QTime(14, 2).addSecs(int(id) * 60));
    return run;
}

} // namespace gui
