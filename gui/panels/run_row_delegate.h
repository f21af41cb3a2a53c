// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QStyledItemDelegate>

namespace gui {

struct RunSummary;
enum class RunState;

// Draws a run in two lines: marker, name, "step · loss" under it, icon of its state. Space
// shows or hides the run of the row in focus; the list does the same on a click on the marker.
class RunRowDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    RunRowDelegate(const ThemeSource& source, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

    // Where the marker of a row is clicked; at least 24 px wide.
    static QRect markerRect(const QRect& row);

private:
    void paintTexts(QPainter* painter, const QRect& area, const RunSummary& run,
                    bool selected) const;

    const ThemeSource& m_source;
};

// The icon of a state in the colour that belongs to it; a null icon for RunState::None.
QIcon runStateIcon(RunState state, const ThemeSource& source);

} // namespace gui
