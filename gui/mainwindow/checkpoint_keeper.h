// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_library.h"
#include "gui/bridge/training_controller.h"

namespace gui {

// Keeps checkpoints and lets them go as the Inspector asks: through the training where this window
// trains the run, otherwise through the library. What a training did not come to before it ended is
// done then.
class CheckpointKeeper : public QObject
{
    Q_OBJECT

public:
    CheckpointKeeper(TrainingController& controller, RunLibrary& library, QObject* parent);

    void keep(const CheckpointInfo& checkpoint, bool isKept);

signals:
    // As it is now, changed or not.
    void answered(const gui::CheckpointPin& pin);

private:
    void onStateChanged(RunState state);
    void forget(const CheckpointPin& asked);
    void tell(const CheckpointPin& asked, bool isDone);

    TrainingController& m_controller;
    RunLibrary& m_library;
    QList<QPair<CheckpointInfo, bool>> m_asked; // of the training, not answered yet
};

} // namespace gui
