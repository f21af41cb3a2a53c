// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/run_buttons.h"

#include "gui/settings/number_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace gui {

namespace {

// A row of the table; Ended stands for every state that is over and may be continued.
enum class Situation
{
    NoRun,
    Opening,
    Elsewhere,
    Ready,
    Running,
    Pausing,
    Paused,
    Stopping,
    Halted,
    Finished,
    Ended
};

struct Cell
{
    bool enabled;
    const char* reason; // nullptr where nothing needs to be said
};

struct Row
{
    Situation situation;
    std::array<Cell, 5> cells; // in the order of RunButton
};

constexpr Cell on()
{
    return {true, nullptr};
}

constexpr Cell off(const char* reason)
{
    return {false, reason};
}

constexpr const char* kNoRun = QT_TRANSLATE_NOOP("RunButtons", "Open or create a run first.");
constexpr const char* kPreparing = QT_TRANSLATE_NOOP("RunButtons", "A run is being prepared.");
constexpr const char* kElsewhere =
    QT_TRANSLATE_NOOP("RunButtons", "Another process trains this run.");
constexpr const char* kNotRunning = QT_TRANSLATE_NOOP("RunButtons", "Not running.");
constexpr const char* kRunning = QT_TRANSLATE_NOOP("RunButtons", "Already running.");
constexpr const char* kPaused = QT_TRANSLATE_NOOP("RunButtons", "Already paused.");
constexpr const char* kPauseFirst =
    QT_TRANSLATE_NOOP("RunButtons", "Pause first. A single step is possible only while paused.");
constexpr const char* kNothing = QT_TRANSLATE_NOOP("RunButtons", "Nothing to save yet.");
constexpr const char* kSavesNone =
    QT_TRANSLATE_NOOP("RunButtons", "The job of this run saves no checkpoints.");
constexpr const char* kPausing =
    QT_TRANSLATE_NOOP("RunButtons", "Training pauses at the end of this step.");
constexpr const char* kStopping = QT_TRANSLATE_NOOP("RunButtons", "Training is stopping.");
constexpr const char* kFinalSave =
    QT_TRANSLATE_NOOP("RunButtons", "A final checkpoint is being written.");
constexpr const char* kAnswer = QT_TRANSLATE_NOOP("RunButtons", "Answer the alert first.");
constexpr const char* kNotFinite = QT_TRANSLATE_NOOP("RunButtons", "The weights are not finite.");
constexpr const char* kLeave =
    QT_TRANSLATE_NOOP("RunButtons", "Leaves the run as it is. It can be continued later.");
constexpr const char* kFinished = QT_TRANSLATE_NOOP("RunButtons", "Finished.");
constexpr const char* kSaved = QT_TRANSLATE_NOOP("RunButtons", "Saved at step %1.");

constexpr Row kTable[] = {
    {Situation::NoRun, {off(kNoRun), off(kNoRun), off(kNoRun), off(kNoRun), off(kNoRun)}},
    {Situation::Opening,
     {off(kPreparing), off(kPreparing), off(kPreparing), off(kPreparing), off(kPreparing)}},
    {Situation::Elsewhere,
     {off(kElsewhere), off(kElsewhere), off(kElsewhere), off(kElsewhere), off(kElsewhere)}},
    {Situation::Ready, {on(), off(kNotRunning), on(), off(kNotRunning), off(kNothing)}},
    {Situation::Running, {off(kRunning), on(), off(kPauseFirst), on(), on()}},
    {Situation::Pausing, {off(kPausing), off(kPausing), off(kPausing), on(), on()}},
    {Situation::Paused, {on(), off(kPaused), on(), on(), on()}},
    {Situation::Stopping, {off(kStopping), off(kStopping), off(kStopping), on(), off(kFinalSave)}},
    {Situation::Halted,
     {off(kAnswer), off(kAnswer), off(kAnswer), {true, kLeave}, off(kNotFinite)}},
    {Situation::Finished, {on(), off(kFinished), off(kFinished), off(kFinished), off(kSaved)}},
    {Situation::Ended,
     {on(), off(kNotRunning), off(kNotRunning), off(kNotRunning), off(kNotRunning)}},
};

QString translated(const char* text)
{
    return QCoreApplication::translate("RunButtons", text);
}

Situation situationOf(const RunContext& context)
{
    if (context.opening) {
        return Situation::Opening;
    }
    if (context.elsewhere) {
        return Situation::Elsewhere;
    }
    switch (context.state) {
    case RunState::None:
        return context.continueFrom >= 0 ? Situation::Ended : Situation::NoRun;
    case RunState::Ready:
        return Situation::Ready;
    case RunState::Running:
        return context.stopping ? Situation::Stopping
            : context.pausing   ? Situation::Pausing
                                : Situation::Running;
    case RunState::Pausing:
        return context.stopping ? Situation::Stopping : Situation::Pausing;
    case RunState::Paused:
        return context.stopping ? Situation::Stopping : Situation::Paused;
    case RunState::Stopping:
        return Situation::Stopping;
    case RunState::Halted:
        return Situation::Halted;
    case RunState::Finished:
        return Situation::Finished;
    case RunState::Stopped:
    case RunState::Failed:
    case RunState::EndedUnexpectedly:
        return Situation::Ended;
    }
    return Situation::NoRun;
}

void nameStart(RunButtonLook& look, Situation situation, const RunContext& context)
{
    if (situation == Situation::Paused) {
        look.text = look.word = translated("Resume");
    } else if (situation == Situation::Finished) {
        look.text = translated("Train on…");
        look.word = translated("Train on");
    } else if (context.continueFrom >= 0
               && (situation == Situation::Ready || situation == Situation::Ended)) {
        look.text =
            translated("Continue from %1").arg(formatInteger(context.continueFrom, QLocale()));
        look.word = translated("Continue");
    } else {
        look.text = look.word = translated("Start");
    }
    look.requested = (look.enabled || situation == Situation::Opening) && context.starting;
    const bool needsCheckpoint = situation == Situation::Ended || situation == Situation::Finished;
    if (needsCheckpoint && !context.hasCheckpoint()) {
        look.enabled = false;
        look.reason = translated("There is no checkpoint to continue from.");
    }
}

void nameCheckpoint(RunButtonLook& look, Situation situation, const RunContext& context)
{
    look.text = translated("Save Checkpoint");
    look.word = translated("Checkpoint");
    const bool isOpen = situation != Situation::NoRun && situation != Situation::Opening
        && situation != Situation::Elsewhere && situation != Situation::Ended;
    if (isOpen && !context.savesCheckpoints) {
        look.enabled = false;
        look.reason = translated(kSavesNone);
    }
    if (!look.enabled) {
        return;
    }
    if (context.saving) {
        look.word = translated("Saving");
        look.requested = true;
        look.enabled = false;
        look.reason = translated("A checkpoint is being written.");
    } else if (context.savedStep >= 0) {
        look.word = translated("Step %1").arg(formatInteger(context.savedStep, QLocale()));
    }
}

} // namespace

