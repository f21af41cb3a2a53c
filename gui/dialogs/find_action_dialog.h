// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/dialogs/action_list.h"
#include "gui/settings/theme_source.h"

#include <QDialog>
#include <QStandardItemModel>

class QLineEdit;
class QListView;
class QSortFilterProxyModel;

namespace gui {

// Every action of the menus by its words: type, choose with the arrow keys, Return does it.
// Actions that are off are listed too, and say why in their tool tip.
class FindActionDialog : public QDialog
{
    Q_OBJECT

public:
    FindActionDialog(const QList<ActionEntry>& entries, const ThemeSource& source, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill(const QList<ActionEntry>& entries);
    void runCurrent();

    QList<ActionEntry> m_entries;
    QStandardItemModel m_items;
    QSortFilterProxyModel* m_filter;
    QLineEdit* m_field;
    QListView* m_list;
};

} // namespace gui
