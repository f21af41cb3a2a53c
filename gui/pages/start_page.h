// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_library.h"
#include "gui/settings/theme_source.h"

#include <QPointer>
#include <QScrollArea>

class QAction;
class QBoxLayout;
class QGridLayout;

namespace gui {

class RecentRuns;

// The page of the first launch and whenever no run is open: demonstrations that start with one
// click, recent runs, one's own job.
class StartPage : public QScrollArea
{
    Q_OBJECT

public:
    // `openFile`: the action that asks for a job file; the page shows its words and keys.
    StartPage(const QList<PresetInfo>& presets, QAction* openFile, const ThemeSource& source,
              QWidget* parent = nullptr);

    void setRuns(const QList<RunSummary>& runs);
    void setBusy(bool busy); // off while a run is being opened

signals:
    void demonstrationAsked(const QString& preset);
    void runAsked(gui::RunId run);
    void continueAsked(gui::RunId run);

private:
    QWidget* makeHead();
    QWidget* makeSectionTitle(const QString& text);
    void addDemonstrations(const QList<PresetInfo>& presets, QGridLayout& grid);
    QWidget* makeOwnData(QAction* openFile);

    const ThemeSource& m_source;
    RecentRuns* m_recent;
    QPointer<QWidget> m_focusBefore; // the page was busy
};

} // namespace gui
