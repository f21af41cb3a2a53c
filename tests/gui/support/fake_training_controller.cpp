// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/support/fake_training_controller.h"

namespace gui {

void FakeTrainingController::open(const OpenRequest& request, bool start)
{
    lastOpen = request;
    QString what = request.continueRun != 0 ? QStringLiteral("run %1").arg(request.continueRun)
                                            : request.jobFile;
    if (request.steps > 0) {
        what += QStringLiteral(" until %1").arg(request.steps);
    }
    calls.append(
        QStringLiteral("open %1%2").arg(what, start ? QStringLiteral(" start") : QString()));
}

void FakeTrainingController::requestStopWithoutSaving()
{
    calls.append(QStringLiteral("requestStopWithoutSaving"));
}

void FakeTrainingController::setCheckpointPinned(qint64 step, bool isPinned)
{
    calls.append(QStringLiteral("%1 %2").arg(isPinned ? u"pin" : u"unpin").arg(step));
}

void FakeTrainingController::setLearningRate(double value)
{
    calls.append(QStringLiteral("setLearningRate %1").arg(value));
}

void FakeTrainingController::recordHistograms(qint64 everySteps)
{
    calls.append(QStringLiteral("recordHistograms %1").arg(everySteps));
}

void FakeTrainingController::answerOpened(const RunDescription& description, RunState state)
{
    m_description = description;
    m_progress = {};
    m_progress.step = description.firstStep;
    m_progress.targetSteps = description.targetSteps;
    emit runOpened(description);
    answerState(state);
}

void FakeTrainingController::answerOpening(bool opening)
{
    m_isOpening = opening;
    emit openingChanged(opening);
}

void FakeTrainingController::answerState(RunState state)
{
    m_state = state;
    emit stateChanged(state);
}

void FakeTrainingController::answerProgress(const RunProgress& progress)
{
    m_progress = progress;
    emit progressChanged(progress);
}

void FakeTrainingController::answerCheckpoint(qint64 step, double loss, qint64 bytes)
{
    CheckpointInfo checkpoint;
    checkpoint.run = m_description.id;
    checkpoint.step = step;
    checkpoint.loss = loss;
    checkpoint.bytes = bytes;
    emit checkpointSaved(checkpoint);
}

} // namespace gui
