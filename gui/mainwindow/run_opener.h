// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_library.h"
#include "gui/bridge/training_controller.h"
#include "gui/settings/theme_source.h"

#include <QList>

class QAction;
class QMenu;
class QMimeData;
class QWidget;

namespace gui {

class AppSettings;

// Every way in which a run is opened: demonstrations, job files that are chosen, dropped or were
// opened before, stored runs that go on. All of them are off, and say why, while a run is open that
// does not give way.
class RunOpener : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        TrainingController& controller;
        AppSettings& settings;
        const ThemeSource& source;
        QAction& openFile; // asks for a job file
        QWidget& window; // of the dialogs
    };

    RunOpener(const Parts& parts, const QList<PresetInfo>& presets);

    QList<QAction*> demonstrations() const { return m_demonstrations; } // one for each preset
    QMenu* recentFiles() const { return m_recentFiles; } // newest first
    QString blocked() const; // why nothing can be opened now; empty when it can

    void openPreset(const QString& name);
    void continueRun(RunId run, qint64 fromStep); // -1: the newest checkpoint
    void askTrainOn(RunId run, qint64 step); // the run is at its target, `step`

    // The only thing that may be dropped is a job file.
    bool accepts(const QMimeData& dragged) const;
    void openDropped(const QMimeData& dropped);

signals:
    void blockedChanged(const QString& reason);

private:
    void makeDemonstrations(const QList<PresetInfo>& presets);
    void chooseFile();
    void openFile(const QString& path);
    void listRecentFiles();
    void update();

    Parts m_parts;
    QList<QAction*> m_demonstrations;
    QMenu* m_recentFiles;
    QString m_blocked;
};

} // namespace gui
