// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Push buttons, tool buttons, check boxes and radio buttons.
#include "gui/settings/style_painter.h"
#include "gui/settings/style_parts.h"

#include <QPainter>
#include <QStyleOption>

namespace gui {

namespace {

QColor surfaceOf(const QStyleOption& option, const QColor& atRest, const Theme& theme)
{
    if (isPressed(option)) {
        return theme.surface.pressed;
    }
    return isHovered(option) ? theme.surface.hover : atRest;
}

QColor accentOf(const QStyleOption& option, const Theme& theme)
{
    if (isPressed(option)) {
        return theme.accent.fillPressed;
    }
    return isHovered(option) ? theme.accent.fillHover : theme.accent.fill;
}

// The area of a button without its focus ring. The ring stands along the edge, since a widget
// cannot paint outside itself.
QRectF bodyOf(const QStyleOption& option, const Theme& theme)
{
    const int inset = showsFocus(option) ? focusInset(theme) : 0;
    return QRectF(option.rect).adjusted(inset, inset, -inset, -inset);
}

// Square for a check box or radio button in the middle of its indicator area.
QRectF indicatorOf(const QStyleOption& option)
{
    const int side = std::min(option.rect.width(), option.rect.height());
    QRectF square(0, 0, side, side);
    square.moveTopLeft(option.rect.topLeft());
    return square;
}

struct IndicatorColors
{
    QColor fill;
    QColor outline;
    QColor mark;
};

IndicatorColors indicatorColors(const QStyleOption& option, bool marked, const Theme& theme)
{
    if (!isEnabled(option)) {
        return {theme.surface.window, theme.outline.strong, theme.text.disabled};
    }
    if (marked) {
        const QColor accent = accentOf(option, theme);
        return {accent, accent, theme.accent.onFill};
    }
    return {surfaceOf(option, theme.surface.base, theme), theme.outline.control,
            theme.accent.onFill};
}

void paintToolButtonArrow(QPainter& painter, const QStyleOptionToolButton& button, QRect& contents,
                          const QColor& color)
{
    const bool hasMenu = button.features & QStyleOptionToolButton::HasMenu;
    if (!hasMenu || button.toolButtonStyle == Qt::ToolButtonIconOnly) {
        return;
    }
    const QRect arrow = QStyle::visualRect(
        button.direction, contents,
        QRect(contents.right() - kArrowWidth, contents.top(), kArrowWidth, contents.height()));
    paintArrow(painter, QRectF(arrow).center(), Direction::Down, color);
    contents.setWidth(contents.width() - kArrowWidth);
}

bool isDefaultButton(const QStyleOptionButton& button)
{
    return isEnabled(button) && button.features & QStyleOptionButton::DefaultButton;
}

void paintPushButton(QPainter& painter, const QStyleOptionButton& button, const Theme& theme)
{
    if (showsFocus(button)) {
        paintFocusRing(painter, button.rect, theme);
    }
    const QRectF body = bodyOf(button, theme);
    if (isDefaultButton(button)) {
        paintBox(painter, body, theme.radius.control, accentOf(button, theme), {}, 0);
        return;
    }
    if (button.features & QStyleOptionButton::Flat && !isPressed(button) && !isHovered(button)) {
        return;
    }
    const QColor atRest = isOn(button) ? theme.surface.selected : theme.surface.button;
    paintBox(painter, body, theme.radius.control, surfaceOf(button, atRest, theme),
             isEnabled(button) ? theme.outline.strong : theme.outline.subtle);
}

void paintPushButtonLabel(QPainter& painter, const QStyleOptionButton& button, const Theme& theme)
{
    QColor color = button.palette.color(QPalette::ButtonText);
    if (isDefaultButton(button)) {
        color = theme.accent.onFill;
    }
    const int textWidth = button.fontMetrics.size(Qt::TextShowMnemonic, button.text).width();
    const int iconWidth = button.icon.isNull() ? 0 : button.iconSize.width();
    const int gap = iconWidth > 0 && !button.text.isEmpty() ? kIconTextGap : 0;
    QRect block(0, 0, std::min(iconWidth + gap + textWidth, button.rect.width()),
                button.rect.height());
    block.moveCenter(button.rect.center());
    if (iconWidth > 0) {
        QRect place(block.left(), 0, iconWidth, button.iconSize.height());
        place.moveTop(block.center().y() - button.iconSize.height() / 2 + 1);
        place = QStyle::visualRect(button.direction, block, place);
        if (isDefaultButton(button)) {
            paintTintedIcon(painter, button.icon, place, color);
        } else {
            button.icon.paint(&painter, place, Qt::AlignCenter,
                              isEnabled(button) ? QIcon::Normal : QIcon::Disabled,
                              isOn(button) ? QIcon::On : QIcon::Off);
        }
    }
    const QRect text =
        QStyle::visualRect(button.direction, block, block.adjusted(iconWidth + gap, 0, 0, 0));
    paintText(painter, text, Qt::AlignHCenter, button.text, color);
}

void paintCheckBox(QPainter& painter, const QStyleOption& option, const Theme& theme)
{
    const bool partly = option.state.testFlag(QStyle::State_NoChange);
    const IndicatorColors colors = indicatorColors(option, isOn(option) || partly, theme);
    const QRectF square = indicatorOf(option);
    paintBox(painter, square, theme.radius.control, colors.fill, colors.outline);
    if (partly) {
        painter.fillRect(
            QRectF(square.left() + 4, square.center().y() - 0.75, square.width() - 8, 1.5),
            colors.mark);
    } else if (isOn(option)) {
        paintTick(painter, square, colors.mark);
    }
}

void paintRadioButton(QPainter& painter, const QStyleOption& option, const Theme& theme)
{
    const IndicatorColors colors = indicatorColors(option, isOn(option), theme);
    const QRectF square = indicatorOf(option);
    paintBox(painter, square, square.width() / 2, colors.fill, colors.outline);
    if (isOn(option)) {
        const qreal inset = square.width() / 2 - 2.5;
        paintBox(painter, square.adjusted(inset, inset, -inset, -inset), 2.5, colors.mark, {}, 0);
    }
}

} // namespace

void paintToolButton(QPainter& painter, const QStyleOptionToolButton& button, const Theme& theme)
{
    if (showsFocus(button)) {
        paintFocusRing(painter, button.rect, theme);
    }
    const QRectF body = bodyOf(button, theme);
    if (isOn(button)) {
        paintBox(painter, body, theme.radius.control, theme.surface.selected, theme.outline.strong);
    } else if (isPressed(button) || isHovered(button)) {
        paintBox(painter, body, theme.radius.control, surfaceOf(button, {}, theme), {}, 0);
    }

    const QColor color = isEnabled(button) ? theme.text.primary : theme.text.disabled;
    const QIcon::Mode mode = isEnabled(button) ? QIcon::Normal : QIcon::Disabled;
    const QIcon::State state = isOn(button) ? QIcon::On : QIcon::Off;
    const bool hasText = button.toolButtonStyle != Qt::ToolButtonIconOnly && !button.text.isEmpty();
    const bool hasIcon = button.toolButtonStyle != Qt::ToolButtonTextOnly && !button.icon.isNull();
    if (!hasText) {
        button.icon.paint(
            &painter,
            QStyle::alignedRect(button.direction, Qt::AlignCenter, button.iconSize, button.rect),
            Qt::AlignCenter, mode, state);
        return;
    }
    QRect contents = button.rect.adjusted(kToolButtonPadding, 0, -kToolButtonPadding, 0);
    paintToolButtonArrow(painter, button, contents, color);
    if (hasIcon) {
        const QRect place = QStyle::alignedRect(button.direction, Qt::AlignLeft | Qt::AlignVCenter,
                                                button.iconSize, contents);
        button.icon.paint(&painter, place, Qt::AlignCenter, mode, state);
    }
    const int indent = hasIcon ? button.iconSize.width() + kIconTextGap : 0;
    const QRect text =
        QStyle::visualRect(button.direction, contents, contents.adjusted(indent, 0, 0, 0));
    const Qt::Alignment left = QStyle::visualAlignment(button.direction, Qt::AlignLeft);
    paintText(painter, text, hasIcon ? left : Qt::AlignHCenter, button.text, color);
}

bool paintButton(QStyle::PrimitiveElement element, const QStyleOption& option, QPainter& painter,
                 const Theme& theme)
{
    switch (element) {
    case QStyle::PE_PanelButtonTool: // of widgets that paint only this part of a tool button
        if (isOn(option) || isPressed(option) || isHovered(option)) {
            paintBox(painter, option.rect, theme.radius.control,
                     isOn(option) ? theme.surface.selected
                                  : surfaceOf(option, theme.surface.hover, theme),
                     {}, 0);
        }
        return true;
    case QStyle::PE_IndicatorCheckBox:
    case QStyle::PE_IndicatorItemViewItemCheck:
        paintCheckBox(painter, option, theme);
        return true;
    case QStyle::PE_IndicatorRadioButton:
        paintRadioButton(painter, option, theme);
        return true;
    default:
        return false;
    }
}

bool paintButton(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter,
                 const Theme& theme)
{
    const bool all = element == QStyle::CE_PushButton;
    const bool bevel = all || element == QStyle::CE_PushButtonBevel;
    const bool label = all || element == QStyle::CE_PushButtonLabel;
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(&option);
    if (!button || (!bevel && !label)) {
        return false;
    }
    if (bevel) {
        paintPushButton(painter, *button, theme);
    }
    if (label) {
        paintPushButtonLabel(painter, *button, theme);
    }
    return true;
}

} // namespace gui
