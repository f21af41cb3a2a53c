// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"

#include <QStringList>

namespace gui {

enum class RunButton
{
    Start,
    Pause,
    Step,
    Stop,
    Checkpoint
};

constexpr RunButton kRunButtons[] = {RunButton::Start, RunButton::Pause, RunButton::Step,
                                     RunButton::Stop, RunButton::Checkpoint};

// What the run buttons depend on.
struct RunContext
{
    RunState state = RunState::None;
    qint64 step = 0; // updates done
    qint64 continueFrom = -1; // checkpoint from which Start goes on; -1: from the beginning
    bool opening = false; // a run, this one or another
    bool elsewhere = false; // another process trains it
    bool savesCheckpoints = true;
    bool starting = false; // requested, not acknowledged yet
    bool pausing = false;
    bool stopping = false;
    bool saving = false;
    qint64 savedStep = -1; // for two seconds after a checkpoint

    bool hasCheckpoint() const { return continueFrom >= 0; }
};

// How one button looks: `text` for menus, `word` for the toolbar, `reason` why it is off
// or, where that is not plain, what it does.
struct RunButtonLook
{
    bool enabled = false;
    bool requested = false;
    QString text;
    QString word;
    QString reason;
};

// The table of design/README.md §5.
RunButtonLook runButtonLook(RunButton button, const RunContext& context);

// Every word the button can carry in the toolbar; its width is that of the widest one.
QStringList runButtonWords(RunButton button);

} // namespace gui
