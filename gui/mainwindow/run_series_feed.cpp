// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/run_series_feed.h"

#include "gui/charts/charts_view.h"
#include "gui/models/runs_model.h"

#include <algorithm>

namespace gui {

namespace {

constexpr double kTailSeconds = 10; // the store commits at least every few seconds

} // namespace

RunSeriesFeed::RunSeriesFeed(TrainingController& controller, RunLibrary& library, RunsModel& model,
                             ChartsView& charts, QObject* parent)
    : QObject(parent), m_controller(controller), m_library(library), m_model(model),
      m_charts(charts)
{
    connect(&model, &RunsModel::shownChanged, this, &RunSeriesFeed::onShownChanged);
    connect(&controller, &TrainingController::runOpened, this, &RunSeriesFeed::onRunOpened);
    connect(&controller, &TrainingController::metricsArrived, this, &RunSeriesFeed::onMetrics);
    connect(&controller, &TrainingController::eventRecorded, this,
            [this](const RunEvent& event) { addEvents({event}); });
    connect(&controller, &TrainingController::controlApplied, this,
            [this](const ControlChange& change) {
                m_charts.addControlChange(m_controller.description().id, change);
            });
    connect(&library, &RunLibrary::seriesLoaded, this, &RunSeriesFeed::onSeriesLoaded);
    connect(&library, &RunLibrary::detailLoaded, &charts, &ChartsView::takeDetail);
    connect(&library, &RunLibrary::streamEnded, &charts, &ChartsView::takeStream);
    connect(&charts, &ChartsView::detailWanted, &library, &RunLibrary::loadDetail);
    connect(&charts, &ChartsView::pointsWanted, &library, &RunLibrary::stream);
    connect(&library, &RunLibrary::loadFailed, this, &RunSeriesFeed::onLoadFailed);
    connect(&library, &RunLibrary::eventsLoaded, this,
            [this](RunId, const QList<RunEvent>& events) { addEvents(events); });
    connect(&library, &RunLibrary::runsChanged, this, &RunSeriesFeed::followOthers);
}

void RunSeriesFeed::load(RunId run)
{
    read(run, {});
}

void RunSeriesFeed::read(RunId run, const LastSteps& known)
{
    if (m_loading.contains(run)) {
        return;
    }
    m_loading.insert(run, known.isEmpty());
    for (const RunSummary& summary : m_library.runs()) {
        if (summary.id == run) {
            m_readAt.insert(run, {summary.lastStep, summary.state});
        }
    }
    if (run == m_controller.description().id) {
        m_waiting = m_tail;
    }
    m_library.load(run, known);
}

void RunSeriesFeed::followOthers()
{
    const RunId open = isActive(m_controller.state()) ? m_controller.description().id : 0;
    for (const RunSummary& run : m_library.runs()) {
        const Progress now{run.lastStep, run.state};
        if (!m_model.isShown(run.id)) {
            continue;
        }
        if (run.id == open || !m_readAt.contains(run.id)) {
            m_readAt.insert(run.id, now);
        } else if (m_readAt.value(run.id) != now) {
            read(run.id, m_lastSteps.value(run.id));
        }
    }
}

// A run that was hidden while it was read: the answer comes before that to a later question.
bool RunSeriesFeed::takeAbandoned(RunId run)
{
    const auto found = m_abandoned.find(run);
    if (found == m_abandoned.end()) {
        return false;
    }
    if (--*found == 0) {
        m_abandoned.erase(found);
    }
    return true;
}

void RunSeriesFeed::onShownChanged(RunId run, bool shown)
{
    if (shown) {
        addRun(*m_model.find(run));
        load(run);
    } else {
        forget(run);
        if (m_loading.remove(run) && !m_unread.contains(run)) {
            ++m_abandoned[run];
        }
        m_unread.remove(run);
    }
}

void RunSeriesFeed::addRun(const RunSummary& run)
{
    m_charts.setRun(run.id, run.name, run.colourSlot);
    const RunDescription open = m_controller.description();
    if (run.id == open.id) {
        m_charts.setStepsPerEpoch(
            run.id, open.batchSize > 0 ? double(open.examplesPerEpoch) / open.batchSize : 0);
    }
}

void RunSeriesFeed::forget(RunId run)
{
    m_charts.removeRun(run);
    m_lastSteps.remove(run);
    m_readAt.remove(run);
    m_knownEvents.remove(run);
}

void RunSeriesFeed::onRunOpened(const RunDescription& description)
{
    m_tail.clear();
    m_waiting.clear();
    m_loading.remove(description.id);
    m_charts.setDivergence(description.id, -1, -1);
    if (m_model.isShown(description.id)) {
        // A new segment of a run that is drawn already: what its last one left behind is stored.
        load(description.id);
    }
}

void RunSeriesFeed::onMetrics(const QList<MetricBatch>& batches)
{
    keepTail(batches);
    const RunId run = m_controller.description().id;
    if (m_loading.contains(run)) {
        m_waiting.append(batches);
        if (!m_unread.contains(run)) {
            return;
        }
    }
    for (const MetricBatch& batch : batches) {
        append(batch);
    }
}

void RunSeriesFeed::onSeriesLoaded(RunId run, const QList<SegmentInfo>& segments,
                                   const QList<MetricBatch>& batches)
{
    if (takeAbandoned(run)) {
        return;
    }
    m_loading.remove(run);
    const bool wasUnread = m_unread.remove(run);
    if (!m_model.isShown(run)) {
        return;
    }
    if (wasUnread) { // charts only append, and what is stored is older than what they have
        forget(run);
        addRun(*m_model.find(run));
    }
    m_charts.setSegments(run, segments);
    for (const MetricBatch& batch : batches) {
        append(batch);
    }
    if (run == m_controller.description().id) {
        for (const MetricBatch& batch : std::as_const(m_waiting)) {
            append(batch);
        }
        m_waiting.clear();
    }
}

// The library tries again. Until then the open run goes on to be drawn.
void RunSeriesFeed::onLoadFailed(RunId run)
{
    if (!m_loading.value(run) || m_unread.contains(run)) {
        return;
    }
    m_unread.insert(run);
    if (run == m_controller.description().id) {
        for (const MetricBatch& batch : std::as_const(m_waiting)) {
            append(batch);
        }
    }
}

void RunSeriesFeed::append(const MetricBatch& batch)
{
    const bool hasSpans = !batch.spans.isEmpty();
    if ((batch.points.isEmpty() && !hasSpans) || !m_model.isShown(batch.run)) {
        return;
    }
    LastSteps& lastSteps = m_lastSteps[batch.run];
    const SeriesName series{batch.segment, batch.tag};
    const qint64 last = lastSteps.value(series, -1); // a run may be measured at step 0
    if (hasSpans) { // what they cover of the points that are there, they replace
        if (batch.spans.constLast().lastStep > last) {
            m_charts.append(batch);
            lastSteps.insert(series, batch.spans.constLast().lastStep);
        }
        return;
    }
    if (batch.points.constFirst().step > last) {
        m_charts.append(batch);
    } else {
        MetricBatch newer = batch;
        newer.points.removeIf([last](const MetricPoint& point) { return point.step <= last; });
        if (newer.points.isEmpty()) {
            return;
        }
        m_charts.append(newer);
    }
    lastSteps.insert(series, std::max(last, batch.points.constLast().step));
}

void RunSeriesFeed::keepTail(const QList<MetricBatch>& batches)
{
    if (batches.isEmpty()) {
        return;
    }
    m_tail.append(batches);
    double newest = 0;
    for (const MetricBatch& batch : batches) {
        if (!batch.points.isEmpty()) {
            newest = std::max(newest, batch.points.constLast().wallSeconds);
        }
    }
    const auto isOld = [newest](const MetricBatch& batch) {
        return batch.points.isEmpty()
            || batch.points.constLast().wallSeconds < newest - kTailSeconds;
    };
    while (!m_tail.isEmpty() && isOld(m_tail.constFirst())) { // they are in the order of time
        m_tail.removeFirst();
    }
}

void RunSeriesFeed::addEvents(const QList<RunEvent>& events)
{
    for (const RunEvent& event : events) {
        if (!m_model.isShown(event.run)) {
            continue;
        }
        const QString key = QStringLiteral("%1 %2 %3 %4")
                                .arg(event.segment)
                                .arg(event.step)
                                .arg(int(event.kind))
                                .arg(event.message);
        QSet<QString>& known = m_knownEvents[event.run];
        if (!known.contains(key)) {
            known.insert(key);
            m_charts.addEvent(event);
        }
    }
}

} // namespace gui
