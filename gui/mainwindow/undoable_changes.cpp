// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/undoable_changes.h"

#include "gui/bridge/run_library.h"
#include "gui/bridge/training_controller.h"
#include "gui/mainwindow/run_commands.h"
#include "gui/panels/banner_stack.h"
#include "gui/panels/live_control.h"
#include "gui/panels/runs_panel.h"
#include "gui/settings/number_format.h"

#include <QPushButton>
#include <QUndoStack>

#include <cmath>

namespace gui {

namespace {

constexpr double kUnusualFactor = 100; // between two learning rates that a person means

} // namespace

UndoableChanges::UndoableChanges(const Parts& parts, QObject* parent)
    : QObject(parent), m_parts(parts)
{
    connect(&parts.runs, &RunsPanel::showOnlyAsked, this, [this](const QList<RunId>& runs) {
        m_parts.stack.push(new ShowRunsCommand(m_parts.model, runs));
    });
    connect(&parts.runs, &RunsPanel::removeAsked, this, &UndoableChanges::removeRun);
    connect(&parts.runLibrary, &RunLibrary::runRemoved, this, &UndoableChanges::onRemoved);
    connect(&parts.runLibrary, &RunLibrary::runNotRemoved, this, &UndoableChanges::onNotRemoved);
    connect(&parts.learningRate, &LiveControl::changeAsked, this,
            &UndoableChanges::changeLearningRate);
    connect(&parts.stack, &QUndoStack::indexChanged, this, &UndoableChanges::removeOffer);
    connect(&parts.stack, &QUndoStack::indexChanged, this, &UndoableChanges::dropStale);
    connect(&parts.controller, &TrainingController::stateChanged, this,
            &UndoableChanges::dropStale);
    connect(&parts.controller, &TrainingController::runOpened, this, &UndoableChanges::dropStale);
}

void UndoableChanges::removeRun(RunId run)
{
    const RunSummary* summary = m_parts.model.find(run);
    if (summary != nullptr && !m_leaving.contains(run)) {
        m_leaving.insert(run, *summary);
        m_parts.runLibrary.removeRun(run);
    }
}

void UndoableChanges::onRemoved(RunId run)
{
    if (!m_leaving.contains(run)) {
        return; // done again: it was on the stack before
    }
    const RunSummary summary = m_leaving.take(run);
    m_parts.stack.push(new RemoveRunCommand(m_parts.runLibrary, summary));
    offerUndo(BannerKind::Info, tr("%1 was moved to the trash.").arg(summary.name),
              tr("Nothing was deleted: numbers and checkpoints are kept."), tr("Put Back"));
}

void UndoableChanges::onNotRemoved(RunId run)
{
    m_leaving.remove(run);
    // Once a command that did it again has heard of it.
    QMetaObject::invokeMethod(this, &UndoableChanges::dropStale, Qt::QueuedConnection);
}

void UndoableChanges::changeLearningRate(double before, double after)
{
    m_parts.stack.push(
        new LearningRateCommand(m_parts.controller, m_parts.learningRate, before, after));
    if (before <= 0 || after <= 0) {
        return;
    }
    const double factor = std::max(after / before, before / after);
    if (factor < kUnusualFactor * (1 - 1e-6)) {
        return;
    }
    const QLocale locale;
    const QString times = formatInteger(std::llround(factor), locale);
    offerUndo(BannerKind::Warning,
              tr("The learning rate was changed from %1 to %2.")
                  .arg(formatSetting(before, locale), formatSetting(after, locale)),
              after > before ? tr("That is %1 times as much.").arg(times)
                             : tr("That is %1 times less.").arg(times),
              tr("Set Back to %1").arg(formatSetting(before, locale)));
}

void UndoableChanges::offerUndo(BannerKind kind, const QString& sentence, const QString& cause,
                                const QString& button)
{
    m_offer = m_parts.banners.add(kind, sentence, cause);
    QPushButton* undo = m_offer->addButton(QStringLiteral("undo"), button, QStringLiteral("undo"));
    connect(undo, &QPushButton::clicked, &m_parts.stack, &QUndoStack::undo);
    m_parts.banners.announce(m_offer);
}

// What cannot be taken back any more is not offered. Commands leave the stack when they are undone
// or redone and found obsolete.
void UndoableChanges::dropStale()
{
    const auto isStale = [](const QUndoCommand* command) {
        const auto* rate = dynamic_cast<const LearningRateCommand*>(command);
        return command->isObsolete() || (rate != nullptr && !rate->applies());
    };
    QUndoStack& stack = m_parts.stack;
    while (stack.canUndo() && isStale(stack.command(stack.index() - 1))) {
        stack.undo();
    }
    while (stack.canRedo() && isStale(stack.command(stack.index()))) {
        stack.redo();
    }
}

void UndoableChanges::removeOffer()
{
    if (m_offer) {
        m_parts.banners.remove(m_offer);
    }
}

} // namespace gui
