// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/run_state_text.h"

#include <QCoreApplication>

namespace gui {

namespace {

struct StateLook
{
    RunState state;
    const char* word;
    const char* icon;
};

constexpr StateLook kLooks[] = {
    {RunState::Ready, QT_TRANSLATE_NOOP("RunState", "ready"), "start"},
    {RunState::Running, QT_TRANSLATE_NOOP("RunState", "running"), "running"},
    {RunState::Pausing, QT_TRANSLATE_NOOP("RunState", "pausing"), "pause"},
    {RunState::Paused, QT_TRANSLATE_NOOP("RunState", "paused"), "pause"},
    {RunState::Stopping, QT_TRANSLATE_NOOP("RunState", "stopping"), "stop"},
    {RunState::Halted, QT_TRANSLATE_NOOP("RunState", "halted"), "nan"},
    {RunState::Finished, QT_TRANSLATE_NOOP("RunState", "finished"), "good"},
    {RunState::Stopped, QT_TRANSLATE_NOOP("RunState", "stopped"), "stop"},
    {RunState::Failed, QT_TRANSLATE_NOOP("RunState", "ended by an error"), "danger"},
    {RunState::EndedUnexpectedly, QT_TRANSLATE_NOOP("RunState", "ended unexpectedly"), "alert"},
};

const StateLook* lookOf(RunState state)
{
    for (const StateLook& look : kLooks) {
        if (look.state == state) {
            return &look;
        }
    }
    return nullptr;
}

} // namespace

QString runStateWord(RunState state)
{
    const StateLook* look = lookOf(state);
    return look ? QCoreApplication::translate("RunState", look->word) : QString();
}

QString runStateIcon(RunState state)
{
    const StateLook* look = lookOf(state);
    return look ? QString::fromLatin1(look->icon) : QString();
}

bool canContinue(const RunSummary& run)
{
    return run.lastCheckpointStep >= 0 && !isActive(run.state) && run.state != RunState::Finished;
}

bool holdsButtons(RunState state)
{
    return isActive(state) || state == RunState::Halted;
}

} // namespace gui
