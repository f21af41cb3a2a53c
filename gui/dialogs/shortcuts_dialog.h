// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/dialogs/action_list.h"
#include "gui/settings/theme_source.h"

#include <QDialog>
#include <QStandardItemModel>

namespace gui {

// The keys of every action that has one, and those of the charts.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT

public:
    ShortcutsDialog(const QList<ActionEntry>& entries, const ThemeSource& source, QWidget* parent);

private:
    void addRow(const QString& keys, const QString& what);

    QStandardItemModel m_items;
};

} // namespace gui
