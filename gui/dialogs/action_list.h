// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QMenu>

namespace gui {

// An action and the menus it stands in: "Run ▸ Pause".
struct ActionEntry
{
    QAction* action = nullptr;
    QString path;
};

// All actions below these menus that do something by themselves, in menu order.
QList<ActionEntry> listActions(const QList<QMenu*>& menus);

// A menu text without its mnemonics.
QString plainText(const QString& text);

} // namespace gui
