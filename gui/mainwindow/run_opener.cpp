// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/run_opener.h"

#include "gui/dialogs/train_on_dialog.h"
#include "gui/settings/app_settings.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QUrl>

namespace gui {

namespace {

// The job file among what is dragged; empty when there is none.
QString jobFileOf(const QMimeData& data)
{
    const QList<QUrl> urls = data.urls();
    const bool isJob = urls.size() == 1 && urls.constFirst().isLocalFile()
        && urls.constFirst().path().endsWith(u".toml", Qt::CaseInsensitive);
    return isJob ? urls.constFirst().toLocalFile() : QString();
}

QString literalText(const QString& text)
{
    QString literal = text;
    return literal.replace(u'&', QStringLiteral("&&"));
}

} // namespace

RunOpener::RunOpener(const Parts& parts, const QList<PresetInfo>& presets)
    : QObject(&parts.window), m_parts(parts),
      m_recentFiles(new QMenu(tr("Open &Recent"), &parts.window))
{
    m_recentFiles->setObjectName(QStringLiteral("file.recent"));
    m_recentFiles->setToolTipsVisible(true);
    makeDemonstrations(presets);
    listRecentFiles();
    connect(&parts.openFile, &QAction::triggered, this, &RunOpener::chooseFile);
    connect(&parts.controller, &TrainingController::stateChanged, this, &RunOpener::update);
    connect(&parts.controller, &TrainingController::openingChanged, this, &RunOpener::update);
    update();
}

void RunOpener::makeDemonstrations(const QList<PresetInfo>& presets)
{
    for (const PresetInfo& preset : presets) {
        auto* action = new QAction(preset.name, this);
        action->setObjectName(QStringLiteral("file.demo.") + preset.name);
        connect(action, &QAction::triggered, this,
                [this, name = preset.name] { openPreset(name); });
        m_demonstrations.append(action);
    }
}

QString RunOpener::blocked() const
{
    if (m_parts.controller.isOpening()) {
        return tr("A run is being prepared.");
    }
    return givesWay(m_parts.controller.state()) ? QString()
                                                : tr("Stop the run that is being trained first.");
}

void RunOpener::openPreset(const QString& name)
{
    OpenRequest request;
    request.jobFile = name;
    m_parts.controller.open(request, true);
}

void RunOpener::continueRun(RunId run, qint64 fromStep)
{
    OpenRequest request;
    request.continueRun = run;
    request.fromStep = fromStep;
    m_parts.controller.open(request, true);
}

void RunOpener::askTrainOn(RunId run, qint64 step)
{
    auto* dialog = new TrainOnDialog(step, m_parts.source, &m_parts.window);
    connect(dialog, &TrainOnDialog::stepsChosen, this, [this, run, step](qint64 moreSteps) {
        OpenRequest request;
        request.continueRun = run;
        request.steps = step + moreSteps;
        m_parts.controller.open(request, true);
    });
    dialog->open();
}

void RunOpener::chooseFile()
{
    auto* dialog = new QFileDialog(&m_parts.window, tr("Open Job File"));
    dialog->setObjectName(QStringLiteral("openFile"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Jobs (*.toml)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &RunOpener::openFile);
    dialog->open();
}

void RunOpener::openFile(const QString& path)
{
    m_parts.settings.addRecentFile(path);
    listRecentFiles();
    OpenRequest request;
    request.jobFile = path;
    m_parts.controller.open(request, true);
}

void RunOpener::listRecentFiles()
{
    m_recentFiles->clear();
    const QStringList paths = m_parts.settings.recentFiles();
    for (const QString& path : paths) {
        QAction* action = m_recentFiles->addAction(literalText(QFileInfo(path).fileName()));
        action->setToolTip(path);
        // The list is made anew by what it does: not while one of its actions is being triggered.
        connect(
            action, &QAction::triggered, this, [this, path] { openFile(path); },
            Qt::QueuedConnection);
    }
    update();
}

bool RunOpener::accepts(const QMimeData& dragged) const
{
    return m_blocked.isEmpty() && !jobFileOf(dragged).isEmpty();
}

void RunOpener::openDropped(const QMimeData& dropped)
{
    openFile(jobFileOf(dropped));
}

void RunOpener::update()
{
    m_blocked = blocked();
    QList<QAction*> openers = m_demonstrations;
    openers << &m_parts.openFile;
    for (QAction* action : std::as_const(openers)) {
        action->setEnabled(m_blocked.isEmpty());
        action->setToolTip(m_blocked.isEmpty() ? QString(action->text()).remove(u'&') : m_blocked);
    }
    QAction* recent = m_recentFiles->menuAction();
    recent->setEnabled(m_blocked.isEmpty() && !m_recentFiles->isEmpty());
    recent->setToolTip(m_recentFiles->isEmpty() ? tr("No job file was opened yet.") : m_blocked);
    emit blockedChanged(m_blocked);
}

} // namespace gui
