// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings/marker.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <numbers>

namespace gui {

namespace {

constexpr qreal kHollowOutline = 1.5; // tokens.json, series.markers.outlinePx

QPainterPath polygon(const QPolygonF& points)
{
    QPainterPath path;
    path.addPolygon(points);
    path.closeSubpath();
    return path;
}

// `corners` on a circle of radius 1, the first one on top; every second one at `innerRadius`.
QPolygonF ring(int corners, qreal innerRadius = 1)
{
    QPolygonF points;
    for (int i = 0; i < corners; ++i) {
        const qreal angle = 2 * std::numbers::pi * i / corners;
        const qreal radius = i % 2 ? innerRadius : 1;
        points << QPointF(radius * std::sin(angle), -radius * std::cos(angle));
    }
    return points;
}

// A plus of bars as wide as two thirds of a half.
QPolygonF plus()
{
    constexpr qreal k = 0.36;
    return {{-k, -1}, {k, -1}, {k, -k}, {1, -k}, {1, k},   {k, k},
            {k, 1},   {-k, 1}, {-k, k}, {-1, k}, {-1, -k}, {-k, -k}};
}

// In the square from −1 to 1. Pointed shapes reach a little further, so that their area, and with
// it their weight on the chart, is near that of the disc.
QPainterPath unitPath(Marker marker)
{
    QPainterPath path;
    switch (marker) {
    case Marker::Disc:
        path.addEllipse(QPointF(0, 0), 1, 1);
        return path;
    case Marker::Square:
        path.addRect(-0.9, -0.9, 1.8, 1.8);
        return path;
    case Marker::TriangleUp:
        return polygon({{0, -1.05}, {1.1, 0.9}, {-1.1, 0.9}});
    case Marker::Diamond:
        return polygon({{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}});
    case Marker::TriangleDown:
        return polygon({{0, 1.05}, {1.1, -0.9}, {-1.1, -0.9}});
    case Marker::Plus:
        return polygon(plus());
    case Marker::Cross:
        return QTransform().rotate(45).map(polygon(plus()));
    case Marker::Pentagon:
        return QTransform::fromScale(1.1, 1.1).map(polygon(ring(5)));
    case Marker::Star:
        return QTransform::fromScale(1.25, 1.25).map(polygon(ring(10, 0.45)));
    case Marker::Hexagon:
        return QTransform::fromScale(1.2, 1.2).map(polygon(ring(6)));
    }
    Q_UNREACHABLE();
}

} // namespace

QPainterPath markerPath(Marker marker, const QPointF& center, qreal size)
{
    QTransform place;
    place.translate(center.x(), center.y()).scale(size / 2, size / 2);
    return place.map(unitPath(marker));
}

void paintMarker(QPainter& painter, Marker marker, const QPointF& center, qreal size, bool filled,
                 const QColor& color, const QBrush& inside)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (filled) {
        painter.fillPath(markerPath(marker, center, size), color);
    } else {
        painter.setPen(QPen(color, kHollowOutline, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        painter.setBrush(inside);
        painter.drawPath(markerPath(marker, center, size - kHollowOutline));
    }
    painter.restore();
}

} // namespace gui
