// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/run_log.h"

#include "gui/models/log_model.h"
#include "gui/models/run_state_text.h"
#include "gui/settings/number_format.h"

namespace gui {

namespace {

constexpr qsizetype kMostLines = 10'000; // as many as the model keeps

QString eventWord(RunEventKind kind)
{
    switch (kind) {
    case RunEventKind::Started:
        return RunLog::tr("started");
    case RunEventKind::Resumed:
        return RunLog::tr("resumed");
    case RunEventKind::ControlChanged:
        return RunLog::tr("changed");
    case RunEventKind::SettingsChanged:
        return RunLog::tr("settings changed");
    case RunEventKind::CheckpointSaved:
        return RunLog::tr("checkpoint saved");
    case RunEventKind::CheckpointFailed:
        return RunLog::tr("checkpoint not saved");
    case RunEventKind::CheckpointDamaged:
        return RunLog::tr("checkpoint damaged");
    case RunEventKind::CheckpointPinned:
        return RunLog::tr("checkpoint pinned");
    case RunEventKind::CheckpointUnpinned:
        return RunLog::tr("checkpoint unpinned");
    case RunEventKind::Initialized:
        return RunLog::tr("initialized");
    case RunEventKind::Paused:
        return RunLog::tr("paused");
    case RunEventKind::PauseEnded:
        return RunLog::tr("resumed");
    case RunEventKind::Alert:
        return RunLog::tr("alert");
    case RunEventKind::Stopped:
        return RunLog::tr("stopped");
    case RunEventKind::Finished:
        return RunLog::tr("finished");
    case RunEventKind::Failed:
        return RunLog::tr("ended by an error");
    case RunEventKind::Other:
        break;
    }
    return RunLog::tr("event");
}

QString lineOf(const RunEvent& event)
{
    const QString time = QDateTime::fromMSecsSinceEpoch(qint64(event.wallSeconds * 1000))
                             .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    const QString line =
        RunLog::tr("%1  step %2: %3")
            .arg(time, formatInteger(event.step, QLocale()), eventWord(event.kind));
    return event.message.isEmpty() ? line : line + QStringLiteral(", ") + event.message;
}

} // namespace

RunLog::RunLog(TrainingController& controller, RunLibrary& library, LogModel& model,
               QObject* parent)
    : QObject(parent), m_controller(controller), m_model(model)
{
    connect(&controller, &TrainingController::logLine, this, &RunLog::append);
    connect(&controller, &TrainingController::stateChanged, this, &RunLog::onStateChanged);
    connect(&controller, &TrainingController::eventRecorded, this, &RunLog::onEvent);
    connect(&controller, &TrainingController::controlApplied, this,
            [this](const ControlChange& change) {
                append(tr("step %1: %2 %3")
                           .arg(formatInteger(change.step, QLocale()), change.name,
                                formatSettingChange(change.before, change.after, QLocale())));
            });
    connect(&controller, &TrainingController::failed, this,
            [this](const EngineFailure& failure) { append(failure.message); });
    connect(&library, &RunLibrary::eventsLoaded, this, &RunLog::onEventsLoaded);
}

void RunLog::append(const QString& line)
{
    const QString timed =
        QTime::currentTime().toString(QStringLiteral("HH:mm:ss")) + QStringLiteral("  ") + line;
    if (m_lines.size() >= kMostLines) {
        m_lines.remove(0, kMostLines / 10);
    }
    m_lines.append(timed);
    if (m_shown == 0) {
        m_model.append(timed);
    }
}

// Of what is recorded, the engine's lines tell the rest.
void RunLog::onEvent(const RunEvent& event)
{
    if (event.kind == RunEventKind::Paused || event.kind == RunEventKind::PauseEnded) {
        append(tr("step %1: %2").arg(formatInteger(event.step, QLocale()), eventWord(event.kind)));
    } else if (event.kind == RunEventKind::CheckpointPinned
               || event.kind == RunEventKind::CheckpointUnpinned) {
        append(
            tr("step %1: %2, %3")
                .arg(formatInteger(event.step, QLocale()), eventWord(event.kind), event.message));
    }
}

void RunLog::onStateChanged(RunState state)
{
    switch (state) {
    case RunState::Halted:
    case RunState::Finished:
    case RunState::Stopped:
    case RunState::Failed:
        append(
            tr("step %1: %2")
                .arg(formatInteger(m_controller.progress().step, QLocale()), runStateWord(state)));
        break;
    default:
        break;
    }
    showLines();
}

void RunLog::select(const RunSummary& run)
{
    m_selected = run.id;
    showLines();
}

void RunLog::onEventsLoaded(RunId run, const QList<RunEvent>& events)
{
    QStringList lines;
    for (const RunEvent& event : events) {
        lines.append(lineOf(event));
    }
    m_recorded.insert(run, lines);
    if (run == m_shown) {
        m_model.setLines(lines);
    }
}

void RunLog::showLines()
{
    const bool isStored = m_selected != 0 && m_selected != m_controller.description().id
        && !holdsButtons(m_controller.state());
    const RunId shown = isStored ? m_selected : 0;
    if (shown != m_shown) {
        m_shown = shown;
        m_model.setLines(shown == 0 ? m_lines : m_recorded.value(shown));
    }
}

} // namespace gui
