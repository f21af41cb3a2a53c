// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/close_guard.h"

#include "gui/dialogs/question_dialog.h"
#include "gui/dialogs/run_questions.h"

#include <QProgressBar>
#include <QWidget>

namespace gui {

CloseGuard::CloseGuard(TrainingController& controller, const ThemeSource& source, QWidget& window)
    : QObject(&window), m_controller(controller), m_source(source), m_window(window)
{
    connect(&controller, &TrainingController::stateChanged, this, &CloseGuard::onStateChanged);
    connect(&controller, &TrainingController::failed, this, &CloseGuard::stayOpen);
    connect(&controller, &TrainingController::checkpointSaved, this,
            [this](const CheckpointInfo& checkpoint) { m_lastCheckpointStep = checkpoint.step; });
    connect(&controller, &TrainingController::runOpened, this, [this](const RunDescription& run) {
        m_lastCheckpointStep = run.firstStep > 0 ? run.firstStep : -1;
    });
}

bool CloseGuard::mayClose()
{
    if (givesWay(m_controller.state())) { // nothing would be lost
        return true;
    }
    if (m_question) {
        m_question->raise();
    } else if (!m_leaving) {
        ask();
    }
    return false;
}

void CloseGuard::ask()
{
    const qint64 age =
        m_lastCheckpointStep < 0 ? -1 : m_controller.progress().step - m_lastCheckpointStep;
    QuestionDialog* question =
        makeCloseQuestion(age, m_controller.description().savesCheckpoints, m_source, &m_window);
    connect(question, &QuestionDialog::chosen, this, &CloseGuard::onAnswer);
    m_question = question;
    question->open();
}

void CloseGuard::onAnswer(const QString& answer)
{
    m_question = nullptr; // it deletes itself; a second close may ask again
    if (answer != QLatin1String(kSaveAndQuit)) {
        return;
    }
    m_leaving = true;
    if (!isActive(m_controller.state())) {
        m_window.close(); // it ended while the question was open
        return;
    }
    showWaiting();
    if (m_controller.state() != RunState::Stopping) {
        m_controller.requestStop();
    }
}

void CloseGuard::showWaiting()
{
    const bool saves = m_controller.description().savesCheckpoints;
    auto* waiting = new QuestionDialog(
        tr("Stopping…"),
        saves ? tr("The step is finished and a checkpoint is written, then Trainspotter closes.")
              : tr("The step is finished, then Trainspotter closes."),
        m_source, &m_window);
    waiting->setObjectName(QStringLiteral("closeWaiting"));
    auto* bar = new QProgressBar(waiting);
    bar->setRange(0, 0);
    bar->setTextVisible(false);
    bar->setAccessibleName(tr("Stopping"));
    waiting->addContent(bar);
    m_waiting = waiting;
    waiting->open();
}

void CloseGuard::onStateChanged(RunState state)
{
    if (!m_leaving || isActive(state)) {
        return;
    }
    if (state == RunState::Failed || state == RunState::Halted) {
        stayOpen(); // there is something to read
        return;
    }
    if (m_waiting) {
        m_waiting->close();
    }
    m_window.close();
}

void CloseGuard::stayOpen()
{
    m_leaving = false;
    if (m_waiting) {
        m_waiting->close();
    }
}

} // namespace gui
