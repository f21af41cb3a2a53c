// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/run_view_controller.h"

#include "gui/charts/charts_view.h"
#include "gui/models/run_state_text.h"
#include "gui/pages/charts_page.h"
#include "gui/panels/inspector_panel.h"
#include "gui/panels/live_control.h"
#include "gui/panels/readout_panel.h"
#include "gui/panels/runs_panel.h"
#include "gui/settings/app_settings.h"

namespace gui {

namespace {

constexpr int kReadoutMilliseconds = 200; // text changes five times a second at most

} // namespace

RunViewController::RunViewController(const Parts& parts, QObject* parent)
    : QObject(parent), m_parts(parts), m_charts(parts.page.charts()),
      m_feed(parts.controller, parts.library, parts.model, m_charts, this)
{
    m_readoutTimer.setSingleShot(true);
    m_readoutTimer.setInterval(kReadoutMilliseconds);
    connect(&m_readoutTimer, &QTimer::timeout, this, &RunViewController::updateReadout);
    connectController();
    connectLibrary();
    connectViews();
    takeRuns();
}

void RunViewController::connectController()
{
    TrainingController& controller = m_parts.controller;
    connect(&controller, &TrainingController::runOpened, this, &RunViewController::onRunOpened);
    connect(&controller, &TrainingController::stateChanged, this,
            &RunViewController::onStateChanged);
    connect(&controller, &TrainingController::metricsArrived, this, &RunViewController::onMetrics);
    connect(&controller, &TrainingController::progressChanged, this,
            &RunViewController::updateOpenRow);
    connect(&controller, &TrainingController::checkpointSaved, this,
            &RunViewController::onCheckpointSaved);
    connect(&controller, &TrainingController::openingChanged, this, &RunViewController::updateKeep);
    connect(&controller, &TrainingController::checkpointsDeleted, this,
            &RunViewController::onCheckpointsDeleted);
    connect(&controller, &TrainingController::controlApplied, this,
            [this](const ControlChange& change) {
                if (change.name == u"learning_rate") {
                    m_learningRate = change.after;
                    m_parts.inspector.learningRate()->acknowledge(change);
                }
            });
    connect(&controller, &TrainingController::failed, &m_parts.library, &RunLibrary::refresh);
    connect(&controller, &TrainingController::lossBecameNonFinite, this,
            [this](const NonFiniteAlert& alert) {
                m_charts.setDivergence(alert.run, alert.climbingSince, alert.step);
            });
}

void RunViewController::connectLibrary()
{
    connect(&m_parts.library, &RunLibrary::runsChanged, this, &RunViewController::takeRuns);
    connect(&m_parts.library, &RunLibrary::detailsLoaded, this,
            &RunViewController::onDetailsLoaded);
    connect(&m_parts.library, &RunLibrary::checkpointsLoaded, this,
            &RunViewController::onCheckpointsLoaded);
    connect(&m_parts.library, &RunLibrary::seriesLoaded, &m_readoutTimer,
            qOverload<>(&QTimer::start));
}

void RunViewController::connectViews()
{
    connect(&m_parts.model, &RunsModel::shownChanged, this, &RunViewController::onShownChanged);
    connect(&m_parts.runs, &RunsPanel::selected, this, &RunViewController::onSelected);
    connect(&m_parts.runs, &RunsPanel::showAsked, this,
            [this](RunId run) { m_parts.model.setShown(run, true); });
    connect(&m_charts, &ChartsView::runClicked, this, &RunViewController::select);
    connect(&m_parts.readout, &ReadoutPanel::runClicked, this, &RunViewController::select);
    connect(&m_charts, &ChartsView::crosshairMoved, this, &RunViewController::updateReadout);
    connect(&m_charts, &ChartsView::valuesCame, this, &RunViewController::updateReadoutSoon);
    connect(&m_charts, &ChartsView::readoutFreezeRequested, this,
            [this] { m_parts.readout.setFrozen(!m_parts.readout.isFrozen()); });
    connect(&m_parts.page, &ChartsPage::showLastRunAsked, this, &RunViewController::showLastRun);
}

void RunViewController::takeRuns()
{
    QList<RunSummary> runs = m_parts.library.runs();
    // The store learns of the open run with its first commit; the list shows it before.
    const RunSummary open = openRun();
    const auto stored = std::find_if(runs.begin(), runs.end(),
                                     [&open](const RunSummary& run) { return run.id == open.id; });
    if (open.id != 0 && stored == runs.end()) {
        if (isActive(open.state)) {
            runs.prepend(open);
        }
    } else if (open.id != 0 && (isActive(open.state) || stored->lastStep <= open.lastStep)) {
        // Otherwise another process has gone on with it.
        const int slot = stored->colourSlot;
        const QDateTime lastUsed = stored->lastUsed;
        *stored = open;
        stored->colourSlot = slot;
        stored->lastUsed = lastUsed;
    }
    m_parts.model.setRuns(runs);
    m_parts.page.showCounts(m_parts.model.rowCount(), m_parts.model.shownCount());
    if (const RunSummary* selected = m_parts.model.find(m_selected)) {
        emit selectionChanged(*selected);
    }
    updateKeep();
    showThoseOfLastTime();
}

RunSummary RunViewController::openRun() const
{
    const RunDescription description = m_parts.controller.description();
    const RunProgress progress = m_parts.controller.progress();
    RunSummary run;
    if (const RunSummary* known = m_parts.model.find(description.id)) {
        run = *known;
    }
    run.id = description.id;
    run.name = description.name;
    run.state = m_parts.controller.state();
    run.lastStep = std::max(progress.step, description.firstStep);
    run.targetSteps = progress.targetSteps;
    if (m_lastLoss) {
        run.lastLoss = *m_lastLoss;
        run.hasLoss = true;
    }
    if (m_lastCheckpointStep >= 0) {
        run.lastCheckpointStep = m_lastCheckpointStep;
    }
    return run;
}

void RunViewController::updateOpenRow()
{
    if (m_parts.controller.description().id != 0) {
        m_parts.model.updateRun(openRun());
    }
}

void RunViewController::select(RunId run)
{
    m_parts.runs.select(run);
}

void RunViewController::show(RunId run)
{
    m_parts.model.setShown(run, true);
    select(run);
}

void RunViewController::showLastRun()
{
    if (!m_parts.model.runs().isEmpty()) {
        show(m_parts.model.runs().constFirst().id);
    }
}

void RunViewController::inspect(const NonFiniteAlert& alert)
{
    show(alert.run);
    m_charts.fit();
    m_charts.focusFirstCard();
}

void RunViewController::restoreShownRuns()
{
    const QString store = m_parts.library.storePath();
    QHash<RunId, int> colourSlots = m_parts.settings.runSlots(store);
    for (int& slot : colourSlots) {
        --slot; // the settings count as Theme::series does
    }
    m_parts.model.setColourSlots(colourSlots);
    m_toBeShown = m_parts.settings.shownRuns(store);
    showThoseOfLastTime();
}

// The store is read by another thread: its first answer comes when the window is long there.
void RunViewController::showThoseOfLastTime()
{
    if (!m_toBeShown.isEmpty() && !m_parts.library.runs().isEmpty()) {
        m_parts.model.setShownRuns(m_parts.model.shownRuns() + std::exchange(m_toBeShown, {}));
    }
}

void RunViewController::saveShownRuns()
{
    const QString store = m_parts.library.storePath();
    QHash<RunId, int> colourSlots = m_parts.model.colourSlots();
    for (int& slot : colourSlots) {
        ++slot;
    }
    m_parts.settings.setRunSlots(store, colourSlots);
    m_parts.settings.setShownRuns(store, m_parts.model.shownRuns());
}

void RunViewController::onSelected(RunId run)
{
    m_selected = run;
    m_charts.setSelectedRun(run);
    m_parts.readout.selectRun(run);
    showInspector();
    const RunSummary* summary = m_parts.model.find(run);
    emit selectionChanged(summary ? *summary : RunSummary());
}

void RunViewController::showInspector()
{
    showSettings();
    m_parts.inspector.showCheckpoints(m_selected, m_checkpoints.value(m_selected));
    updateKeep();
    if (m_selected != 0 && !m_checkpoints.contains(m_selected)) {
        m_feed.load(m_selected);
    }
}

void RunViewController::showSettings()
{
    RunDescription open = m_parts.controller.description();
    open.learningRate = m_learningRate;
    const RunDetails stored = m_details.value(m_selected);
    if (m_selected == open.id) {
        m_parts.inspector.showRun(open);
    } else {
        m_parts.inspector.showStoredRun(stored);
    }
    m_parts.inspector.setLive(m_selected == open.id && takesRequests(m_parts.controller.state()));
    m_parts.inspector.showFailure(stored.failure);
}

// Who trains a run has its directory, where it is noted what is kept.
void RunViewController::updateKeep()
{
    const TrainingController& controller = m_parts.controller;
    const RunSummary* run = m_parts.model.find(m_selected);
    const bool isTrained = run && isActive(run->state);
    const bool isHere = m_selected == controller.description().id && isActive(controller.state());
    m_parts.inspector.setKeepBlocked(controller.isOpening() ? tr("A run is being prepared.")
                                         : isTrained && !isHere
                                         ? tr("Another process trains this run.")
                                         : QString());
}

void RunViewController::onShownChanged(RunId, bool)
{
    m_parts.page.showCounts(m_parts.model.rowCount(), m_parts.model.shownCount());
    saveShownRuns();
    m_readoutTimer.start();
}

void RunViewController::onRunOpened(const RunDescription& description)
{
    m_lastLoss.reset();
    m_learningRate = description.learningRate;
    m_details.remove(description.id);
    m_saved.clear();
    m_deletedSteps.clear();
    m_lastCheckpointStep = description.firstStep > 0 ? description.firstStep : -1;
    updateOpenRow();
    m_charts.setLiveRun(description.id);
    if (description.firstStep == 0) {
        showBeginning();
    }
    m_parts.model.setShownRuns(m_parts.model.shownRuns() + QList<RunId>{description.id});
    select(description.id);
    showInspector(); // the same run may have been selected before
}

// A zoom is kept, unless it would hide the new run.
void RunViewController::showBeginning()
{
    if (!m_charts.follow() && m_charts.xRange().first > 0) {
        m_charts.setFollow(true);
        m_charts.fit();
    }
}

void RunViewController::onStateChanged(RunState state)
{
    updateOpenRow();
    const bool live = isActive(state);
    m_charts.setLiveRun(live ? m_parts.controller.description().id : 0);
    m_parts.inspector.setLive(takesRequests(state)
                              && m_selected == m_parts.controller.description().id);
    updateKeep();
    if (!live) {
        m_parts.library.refresh();
    }
    if (state == RunState::Failed) {
        m_feed.load(m_parts.controller.description().id); // the store knows what ended it
    }
}

void RunViewController::onMetrics(const QList<MetricBatch>& batches)
{
    for (const MetricBatch& batch : batches) {
        if (batch.tag == u"train/loss" && !batch.points.isEmpty()) {
            m_lastLoss = batch.points.constLast().value;
        }
    }
    updateReadoutSoon();
}

void RunViewController::onDetailsLoaded(const RunDetails& details)
{
    m_details.insert(details.id, details);
    if (details.id != m_selected) {
        return;
    }
    if (details.id == m_parts.controller.description().id) {
        m_parts.inspector.showFailure(details.failure); // the rest it tells itself
    } else {
        showSettings();
    }
}

void RunViewController::onCheckpointsLoaded(RunId run, const QList<CheckpointInfo>& checkpoints)
{
    const bool isOpen = run == m_parts.controller.description().id;
    m_checkpoints.insert(run, isOpen ? withWhatCameSince(checkpoints) : checkpoints);
    if (run == m_selected) {
        m_parts.inspector.showCheckpoints(run, m_checkpoints.value(run));
    }
}

// The store's list of the open run may have been read before the last messages of its training.
QList<CheckpointInfo> RunViewController::withWhatCameSince(QList<CheckpointInfo> checkpoints) const
{
    checkpoints.removeIf(
        [this](const CheckpointInfo& one) { return m_deletedSteps.contains(one.step); });
    for (const CheckpointInfo& saved : m_saved) {
        const auto listed =
            std::find_if(checkpoints.begin(), checkpoints.end(),
                         [&saved](const CheckpointInfo& one) { return one.step == saved.step; });
        if (listed == checkpoints.end()) {
            checkpoints.append(saved);
        } else {
            listed->isPinned = saved.isPinned;
        }
    }
    return checkpoints;
}

void RunViewController::onCheckpointSaved(const CheckpointInfo& checkpoint)
{
    m_lastCheckpointStep = checkpoint.step;
    CheckpointInfo saved = checkpoint;
    if (m_checkpoints.contains(checkpoint.run)) {
        QList<CheckpointInfo>& known = m_checkpoints[checkpoint.run];
        known.removeIf([&saved](const CheckpointInfo& one) {
            saved.isPinned |= one.step == saved.step && one.isPinned; // saved again: still kept
            return one.step == saved.step;
        });
        known.append(saved);
    }
    m_saved.insert(saved.step, saved);
    m_deletedSteps.remove(saved.step);
    m_parts.inspector.addCheckpoint(saved);
    updateOpenRow();
}

void RunViewController::onCheckpointsDeleted(RunId run, const QList<qint64>& steps)
{
    if (run == m_parts.controller.description().id) {
        for (const qint64 step : steps) {
            m_saved.remove(step);
            m_deletedSteps.insert(step);
        }
    }
    const auto known = m_checkpoints.find(run);
    if (known == m_checkpoints.end()) {
        return;
    }
    known->removeIf([&steps](const CheckpointInfo& one) { return steps.contains(one.step); });
    if (run == m_selected) {
        m_parts.inspector.removeCheckpoints(steps);
    }
}

void RunViewController::showPin(const CheckpointPin& pin)
{
    if (const auto run = m_checkpoints.find(pin.run); run != m_checkpoints.end()) {
        for (CheckpointInfo& known : *run) {
            known.isPinned = known.step == pin.step ? pin.isPinned : known.isPinned;
        }
    }
    if (const auto saved = m_saved.find(pin.step);
        saved != m_saved.end() && saved->run == pin.run) {
        saved->isPinned = pin.isPinned;
    }
    if (pin.run == m_selected) {
        m_parts.inspector.setPinned(pin.step, pin.isPinned);
    }
}

void RunViewController::updateReadoutSoon()
{
    if (!m_readoutTimer.isActive()) {
        m_readoutTimer.start();
    }
}

void RunViewController::updateReadout()
{
    const std::optional<double> crosshair = m_charts.crosshair();
    m_parts.readout.showTable(m_charts.readoutAt(crosshair.value_or(m_charts.lastX())));
    m_parts.readout.selectRun(m_selected);
}

} // namespace gui
