// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/dialogs/action_list.h"

namespace gui {

namespace {

void collect(const QMenu& menu, const QString& path, QList<ActionEntry>& entries)
{
    const QList<QAction*> actions = menu.actions();
    for (QAction* action : actions) {
        const QString text = path + QStringLiteral(" ▸ ") + plainText(action->text());
        if (action->menu()) {
            collect(*action->menu(), text, entries);
        } else if (!action->isSeparator()) {
            entries.append({action, text});
        }
    }
}

} // namespace

QList<ActionEntry> listActions(const QList<QMenu*>& menus)
{
    QList<ActionEntry> entries;
    for (const QMenu* menu : menus) {
        collect(*menu, plainText(menu->title()), entries);
    }
    return entries;
}

QString plainText(const QString& text)
{
    QString plain = text;
    return plain.remove(u'&');
}

} // namespace gui
