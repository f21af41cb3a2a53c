// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Tabs, dock titles, headers and rows of item views.
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

} // namespace

QFont strongFont(const QFont& font)
{
    QFont strong = font;
    strong.setWeight(QFont::DemiBold);
    return strong;
}

bool paintView(QStyle::PrimitiveElement element, const QStyleOption& option, QPainter& painter,
               const Theme& theme)
{
    const QRect& rect = option.rect;
    switch (element) {
    case QStyle::PE_PanelItemViewItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(&option)) {
            paintItemPanel(painter, *item, theme);
        }
        return true;
    case QStyle::PE_IndicatorBranch:
        paintBranch(painter, option, theme);
        return true;
    case QStyle::PE_IndicatorHeaderArrow:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(&option)) {
            const bool up = header->sortIndicator == QStyleOptionHeader::SortUp;
            paintArrow(painter, QRectF(rect).center(), up ? Direction::Up : Direction::Down,
                       theme.text.secondary);
        }
        return true;
    case QStyle::PE_FrameTabBarBase:
        paintHorizontalLine(painter, rect.left(), rect.right(), rect.bottom(),
                            theme.outline.subtle);
        return true;
    case QStyle::PE_FrameTabWidget:
    case QStyle::PE_FrameDockWidget:
        return true;
    default:
        return false;
    }
}

bool paintView(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter,
               const Theme& theme)
{
    switch (element) {
    case QStyle::CE_TabBarTabShape:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(&option)) {
            paintTab(painter, *tab, theme);
        }
        return true;
    case QStyle::CE_TabBarTabLabel:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(&option)) {
            paintTabLabel(painter, *tab, theme);
        }
        return true;
    case QStyle::CE_DockWidgetTitle:
        if (const auto* dock = qstyleoption_cast<const QStyleOptionDockWidget*>(&option)) {
            paintDockTitle(painter, *dock, theme);
        }
        return true;
    case QStyle::CE_HeaderSection:
    case QStyle::CE_HeaderEmptyArea:
        paintHeaderSection(painter, option, theme);
        return true;
    default:
        return false;
    }
}

} // namespace gui
