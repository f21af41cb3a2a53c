// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings/style_painter.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyle>
#include <QStyleOption>

namespace gui {

void paintBox(QPainter& painter, const QRectF& rect, qreal radius, const QColor& fill,
              const QColor& outline, qreal outlineWidth)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath outer;
    outer.addRoundedRect(rect, radius, radius);
    const QRectF inside = rect.adjusted(outlineWidth, outlineWidth, -outlineWidth, -outlineWidth);
    QPainterPath inner;
    inner.addRoundedRect(inside, radius - outlineWidth, radius - outlineWidth);
    // The fill reaches half under the outline, or the corners would show what is behind.
    const qreal half = outlineWidth / 2;
    QPainterPath body;
    body.addRoundedRect(rect.adjusted(half, half, -half, -half), radius - half, radius - half);
    painter.fillPath(body, fill);
    if (outlineWidth > 0) {
        painter.fillPath(outer - inner, outline);
    }
    painter.restore();
}

void paintFocusRing(QPainter& painter, const QRectF& rect, const Theme& theme)
{
    paintBox(painter, rect, theme.focusRing.radius, Qt::transparent, theme.accent.line,
             theme.focusRing.width);
}

int focusInset(const Theme& theme)
{
    return theme.focusRing.width + theme.focusRing.offset;
}

namespace {

// From "down" to another direction.
QTransform turned(const QPointF& center, Direction direction)
{
    constexpr qreal kDegrees[] = {180, 0, 90, -90};
    return QTransform()
        .translate(center.x(), center.y())
        .rotate(kDegrees[static_cast<int>(direction)]);
}

} // namespace

void paintArrow(QPainter& painter, const QPointF& center, Direction direction, const QColor& color)
{
    static const QPolygonF kDown{{-3.5, -2}, {3.5, -2}, {0, 2}};
    QPainterPath path;
    path.addPolygon(turned(center, direction).map(kDown));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(path, color);
    painter.restore();
}

void paintChevron(QPainter& painter, const QPointF& center, Direction direction,
                  const QColor& color)
{
    static const QPolygonF kDown{{-4, -2}, {0, 2}, {4, -2}};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(turned(center, direction).map(kDown));
    painter.restore();
}

void paintHorizontalLine(QPainter& painter, int left, int right, int y, const QColor& color)
{
    painter.fillRect(QRect(QPoint(left, y), QPoint(right, y)), color);
}

void paintVerticalLine(QPainter& painter, int x, int top, int bottom, const QColor& color)
{
    painter.fillRect(QRect(QPoint(x, top), QPoint(x, bottom)), color);
}

void paintTick(QPainter& painter, const QRectF& square, const QColor& color)
{
    // Drawn on the grid of the 14 px check box.
    const qreal unit = square.width() / 14;
    static const QPolygonF kTick{{3.2, 7.4}, {5.8, 10}, {10.8, 4.4}};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(square.topLeft());
    painter.scale(unit, unit);
    painter.setPen(QPen(color, 1.75, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(kTick);
    painter.restore();
}

void paintTintedIcon(QPainter& painter, const QIcon& icon, const QRect& rect, const QColor& color)
{
    QPixmap pixmap = icon.pixmap(rect.size(), painter.device()->devicePixelRatioF());
    QPainter tint(&pixmap);
    tint.setCompositionMode(QPainter::CompositionMode_SourceIn);
    tint.fillRect(QRectF(QPointF(0, 0), pixmap.deviceIndependentSize()), color);
    tint.end();
    painter.drawPixmap(rect, pixmap);
}

void paintText(QPainter& painter, const QRect& rect, Qt::Alignment horizontal, const QString& text,
               const QColor& color, bool underlineMnemonic)
{
    const int mnemonic = underlineMnemonic ? Qt::TextShowMnemonic : Qt::TextHideMnemonic;
    painter.save();
    painter.setPen(color);
    painter.drawText(rect, int(horizontal | Qt::AlignVCenter) | Qt::TextSingleLine | mnemonic,
                     text);
    painter.restore();
}

bool isEnabled(const QStyleOption& option)
{
    return option.state.testFlag(QStyle::State_Enabled);
}

bool isHovered(const QStyleOption& option)
{
    return isEnabled(option) && option.state.testFlag(QStyle::State_MouseOver);
}

bool isPressed(const QStyleOption& option)
{
    return option.state.testFlag(QStyle::State_Sunken);
}

bool isOn(const QStyleOption& option)
{
    return option.state.testFlag(QStyle::State_On);
}

bool hasFocus(const QStyleOption& option)
{
    return option.state.testFlag(QStyle::State_HasFocus);
}

bool showsFocus(const QStyleOption& option)
{
    return hasFocus(option) && option.state.testFlag(QStyle::State_KeyboardFocusChange);
}

} // namespace gui
