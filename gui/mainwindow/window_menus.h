// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_library.h"

#include <QList>

class QAction;
class QMenu;
class QMenuBar;
class QUndoStack;

namespace gui {

class ChartControls;
class RunActions;
class ThemeSource;
class WindowActions;
class Workspace;

// What the menus are made of.
struct MenuParts
{
    const WindowActions& actions;
    const RunActions& runActions;
    const ChartControls& chartControls;
    const Workspace& workspace;
    const ThemeSource& source;
    QUndoStack& undoStack;
    QList<QAction*> demonstrations; // one for each preset
    QMenu* recentFiles;
    QList<QAction*> runListActions; // what the Runs list does with the selected run
};

// Fills the menu bar: File, Run, View, Chart, Tools, Settings, Help. Returns the menus in order.
QList<QMenu*> fillMenuBar(QMenuBar& bar, const MenuParts& parts);

} // namespace gui
