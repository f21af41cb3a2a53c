// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/training_controller.h"

#include <QStringList>

namespace gui {

// Writes down what is asked of it and does nothing by itself: the test answers by emitting the
// signals of the interface, or through the helpers below.
class FakeTrainingController : public TrainingController
{
    Q_OBJECT

public:
    QStringList calls; // "requestPause", "setLearningRate 0.05", "open iris start" …
    OpenRequest lastOpen;

    RunState state() const override { return m_state; }
    RunDescription description() const override { return m_description; }
    RunProgress progress() const override { return m_progress; }
    bool isOpening() const override { return m_isOpening; }

    void open(const OpenRequest& request, bool start) override;
    void start() override { calls.append(QStringLiteral("start")); }
    void requestPause() override { calls.append(QStringLiteral("requestPause")); }
    void resume() override { calls.append(QStringLiteral("resume")); }
    void requestStep() override { calls.append(QStringLiteral("requestStep")); }
    void requestStop() override { calls.append(QStringLiteral("requestStop")); }
    void requestStopWithoutSaving() override;
    void requestCheckpoint() override { calls.append(QStringLiteral("requestCheckpoint")); }
    void setCheckpointPinned(qint64 step, bool isPinned) override;
    void setLearningRate(double value) override;
    void recordHistograms(qint64 everySteps) override;

    // Answers.
    void answerOpened(const RunDescription& description, RunState state);
    void answerOpening(bool opening);
    void changeDescription(const RunDescription& description) { m_description = description; }
    void answerState(RunState state);
    void answerProgress(const RunProgress& progress);
    void answerCheckpoint(qint64 step, double loss = 0.25, qint64 bytes = 1'900'000);

private:
    RunState m_state = RunState::None;
    bool m_isOpening = false;
    RunDescription m_description;
    RunProgress m_progress;
};

} // namespace gui
