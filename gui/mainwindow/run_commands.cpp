// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/run_commands.h"

#include "gui/bridge/run_library.h"
#include "gui/bridge/training_controller.h"
#include "gui/models/runs_model.h"
#include "gui/panels/live_control.h"

#include <QCoreApplication>

#include <utility>

namespace gui {

namespace {

QString commandText(const char* text)
{
    return QCoreApplication::translate("RunCommands", text);
}

} // namespace

RemoveRunCommand::RemoveRunCommand(RunLibrary& library, const RunSummary& run)
    : QUndoCommand(commandText(QT_TRANSLATE_NOOP("RunCommands", "Remove %1")).arg(run.name)),
      m_library(library), m_run(run.id)
{
    QObject::connect(&library, &RunLibrary::runNotRemoved, this, [this](RunId refused) {
        if (refused == m_run) {
            setObsolete(true);
        }
    });
}

void RemoveRunCommand::redo()
{
    if (!std::exchange(m_isThere, true)) {
        m_library.removeRun(m_run);
    }
}

void RemoveRunCommand::undo()
{
    m_isThere = false;
    m_library.restoreRun(m_run);
}

ShowRunsCommand::ShowRunsCommand(RunsModel& model, const QList<RunId>& runs)
    : QUndoCommand(commandText(QT_TRANSLATE_NOOP("RunCommands", "Hide Runs"))), m_model(model),
      m_before(model.shownRuns()), m_after(runs)
{ }

void ShowRunsCommand::redo()
{
    m_model.setShownRuns(m_after);
}

void ShowRunsCommand::undo()
{
    m_model.setShownRuns(m_before);
}

LearningRateCommand::LearningRateCommand(TrainingController& controller, LiveControl& control,
                                         double before, double after)
    : QUndoCommand(commandText(QT_TRANSLATE_NOOP("RunCommands", "Change Learning Rate"))),
      m_controller(controller), m_control(control), m_run(controller.description().id),
      m_before(before), m_after(after)
{ }

void LearningRateCommand::redo()
{
    apply(m_after);
}

void LearningRateCommand::undo()
{
    apply(m_before);
}

bool LearningRateCommand::applies() const
{
    return m_controller.description().id == m_run && takesRequests(m_controller.state());
}

void LearningRateCommand::apply(double value)
{
    if (!applies()) {
        setObsolete(true);
        return;
    }
    m_control.showRequested(value);
    m_controller.setLearningRate(value);
}

} // namespace gui
