// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_library.h"
#include "gui/bridge/training_controller.h"

#include <QHash>
#include <QStringList>

namespace gui {

class LogModel;

// Fills the log: the engine's lines, changes of the learning rate and of the run's state as they
// come, each with its time. While no run holds the buttons and a stored one is selected, the log
// is what the store recorded of that one.
class RunLog : public QObject
{
    Q_OBJECT

public:
    RunLog(TrainingController& controller, RunLibrary& library, LogModel& model, QObject* parent);

    void select(const RunSummary& run); // id 0: none

private:
    void append(const QString& line);
    void onEvent(const RunEvent& event);
    void onStateChanged(RunState state);
    void onEventsLoaded(RunId run, const QList<RunEvent>& events);
    void showLines();

    TrainingController& m_controller;
    LogModel& m_model;
    QStringList m_lines; // of this session
    QHash<RunId, QStringList> m_recorded;
    RunId m_selected = 0;
    RunId m_shown = 0; // whose recorded lines are in the model; 0: those of this session
};

} // namespace gui
