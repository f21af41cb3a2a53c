// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Sliders, progress bars and scroll bars.
#include "gui/settings/style_painter.h"
#include "gui/settings/style_parts.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>

namespace gui {

namespace {

constexpr int kScrollHandleInset = 3;

// From the low end of the groove to the handle.
QRectF passedPart(const QRectF& groove, const QPointF& handle, const QStyleOptionSlider& slider)
{
    QRectF part = groove;
    if (slider.orientation == Qt::Horizontal) {
        // upsideDown means that the high values are at the left.
        slider.upsideDown ? part.setLeft(handle.x()) : part.setRight(handle.x());
    } else {
        slider.upsideDown ? part.setTop(handle.y()) : part.setBottom(handle.y());
    }
    return part;
}

} // namespace

void paintSlider(QPainter& painter, const QStyleOptionSlider& slider, const QRect& groove,
                 const QRect& handle, const Theme& theme)
{
    const QPointF center = QRectF(handle).center();
    QRectF line = groove;
    if (slider.orientation == Qt::Horizontal) {
        line.setHeight(kGrooveHeight);
        line.moveTop(center.y() - kGrooveHeight / 2.0);
    } else {
        line.setWidth(kGrooveHeight);
        line.moveLeft(center.x() - kGrooveHeight / 2.0);
    }
    const qreal radius = kGrooveHeight / 2.0;
    paintBox(painter, line, radius, theme.surface.sunken,
             isEnabled(slider) ? theme.outline.strong : theme.outline.subtle);
    if (isEnabled(slider)) {
        paintBox(painter, passedPart(line, center, slider), radius, theme.accent.fill, {}, 0);
    }

    QRectF knob(0, 0, kHandleSize, kHandleSize);
    knob.moveCenter(center);
    QColor outline = isEnabled(slider) ? theme.outline.control : theme.outline.subtle;
    if (hasFocus(slider)) {
        outline = theme.accent.line;
    }
    QColor fill = theme.surface.button;
    if (isHovered(slider) && slider.activeSubControls.testFlag(QStyle::SC_SliderHandle)) {
        fill = isPressed(slider) ? theme.surface.pressed : theme.surface.hover;
    }
    paintBox(painter, knob, kHandleSize / 2.0, fill, outline,
             hasFocus(slider) ? theme.focusRing.width : 1);
}

void paintProgress(QPainter& painter, const QStyleOptionProgressBar& bar, bool danger,
                   const Theme& theme)
{
    const qreal radius = theme.radius.swatch;
    const QRectF track = bar.rect;
    const QColor fill = danger ? theme.danger.fg : theme.accent.fill;
    const bool unknown = bar.maximum <= bar.minimum;
    paintBox(painter, track, radius, unknown ? theme.surface.selected : theme.surface.sunken, {},
             0);
    if (unknown || bar.progress <= bar.minimum) {
        return;
    }
    const double share =
        double(qint64(bar.progress) - bar.minimum) / double(qint64(bar.maximum) - bar.minimum);
    QRectF done = track;
    if (bar.state.testFlag(QStyle::State_Horizontal)) {
        const bool fromRight = (bar.direction == Qt::RightToLeft) != bar.invertedAppearance;
        const qreal length = share * track.width();
        fromRight ? done.setLeft(track.right() - length) : done.setWidth(length);
    } else {
        const qreal length = share * track.height();
        bar.invertedAppearance ? done.setHeight(length) : done.setTop(track.bottom() - length);
    }
    // The moving end is straight, the ends of the track are round.
    QPainterPath rounded;
    rounded.addRoundedRect(track, radius, radius);
    QPainterPath part;
    part.addRect(done);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(rounded & part, fill);
    painter.restore();
}

void paintScrollBar(QPainter& painter, const QStyleOptionSlider& bar, const QRect& handle,
                    const Theme& theme)
{
    painter.fillRect(bar.rect,
                     bar.palette.color(QPalette::Base) == theme.surface.base
                         ? theme.surface.alternate
                         : theme.surface.window);
    if (!isEnabled(bar) || bar.maximum <= bar.minimum) {
        return;
    }
    const bool held = bar.activeSubControls.testFlag(QStyle::SC_ScrollBarSlider)
        && (isHovered(bar) || isPressed(bar));
    const bool horizontal = bar.orientation == Qt::Horizontal;
    const QRectF thumb = QRectF(handle).adjusted(
        horizontal ? 1 : kScrollHandleInset, horizontal ? kScrollHandleInset : 1,
        horizontal ? -1 : -kScrollHandleInset, horizontal ? -kScrollHandleInset : -1);
    paintBox(painter, thumb, theme.radius.control,
             held ? theme.outline.control : theme.outline.strong, {}, 0);
}

} // namespace gui
