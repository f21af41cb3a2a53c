// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_library.h"
#include "gui/bridge/training_controller.h"
#include "gui/mainwindow/run_series_feed.h"
#include "gui/models/runs_model.h"

#include <QHash>
#include <QMap>
#include <QSet>
#include <QTimer>

#include <optional>

namespace gui {

class AppSettings;
class ChartsPage;
class ChartsView;
class InspectorPanel;
class ReadoutPanel;
class RunsPanel;

// Keeps list, charts, Inspector and Readout in step: which runs are shown, which one is selected,
// what the open run reports. Shown runs and their colours come back at the next start.
class RunViewController : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        TrainingController& controller;
        RunLibrary& library;
        AppSettings& settings;
        RunsModel& model;
        RunsPanel& runs;
        InspectorPanel& inspector;
        ReadoutPanel& readout;
        ChartsPage& page;
    };

    RunViewController(const Parts& parts, QObject* parent);

    RunId selectedRun() const { return m_selected; }
    void select(RunId run);
    void show(RunId run); // shows and selects it
    void showLastRun();
    void inspect(const NonFiniteAlert& alert);
    void showPin(const CheckpointPin& pin); // as it is now
    void restoreShownRuns(); // from the settings, once

signals:
    void selectionChanged(const gui::RunSummary& run); // id 0: none

private:
    void connectController();
    void connectLibrary();
    void connectViews();
    void takeRuns();
    void onSelected(RunId run);
    void onShownChanged(RunId run, bool shown);
    void onRunOpened(const RunDescription& description);
    void showBeginning();
    void onStateChanged(RunState state);
    void onMetrics(const QList<MetricBatch>& batches);
    void onDetailsLoaded(const RunDetails& details);
    void onCheckpointsLoaded(RunId run, const QList<CheckpointInfo>& checkpoints);
    QList<CheckpointInfo> withWhatCameSince(QList<CheckpointInfo> checkpoints) const;
    void onCheckpointSaved(const CheckpointInfo& checkpoint);
    void onCheckpointsDeleted(RunId run, const QList<qint64>& steps);
    RunSummary openRun() const; // as the list should show it now
    void updateOpenRow();
    void showInspector();
    void showSettings();
    void updateKeep();
    void updateReadoutSoon(); // five times a second at most
    void updateReadout();
    void saveShownRuns();
    void showThoseOfLastTime();

    Parts m_parts;
    ChartsView& m_charts;
    RunSeriesFeed m_feed;
    RunId m_selected = 0;
    QHash<RunId, RunDetails> m_details;
    QHash<RunId, QList<CheckpointInfo>> m_checkpoints;
    // Of the open run, since it was opened.
    QMap<qint64, CheckpointInfo> m_saved; // by step
    QSet<qint64> m_deletedSteps;
    double m_learningRate = 0; // of the open run, now
    std::optional<double> m_lastLoss;
    qint64 m_lastCheckpointStep = -1;
    QList<RunId> m_toBeShown; // those of the last time, until the library knows them
    QTimer m_readoutTimer;
};

} // namespace gui
