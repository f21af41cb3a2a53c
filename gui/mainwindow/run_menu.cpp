// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/run_menu.h"

#include "gui/mainwindow/run_actions.h"
#include "gui/panels/runs_panel.h"

#include <QMenu>

namespace gui {

RunMenu::RunMenu(RunsPanel& panel, const RunActions& actions, QObject* parent)
    : QObject(parent), m_panel(panel), m_actions(actions)
{
    connect(&panel, &RunsPanel::menuAsked, this, &RunMenu::open);
}

void RunMenu::open(RunId run, const QPoint& at)
{
    auto* menu = new QMenu(&m_panel);
    menu->setObjectName(QStringLiteral("runs.menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true); // they say why an action is off
    if (m_actions.run() == run) {
        for (const RunButton button : kRunButtons) {
            menu->addAction(m_actions.action(button));
        }
        menu->addSeparator();
    }
    menu->addActions(m_panel.actions());
    menu->popup(at);
}

} // namespace gui
