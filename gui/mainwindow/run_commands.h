// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"

#include <QObject>
#include <QUndoCommand>

namespace gui {

class LiveControl;
class RunLibrary;
class RunsModel;
class TrainingController;

// What Ctrl+Z takes back. The texts complete "Undo …".

// A run is in the trash of the store: pushed once it is there. Redone, it is moved there again; if
// that is refused the command is obsolete.
class RemoveRunCommand : public QObject, public QUndoCommand
{
public:
    RemoveRunCommand(RunLibrary& library, const RunSummary& run);
    void redo() override;
    void undo() override;

private:
    RunLibrary& m_library;
    RunId m_run;
    bool m_isThere = true;
};

// Shows these runs in the charts and hides all others.
class ShowRunsCommand : public QUndoCommand
{
public:
    ShowRunsCommand(RunsModel& model, const QList<RunId>& runs);
    void redo() override;
    void undo() override;

private:
    RunsModel& m_model;
    QList<RunId> m_before;
    QList<RunId> m_after;
};

// A new learning rate for the open run. Taking it back is a new change of its own, recorded as
// such in the run. Once the run takes no requests any more the command is obsolete.
class LearningRateCommand : public QUndoCommand
{
public:
    LearningRateCommand(TrainingController& controller, LiveControl& control, double before,
                        double after);
    void redo() override;
    void undo() override;
    bool applies() const;

private:
    void apply(double value);

    TrainingController& m_controller;
    LiveControl& m_control;
    RunId m_run;
    double m_before;
    double m_after;
};

} // namespace gui
