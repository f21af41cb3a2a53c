// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Menus, the menu bar and tool tips.
#include "gui/settings/style_painter.h"
#include "gui/settings/style_parts.h"

#include <QPainter>
#include <QStyleOption>

namespace gui {

namespace {

constexpr int kPadding = 8;
constexpr int kMarkColumn = 28; // icon or tick
constexpr int kArrowColumn = 20;
constexpr int kSeparatorHeight = 9;
constexpr int kShortcutGap = 24;

void paintMark(QPainter& painter, const QStyleOptionMenuItem& item, const QRect& column,
               const QColor& color)
{
    const int side = 16;
    const QRect square = QStyle::alignedRect(item.direction, Qt::AlignCenter, {side, side}, column);
    if (!item.icon.isNull()) {
        item.icon.paint(&painter, square, Qt::AlignCenter,
                        isEnabled(item) ? QIcon::Normal : QIcon::Disabled,
                        item.checked ? QIcon::On : QIcon::Off);
    } else if (item.checkType == QStyleOptionMenuItem::Exclusive && item.checked) {
        paintBox(painter, QRectF(square).adjusted(5, 5, -5, -5), 3, color, {}, 0);
    } else if (item.checkType != QStyleOptionMenuItem::NotCheckable && item.checked) {
        paintTick(painter, square, color);
    }
}

void paintMenuItem(QPainter& painter, const QStyleOptionMenuItem& item, const Theme& theme)
{
    if (item.menuItemType == QStyleOptionMenuItem::Separator) {
        paintHorizontalLine(painter, item.rect.left() + kPadding, item.rect.right() - kPadding,
                            item.rect.center().y(), theme.outline.subtle);
        return;
    }
    if (item.state.testFlag(QStyle::State_Selected) && isEnabled(item)) {
        paintBox(painter, item.rect.adjusted(4, 0, -4, 0), theme.radius.control,
                 theme.surface.hover, {}, 0);
    }
    const QColor color = isEnabled(item) ? theme.text.primary : theme.text.disabled;
    const auto place = [&](const QRect& rect) {
        return QStyle::visualRect(item.direction, item.rect, rect);
    };
    QRect rest = item.rect.adjusted(kPadding, 0, -kPadding, 0);
    QRect mark = rest;
    mark.setWidth(kMarkColumn - kPadding);
    paintMark(painter, item, place(mark), color);

    rest.adjust(kMarkColumn, 0, -kArrowColumn, 0);
    const QStringList texts = item.text.split(QLatin1Char('\t'));
    painter.save();
    painter.setFont(item.font);
    paintText(painter, place(rest), QStyle::visualAlignment(item.direction, Qt::AlignLeft),
              texts.first(), color, true);
    if (texts.size() > 1) {
        paintText(painter, place(rest), QStyle::visualAlignment(item.direction, Qt::AlignRight),
                  texts.last(), isEnabled(item) ? theme.text.secondary : theme.text.disabled);
    }
    painter.restore();
    if (item.menuItemType == QStyleOptionMenuItem::SubMenu) {
        QRect arrow(rest.right() + 1, rest.top(), kArrowColumn, rest.height());
        paintChevron(painter, QRectF(place(arrow)).center(),
                     item.direction == Qt::RightToLeft ? Direction::Left : Direction::Right, color);
    }
}

void paintMenuBarItem(QPainter& painter, const QStyleOptionMenuItem& item, const Theme& theme)
{
    painter.fillRect(item.rect, theme.surface.window);
    if (item.state.testFlag(QStyle::State_Selected)) {
        paintBox(painter, item.rect.adjusted(0, 2, 0, -2), theme.radius.control,
                 isPressed(item) ? theme.surface.pressed : theme.surface.hover, {}, 0);
    }
    paintText(painter, item.rect, Qt::AlignHCenter, item.text,
              isEnabled(item) ? theme.text.primary : theme.text.disabled);
}

} // namespace

bool paintMenu(QStyle::PrimitiveElement element, const QStyleOption& option, QPainter& painter,
               const Theme& theme)
{
    switch (element) {
    case QStyle::PE_PanelMenu:
        painter.fillRect(option.rect, theme.surface.raised);
        return true;
    case QStyle::PE_FrameMenu:
        paintBox(painter, option.rect, 0, Qt::transparent, theme.outline.strong);
        return true;
    case QStyle::PE_PanelTipLabel:
        paintBox(painter, option.rect, 0, theme.surface.raised, theme.outline.strong);
        return true;
    default:
        return false;
    }
}

bool paintMenu(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter,
               const Theme& theme)
{
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(&option);
    switch (element) {
    case QStyle::CE_MenuItem:
        if (item) {
            paintMenuItem(painter, *item, theme);
        }
        return true;
    case QStyle::CE_MenuBarItem:
        if (item) {
            paintMenuBarItem(painter, *item, theme);
        }
        return true;
    case QStyle::CE_MenuBarEmptyArea:
        return true;
    default:
        return false;
    }
}

QSize menuItemSize(const QStyleOptionMenuItem& item, const QSize& contents, const Theme& theme)
{
    if (item.menuItemType == QStyleOptionMenuItem::Separator) {
        return {contents.width(), kSeparatorHeight};
    }
    // QMenu adds the width of the shortcut column by itself.
    return {kPadding + kMarkColumn + contents.width() + kShortcutGap + kArrowColumn + kPadding,
            std::max(theme.size.row, contents.height() + 6)};
}

} // namespace gui
