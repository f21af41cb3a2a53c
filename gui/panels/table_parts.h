// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QStyledItemDelegate>

class QTableView;

namespace gui {

// A list of names and values without a frame: names secondary, both flush with the edges.
class NameValueDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    NameValueDelegate(const ThemeSource& source, QObject* parent);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    const ThemeSource& m_source;
};

// Draws the marks of a checkpoint (CheckpointsModel::MarksRole) as icons, the last one rightmost.
class MarksDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    MarksDelegate(const ThemeSource& source, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const ThemeSource& m_source;
};

// What all tables of the window share: whole rows, fixed heights by the font, no grid, no numbers
// at the side.
void prepareTable(QTableView& table, const ThemeSource& source);

} // namespace gui