RunButtonLook runButtonLook(RunButton button, const RunContext& context)
{
    const Situation situation = situationOf(context);
    const auto row = std::find_if(std::begin(kTable), std::end(kTable),
                                  [situation](const Row& r) { return r.situation == situation; });
    const Cell& cell = row->cells.at(size_t(button));

    RunButtonLook look;
    look.enabled = cell.enabled;
    look.reason = cell.reason ? translated(cell.reason) : QString();
    if (cell.reason == kSaved) {
        look.reason = look.reason.arg(formatInteger(context.step, QLocale()));
    }
    switch (button) {
    case RunButton::Start:
        nameStart(look, situation, context);
        break;
    case RunButton::Pause:
        look.requested = situation == Situation::Pausing;
        look.text = translated("Pause");
        look.word = look.requested ? translated("Pausing") : look.text;
        break;
    case RunButton::Step:
        look.text = translated("One Step");
        look.word = translated("Step");
        break;
    case RunButton::Stop:
        look.requested = situation == Situation::Stopping;
        look.text = translated("Stop");
        look.word = look.requested ? translated("Stopping") : look.text;
        break;
    case RunButton::Checkpoint:
        nameCheckpoint(look, situation, context);
        break;
    }
    return look;
}

QStringList runButtonWords(RunButton button)
{
    switch (button) {
    case RunButton::Start:
        return {translated("Start"), translated("Resume"), translated("Continue"),
                translated("Train on")};
    case RunButton::Pause:
        return {translated("Pause"), translated("Pausing")};
    case RunButton::Step:
        return {translated("Step")};
    case RunButton::Stop:
        return {translated("Stop"), translated("Stopping")};
    case RunButton::Checkpoint:
        return {translated("Checkpoint"), translated("Saving"),
                translated("Step %1").arg(formatInteger(100'000, QLocale()))};
    }
    return {};
}

} // namespace gui
