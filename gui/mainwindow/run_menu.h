// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"

#include <QObject>

class QPoint;

namespace gui {

class RunActions;
class RunsPanel;

// The context menu of a row of the Runs list: the run buttons, if they act on this run, and what
// the list does with it. The actions are those of toolbar and menu bar.
class RunMenu : public QObject
{
    Q_OBJECT

public:
    RunMenu(RunsPanel& panel, const RunActions& actions, QObject* parent);

private:
    void open(RunId run, const QPoint& at);

    RunsPanel& m_panel;
    const RunActions& m_actions;
};

} // namespace gui
