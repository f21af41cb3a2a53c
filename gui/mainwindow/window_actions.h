// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QAction>
#include <QHash>

namespace gui {

// Every action of the window that is neither a run action nor a chart control.
enum class WindowAction
{
    OpenFile,
    Quit,
    FilterRuns,
    StartPage,
    ChartsPage,
    DistributionsPage,
    LogPage,
    NextPane,
    PreviousPane,
    FullScreen,
    LargerText,
    SmallerText,
    NormalText,
    FreezeReadout,
    FindAction,
    FollowDesktop,
    LightStyle,
    DarkStyle,
    Shortcuts,
    About
};

// Makes them from one table: name, words, keys, icon. Each is one QAction for menu, toolbar,
// shortcut and the Find action dialog.
class WindowActions : public QObject
{
    Q_OBJECT

public:
    WindowActions(const ThemeSource& source, QObject* parent);

    QAction* operator[](WindowAction which) const { return m_actions.value(which); }

private:
    QHash<WindowAction, QAction*> m_actions;
};

} // namespace gui
