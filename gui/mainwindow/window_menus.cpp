// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/window_menus.h"

#include "gui/mainwindow/chart_controls.h"
#include "gui/mainwindow/run_actions.h"
#include "gui/mainwindow/window_actions.h"
#include "gui/mainwindow/workspace.h"
#include "gui/settings/icons.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMenuBar>
#include <QUndoStack>

namespace gui {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("WindowMenus", text);
}

QMenu* makeFileMenu(QMenuBar& bar, const MenuParts& parts)
{
    QMenu* menu = bar.addMenu(translated(QT_TRANSLATE_NOOP("WindowMenus", "&File")));
    menu->addAction(parts.actions[WindowAction::OpenFile]);
    menu->addMenu(parts.recentFiles);
    QMenu* demonstrations =
        menu->addMenu(translated(QT_TRANSLATE_NOOP("WindowMenus", "Start a &Demonstration")));
    demonstrations->setIcon(icon(QStringLiteral("play-demo"), parts.source));
    demonstrations->addActions(parts.demonstrations);
    menu->addSeparator();
    menu->addAction(parts.actions[WindowAction::Quit]);
    return menu;
}

QMenu* makeRunMenu(QMenuBar& bar, const MenuParts& parts)
{
    QMenu* menu = bar.addMenu(translated(QT_TRANSLATE_NOOP("WindowMenus", "&Run")));
    for (RunButton button : kRunButtons) {
        menu->addAction(parts.runActions.action(button));
    }
    menu->addSeparator();
    QAction* undo = parts.undoStack.createUndoAction(
        menu, translated(QT_TRANSLATE_NOOP("WindowMenus", "Undo")));
    undo->setObjectName(QStringLiteral("run.undo"));
    undo->setIcon(icon(QStringLiteral("undo"), parts.source));
    undo->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Z));
    QAction* redo = parts.undoStack.createRedoAction(
        menu, translated(QT_TRANSLATE_NOOP("WindowMenus", "Redo")));
    redo->setObjectName(QStringLiteral("run.redo"));
    redo->setIcon(icon(QStringLiteral("redo"), parts.source));
    redo->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
    menu->addAction(undo);
    menu->addAction(redo);
    menu->addSeparator();
    menu->addActions(parts.runListActions);
    return menu;
}

QMenu* makeViewMenu(QMenuBar& bar, const MenuParts& parts)
{
    QMenu* menu = bar.addMenu(translated(QT_TRANSLATE_NOOP("WindowMenus", "&View")));
    for (WindowAction page : {WindowAction::StartPage, WindowAction::ChartsPage,
                              WindowAction::DistributionsPage, WindowAction::LogPage}) {
        menu->addAction(parts.actions[page]);
    }
    menu->addSeparator();
    struct DockKeys
    {
        Workspace::Dock dock;
        const char* keys; // portable text
    };
    for (const DockKeys& row :
         {DockKeys{Workspace::Runs, "F9"}, DockKeys{Workspace::Inspector, "Shift+F9"},
          DockKeys{Workspace::Readout, ""}}) {
        const QDockWidget* dock = parts.workspace.dock(row.dock);
        QAction* toggle = dock->toggleViewAction();
        toggle->setObjectName(dock->objectName() + QStringLiteral(".toggle"));
        toggle->setShortcut(QKeySequence(QLatin1String(row.keys)));
        menu->addAction(toggle);
    }
    menu->addSeparator();
    for (WindowAction action :
         {WindowAction::FilterRuns, WindowAction::NextPane, WindowAction::PreviousPane}) {
        menu->addAction(parts.actions[action]);
    }
    menu->addSeparator();
    menu->addAction(parts.actions[WindowAction::FullScreen]);
    return menu;
}

QMenu* makeChartMenu(QMenuBar& bar, const MenuParts& parts)
{
    QMenu* menu = bar.addMenu(translated(QT_TRANSLATE_NOOP("WindowMenus", "&Chart")));
    menu->addAction(parts.chartControls.logAction());
    menu->addAction(parts.chartControls.rawAction());
    menu->addSeparator();
    menu->addAction(parts.chartControls.fitAction());
    menu->addAction(parts.chartControls.followAction());
    menu->addSeparator();
    menu->addAction(parts.actions[WindowAction::FreezeReadout]);
    return menu;
}

QMenu* makeSettingsMenu(QMenuBar& bar, const MenuParts& parts)
{
    QMenu* menu = bar.addMenu(translated(QT_TRANSLATE_NOOP("WindowMenus", "&Settings")));
    auto* styles = new QActionGroup(menu);
    for (WindowAction style :
         {WindowAction::FollowDesktop, WindowAction::LightStyle, WindowAction::DarkStyle}) {
        styles->addAction(parts.actions[style]);
        menu->addAction(parts.actions[style]);
    }
    menu->addSeparator();
    for (WindowAction size :
         {WindowAction::LargerText, WindowAction::SmallerText, WindowAction::NormalText}) {
        menu->addAction(parts.actions[size]);
    }
    return menu;
}

} // namespace

QList<QMenu*> fillMenuBar(QMenuBar& bar, const MenuParts& parts)
{
    QList<QMenu*> menus = {makeFileMenu(bar, parts), makeRunMenu(bar, parts),
                           makeViewMenu(bar, parts), makeChartMenu(bar, parts)};
    QMenu* tools = bar.addMenu(translated(QT_TRANSLATE_NOOP("WindowMenus", "&Tools")));
    tools->addAction(parts.actions[WindowAction::FindAction]);
    menus << tools << makeSettingsMenu(bar, parts);
    QMenu* help = bar.addMenu(translated(QT_TRANSLATE_NOOP("WindowMenus", "&Help")));
    help->addAction(parts.actions[WindowAction::Shortcuts]);
    help->addSeparator();
    help->addAction(parts.actions[WindowAction::About]);
    menus << help;
    for (QMenu* menu : std::as_const(menus)) {
        menu->setToolTipsVisible(true); // they say why an action is off
    }
    return menus;
}

} // namespace gui
