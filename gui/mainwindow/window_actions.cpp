// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/window_actions.h"

#include "gui/settings/icons.h"

namespace gui {

namespace {

struct Row
{
    WindowAction action;
    const char* name;
    const char* text;
    const char* keys; // portable text
    const char* icon;
};

constexpr Row kRows[] = {
    {WindowAction::OpenFile, "file.open",
     QT_TRANSLATE_NOOP("gui::WindowActions", "&Open Job File…"), "Ctrl+O", "folder"},
    {WindowAction::Quit, "file.quit", QT_TRANSLATE_NOOP("gui::WindowActions", "&Quit"), "Ctrl+Q",
     ""},
    {WindowAction::FilterRuns, "view.filterRuns",
     QT_TRANSLATE_NOOP("gui::WindowActions", "&Filter Runs"), "Ctrl+F", "filter"},
    {WindowAction::StartPage, "view.start", QT_TRANSLATE_NOOP("gui::WindowActions", "&Start Page"),
     "Alt+Home", ""},
    {WindowAction::ChartsPage, "view.charts", QT_TRANSLATE_NOOP("gui::WindowActions", "&Charts"),
     "Ctrl+1", "chart"},
    {WindowAction::DistributionsPage, "view.distributions",
     QT_TRANSLATE_NOOP("gui::WindowActions", "D&istributions"), "Ctrl+6", "distributions"},
    {WindowAction::LogPage, "view.log", QT_TRANSLATE_NOOP("gui::WindowActions", "&Log"), "Ctrl+7",
     "log"},
    {WindowAction::NextPane, "view.nextPane", QT_TRANSLATE_NOOP("gui::WindowActions", "&Next Pane"),
     "F8", ""},
    {WindowAction::PreviousPane, "view.previousPane",
     QT_TRANSLATE_NOOP("gui::WindowActions", "&Previous Pane"), "Shift+F8", ""},
    {WindowAction::FullScreen, "view.fullScreen",
     QT_TRANSLATE_NOOP("gui::WindowActions", "F&ull Screen"), "F11", ""},
    {WindowAction::LargerText, "view.largerText",
     QT_TRANSLATE_NOOP("gui::WindowActions", "L&arger Text"), "Ctrl++", ""},
    {WindowAction::SmallerText, "view.smallerText",
     QT_TRANSLATE_NOOP("gui::WindowActions", "S&maller Text"), "Ctrl+-", ""},
    {WindowAction::NormalText, "view.normalText",
     QT_TRANSLATE_NOOP("gui::WindowActions", "Normal Te&xt"), "Ctrl+0", ""},
    {WindowAction::FreezeReadout, "chart.freeze",
     QT_TRANSLATE_NOOP("gui::WindowActions", "Free&ze Readout"), "", "pin"},
    {WindowAction::FindAction, "tools.findAction",
     QT_TRANSLATE_NOOP("gui::WindowActions", "&Find Action…"), "Ctrl+Shift+P", "search"},
    {WindowAction::FollowDesktop, "settings.followDesktop",
     QT_TRANSLATE_NOOP("gui::WindowActions", "Light or Dark Like the &Desktop"), "", ""},
    {WindowAction::LightStyle, "settings.light", QT_TRANSLATE_NOOP("gui::WindowActions", "&Light"),
     "", "light"},
    {WindowAction::DarkStyle, "settings.dark", QT_TRANSLATE_NOOP("gui::WindowActions", "D&ark"), "",
     "dark"},
    {WindowAction::Shortcuts, "help.shortcuts",
     QT_TRANSLATE_NOOP("gui::WindowActions", "&Keyboard Shortcuts"), "Ctrl+?", ""},
    {WindowAction::About, "help.about",
     QT_TRANSLATE_NOOP("gui::WindowActions", "&About Trainspotter"), "", "info"},
};

} // namespace

WindowActions::WindowActions(const ThemeSource& source, QObject* parent) : QObject(parent)
{
    for (const Row& row : kRows) {
        auto* action = new QAction(tr(row.text), this);
        action->setObjectName(QLatin1String(row.name));
        action->setShortcut(QKeySequence(QLatin1String(row.keys)));
        if (*row.icon != '\0') {
            action->setIcon(icon(QLatin1String(row.icon), source));
        }
        m_actions.insert(row.action, action);
    }
    m_actions.value(WindowAction::FindAction)->setIconText(tr("Find action"));
    for (WindowAction checkable :
         {WindowAction::FullScreen, WindowAction::FreezeReadout, WindowAction::FollowDesktop,
          WindowAction::LightStyle, WindowAction::DarkStyle}) {
        m_actions.value(checkable)->setCheckable(true);
    }
}

} // namespace gui
