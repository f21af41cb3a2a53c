// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/run_actions.h"

#include "gui/models/run_state_text.h"
#include "gui/settings/icons.h"
#include "gui/settings/number_format.h"

namespace gui {

namespace {

struct ActionRow
{
    RunButton button;
    const char* name; // object name and icon
    const char* keys; // portable text
    void (RunActions::*slot)();
};

constexpr ActionRow kActions[] = {
    {RunButton::Start, "start", "Ctrl+R", &RunActions::start},
    {RunButton::Pause, "pause", "F6", &RunActions::pause},
    {RunButton::Step, "step", "F7", &RunActions::step},
    {RunButton::Stop, "stop", "Ctrl+.", &RunActions::stop},
    {RunButton::Checkpoint, "checkpoint", "Ctrl+S", &RunActions::checkpoint},
};

void prepareTimer(QTimer& timer, int milliseconds)
{
    timer.setSingleShot(true);
    timer.setInterval(milliseconds);
}

} // namespace

RunActions::RunActions(TrainingController& controller, const ThemeSource& theme, Delays delays,
                       QObject* parent)
    : QObject(parent), m_controller(controller), m_theme(theme)
{
    for (const ActionRow& row : kActions) {
        auto* action = new QAction(this);
        action->setObjectName(QStringLiteral("run.") + QLatin1String(row.name));
        action->setShortcut(QKeySequence(QLatin1String(row.keys)));
        connect(action, &QAction::triggered, this, row.slot);
        m_actions.at(size_t(row.button)) = action;
    }
    prepareTimer(m_ringTimer, delays.untilRing);
    prepareTimer(m_awaitingTimer, delays.untilAwaiting);
    prepareTimer(m_savedTimer, delays.savedShown);
    connect(&m_ringTimer, &QTimer::timeout, this, [this] {
        m_ring = true;
        emit changed();
    });
    connect(&m_awaitingTimer, &QTimer::timeout, this, [this] { emit awaiting(awaitedText()); });
    connect(&m_savedTimer, &QTimer::timeout, this, [this] {
        m_savedStep = -1;
        update();
    });
    connect(&controller, &TrainingController::stateChanged, this, &RunActions::onStateChanged);
    connect(&controller, &TrainingController::checkpointSaved, this,
            &RunActions::onCheckpointSaved);
    connect(&controller, &TrainingController::checkpointNotSaved, this,
            &RunActions::onCheckpointNotSaved);
    connect(&controller, &TrainingController::openingChanged, this, &RunActions::onOpening);
    connect(&controller, &TrainingController::failed, this, &RunActions::forgetRequests);
    connect(&controller, &TrainingController::runOpened, this, [this] {
        m_lastCheckpointStep = -1;
        m_savedStep = -1;
        update();
    });
    update();
}

RunContext RunActions::context() const
{
    RunContext context;
    if (actsOnSelectedRun()) {
        context.state =
            m_selected.state == RunState::Finished ? RunState::Finished : RunState::Stopped;
        context.elsewhere = isActive(m_selected.state);
        context.step = m_selected.lastStep;
        context.continueFrom = m_selected.lastCheckpointStep;
    } else {
        context.state = m_controller.state();
        context.step = m_controller.progress().step;
        context.savesCheckpoints = m_controller.description().savesCheckpoints;
        const qint64 firstStep = m_controller.description().firstStep;
        context.continueFrom = context.state != RunState::Ready ? m_lastCheckpointStep
            : firstStep > 0                                     ? firstStep
                                                                : -1;
    }
    context.opening = m_controller.isOpening();
    context.starting = m_starting;
    context.pausing = m_pausing;
    context.stopping = m_stopping;
    context.saving = m_saving;
    context.savedStep = m_savedStep;
    return context;
}

bool RunActions::actsOnSelectedRun() const
{
    return !holdsButtons(m_controller.state()) && m_selected.id != 0
        && m_selected.id != m_controller.description().id;
}

RunId RunActions::run() const
{
    return actsOnSelectedRun() ? m_selected.id : m_controller.description().id;
}

bool RunActions::isRequested(RunButton button) const
{
    return runButtonLook(button, context()).requested;
}

bool RunActions::isRinging(RunButton button) const
{
    return m_ring && isRequested(button);
}

QString RunActions::word(RunButton button) const
{
    return runButtonLook(button, context()).word;
}

void RunActions::setSelectedRun(const RunSummary& run)
{
    m_selected = run;
    update();
}

void RunActions::retranslate()
{
    update();
}

void RunActions::start()
{
    const RunContext now = context();
    if (now.state == RunState::Finished) {
        emit trainOnAsked(run(), now.step);
        return;
    }
    m_starting = true;
    noteRequest();
    if (now.state == RunState::Paused) {
        m_controller.resume();
    } else if (now.state == RunState::Ready) {
        m_controller.start();
    } else {
        OpenRequest request;
        request.continueRun = run();
        m_controller.open(request, true);
    }
}

void RunActions::pause()
{
    m_pausing = true;
    noteRequest();
    m_controller.requestPause();
}

void RunActions::step()
{
    m_controller.requestStep();
}

void RunActions::stop()
{
    if (isRequested(RunButton::Stop)) {
        emit stopWithoutSavingAsked();
        return;
    }
    m_stopping = true;
    noteRequest();
    m_controller.requestStop();
}

void RunActions::checkpoint()
{
    m_saving = true;
    m_savedStep = -1;
    noteRequest();
    m_controller.requestCheckpoint();
}

void RunActions::noteRequest()
{
    m_ring = false;
    m_ringTimer.start();
    m_awaitingTimer.start();
    update();
}

void RunActions::onStateChanged(RunState state)
{
    const bool transitional = state == RunState::Pausing || state == RunState::Stopping;
    m_starting = false;
    if (state != RunState::Running && state != RunState::Pausing) {
        m_pausing = false;
    }
    if (!isActive(state)) {
        m_stopping = false;
        m_saving = false;
    }
    if (!transitional && !m_pausing && !m_stopping && !m_saving) {
        forgetRequests();
        return;
    }
    update();
}

void RunActions::onCheckpointSaved(const CheckpointInfo& checkpoint)
{
    m_lastCheckpointStep = checkpoint.step;
    if (m_saving) {
        m_savedStep = checkpoint.step;
        m_savedTimer.start();
        endSaving();
    } else {
        update();
    }
}

void RunActions::onCheckpointNotSaved()
{
    if (m_saving) {
        endSaving();
    }
}

void RunActions::endSaving()
{
    m_saving = false;
    if (!m_starting && !m_pausing && !m_stopping) {
        forgetRequests();
    } else {
        update();
    }
}

// What is opened by a click elsewhere is awaited like what Start opens.
void RunActions::onOpening(bool opening)
{
    if (opening) {
        m_starting = true;
        noteRequest();
    } else {
        update();
    }
}

void RunActions::forgetRequests()
{
    m_starting = m_pausing = m_stopping = m_saving = false;
    m_ring = false;
    m_ringTimer.stop();
    m_awaitingTimer.stop();
    emit awaiting({});
    update();
}

QString RunActions::awaitedText() const
{
    if (m_starting) {
        return tr("preparing the run");
    }
    const bool savesCheckpoints = m_controller.description().savesCheckpoints;
    if (m_saving || (m_controller.state() == RunState::Stopping && savesCheckpoints)) {
        return tr("writing checkpoint");
    }
    return tr("waiting for step %1")
        .arg(formatInteger(m_controller.progress().step + 1, QLocale()));
}

void RunActions::update()
{
    const RunContext now = context();
    for (const ActionRow& row : kActions) {
        const RunButtonLook look = runButtonLook(row.button, now);
        QAction* action = this->action(row.button);
        const bool saved = row.button == RunButton::Checkpoint && m_savedStep >= 0 && look.enabled;
        const QString iconName = saved ? QStringLiteral("check") : QLatin1String(row.name);
        QString& shownIcon = m_iconNames.at(size_t(row.button));
        if (iconName != shownIcon) {
            shownIcon = iconName;
            action->setIcon(icon(iconName, m_theme, saved ? IconRole::Good : IconRole::Normal));
        }
        action->setText(look.text);
        action->setIconText(look.word);
        action->setEnabled(look.enabled);
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        const QString head = keys.isEmpty() ? look.text : tr("%1 (%2)").arg(look.text, keys);
        action->setToolTip(look.reason.isEmpty() ? head : head + u'\n' + look.reason);
    }
    // F6 pauses and resumes; the Pause button itself is off while paused.
    QList<QKeySequence> startKeys = {action(RunButton::Start)->shortcut()};
    if (m_controller.state() == RunState::Paused) {
        startKeys.append(action(RunButton::Pause)->shortcut());
    }
    action(RunButton::Start)->setShortcuts(startKeys);
    emit changed();
}

} // namespace gui
