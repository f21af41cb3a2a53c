// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Tabs, dock titles, headers and rows of item views, and the lines between them.
#include "gui/settings/style_painter.h"
#include "gui/settings/style_parts.h"

#include <QPainter>
#include <QStyleOption>

namespace gui {

namespace {

constexpr int kTabMargin = 2; // between a tab's hover area and its neighbours
constexpr int kUnderlineInset = 8;
constexpr int kUnderlineHeight = 2;
constexpr int kDockTitleIndent = 8;
constexpr int kDockTitleButtons = 60; // room for two buttons

} // namespace

void paintHorizontalLine(QPainter& painter, int left, int right, int y, const QColor& color)
{
    painter.fillRect(QRect(QPoint(left, y), QPoint(right, y)), color);
}

void paintVerticalLine(QPainter& painter, int x, int top, int bottom, const QColor& color)
{
    painter.fillRect(QRect(QPoint(x, top), QPoint(x, bottom)), color);
}

QFont strongFont(const QFont& font)
{
    QFont strong = font;
    strong.setWeight(QFont::DemiBold);
    return strong;
}

void paintTab(QPainter& painter, const QStyleOptionTab& tab, const Theme& theme)
{
    const QRect& rect = tab.rect;
    if (tab.state.testFlag(QStyle::State_Selected)) {
        painter.fillRect(QRect(rect.left() + kUnderlineInset, rect.bottom() + 1 - kUnderlineHeight,
                               rect.width() - 2 * kUnderlineInset, kUnderlineHeight),
                         theme.accent.line);
    } else if (isHovered(tab)) {
        paintBox(painter, rect.adjusted(kTabMargin, 4, -kTabMargin, -4), theme.radius.control,
                 theme.surface.hover, {}, 0);
    }
    if (showsFocus(tab)) {
        paintFocusRing(painter, rect.adjusted(kTabMargin, 2, -kTabMargin, -kUnderlineHeight - 1),
                       theme);
    }
}

void paintTabLabel(QPainter& painter, const QStyleOptionTab& tab, const Theme& theme)
{
    const bool selected = tab.state.testFlag(QStyle::State_Selected);
    QColor color = selected ? theme.text.primary : theme.text.secondary;
    if (!isEnabled(tab)) {
        color = theme.text.disabled;
    }
    painter.save();
    if (selected) {
        painter.setFont(strongFont(painter.font()));
    }
    paintText(painter, tab.rect, Qt::AlignHCenter, tab.text, color);
    painter.restore();
}

void paintDockTitle(QPainter& painter, const QStyleOptionDockWidget& dock, const Theme& theme)
{
    painter.save();
    painter.setFont(strongFont(painter.font()));
    const QRect text = QStyle::visualRect(
        dock.direction, dock.rect, dock.rect.adjusted(kDockTitleIndent, 0, -kDockTitleButtons, 0));
    paintText(painter, text, QStyle::visualAlignment(dock.direction, Qt::AlignLeft),
              painter.fontMetrics().elidedText(dock.title, Qt::ElideRight, text.width()),
              theme.text.primary);
    painter.restore();
}

void paintHeaderSection(QPainter& painter, const QStyleOption& option, const Theme& theme)
{
    painter.fillRect(option.rect, isHovered(option) ? theme.surface.hover : theme.surface.window);
    paintHorizontalLine(painter, option.rect.left(), option.rect.right(), option.rect.bottom(),
                        theme.outline.subtle);
}

void paintItemPanel(QPainter& painter, const QStyleOptionViewItem& item, const Theme& theme)
{
    if (item.backgroundBrush.style() != Qt::NoBrush) {
        painter.fillRect(item.rect, item.backgroundBrush);
    }
    if (item.state.testFlag(QStyle::State_Selected)) {
        painter.fillRect(item.rect, theme.surface.selected);
    } else if (isHovered(item)) {
        painter.fillRect(item.rect, theme.surface.hover);
    }
}

void paintBranch(QPainter& painter, const QStyleOption& option, const Theme& theme)
{
    if (!option.state.testFlag(QStyle::State_Children)) {
        return;
    }
    const Direction closed =
        option.direction == Qt::RightToLeft ? Direction::Left : Direction::Right;
    paintChevron(painter, QRectF(option.rect).center(),
                 option.state.testFlag(QStyle::State_Open) ? Direction::Down : closed,
                 theme.text.secondary);
}

} // namespace gui
