// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/checkpoint_keeper.h"

#include <algorithm>
#include <utility>

namespace gui {

CheckpointKeeper::CheckpointKeeper(TrainingController& controller, RunLibrary& library,
                                   QObject* parent)
    : QObject(parent), m_controller(controller), m_library(library)
{
    connect(&controller, &TrainingController::stateChanged, this,
            &CheckpointKeeper::onStateChanged);
    connect(&controller, &TrainingController::checkpointPinned, this, &CheckpointKeeper::forget);
    connect(&controller, &TrainingController::checkpointNotPinned, this, &CheckpointKeeper::forget);
    const auto done = [this](const CheckpointPin& asked) { tell(asked, true); };
    const auto refused = [this](const CheckpointPin& asked) { tell(asked, false); };
    connect(&controller, &TrainingController::checkpointPinned, this, done);
    connect(&controller, &TrainingController::checkpointNotPinned, this, refused);
    connect(&library, &RunLibrary::checkpointPinned, this, done);
    connect(&library, &RunLibrary::checkpointNotPinned, this, refused);
}

void CheckpointKeeper::keep(const CheckpointInfo& checkpoint, bool isKept)
{
    if (checkpoint.run == m_controller.description().id && isActive(m_controller.state())) {
        m_asked.append({checkpoint, isKept});
        m_controller.setCheckpointPinned(checkpoint.step, isKept);
    } else {
        m_library.setCheckpointPinned(checkpoint, isKept);
    }
}

void CheckpointKeeper::onStateChanged(RunState state)
{
    if (!isActive(state)) {
        for (const auto& [checkpoint, isKept] : std::exchange(m_asked, {})) {
            m_library.setCheckpointPinned(checkpoint, isKept);
        }
    }
}

void CheckpointKeeper::tell(const CheckpointPin& asked, bool isDone)
{
    emit answered({asked.run, asked.step, asked.isPinned == isDone});
}

void CheckpointKeeper::forget(const CheckpointPin& asked)
{
    const auto found = std::find_if(m_asked.cbegin(), m_asked.cend(), [&asked](const auto& open) {
        return open.first.run == asked.run && open.first.step == asked.step;
    });
    if (found != m_asked.cend()) {
        m_asked.erase(found);
    }
}

} // namespace gui
