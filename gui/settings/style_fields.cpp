// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Things one types in or chooses from.
#include "gui/settings/style_painter.h"
#include "gui/settings/style_parts.h"

#include <QPainter>
#include <QStyleOption>

namespace gui {

namespace {

void paintOutline(QPainter& painter, const QStyleOption& option, const QColor& fill,
                  const QColor& outline, const Theme& theme)
{
    // Fields show every focus: whoever types sees where.
    const bool ring = hasFocus(option) && isEnabled(option);
    paintBox(painter, option.rect, theme.radius.control,
             isEnabled(option) ? fill : theme.surface.window,
             ring ? theme.accent.line : (isEnabled(option) ? outline : theme.outline.subtle),
             ring ? theme.focusRing.width : 1);
}

void paintStepper(QPainter& painter, const QStyleOptionSpinBox& box, const QRect& area,
                  QStyle::SubControl control, const Theme& theme)
{
    const bool up = control == QStyle::SC_SpinBoxUp;
    const bool possible = isEnabled(box)
        && box.stepEnabled.testFlag(up ? QAbstractSpinBox::StepUpEnabled
                                       : QAbstractSpinBox::StepDownEnabled);
    if (possible && isHovered(box) && box.activeSubControls == control) {
        const QColor surface = isPressed(box) ? theme.surface.pressed : theme.surface.hover;
        painter.fillRect(area.adjusted(1, up ? 1 : 0, -1, up ? 0 : -1), surface);
    }
    paintArrow(painter, QRectF(area).center() + QPointF(0, up ? 1 : -1),
               up ? Direction::Up : Direction::Down,
               possible ? theme.text.secondary : theme.text.disabled);
}

void paintFieldFrame(QPainter& painter, const QStyleOption& option, const Theme& theme)
{
    paintOutline(painter, option, theme.surface.base, theme.outline.control, theme);
}

} // namespace

bool paintField(QStyle::PrimitiveElement element, const QStyleOption& option, QPainter& painter,
                const Theme& theme)
{
    if (element == QStyle::PE_PanelLineEdit) {
        // Inside spin boxes and combo boxes it has no line width: they paint the frame.
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(&option);
        if (frame && frame->lineWidth > 0) {
            paintFieldFrame(painter, *frame, theme);
        }
        return true;
    }
    return element == QStyle::PE_FrameLineEdit; // the panel is all there is
}

void paintSpinBox(QPainter& painter, const QStyleOptionSpinBox& box, const QRect& up,
                  const QRect& down, const Theme& theme)
{
    paintFieldFrame(painter, box, theme);
    if (box.buttonSymbols == QAbstractSpinBox::NoButtons) {
        return;
    }
    const int edge = box.direction == Qt::RightToLeft ? up.right() + 1 : up.left() - 1;
    paintVerticalLine(painter, edge, box.rect.top() + 2, box.rect.bottom() - 2,
                      theme.outline.subtle);
    paintStepper(painter, box, up, QStyle::SC_SpinBoxUp, theme);
    paintStepper(painter, box, down, QStyle::SC_SpinBoxDown, theme);
}

void paintComboBox(QPainter& painter, const QStyleOptionComboBox& box, const QRect& arrow,
                   const Theme& theme)
{
    QColor fill = box.editable ? theme.surface.base : theme.surface.button;
    if (!box.editable && isHovered(box)) {
        fill = theme.surface.hover;
    }
    paintOutline(painter, box, fill, box.editable ? theme.outline.control : theme.outline.strong,
                 theme);
    paintArrow(painter, QRectF(arrow).center(), Direction::Down,
               isEnabled(box) ? theme.text.secondary : theme.text.disabled);
}

} // namespace gui
