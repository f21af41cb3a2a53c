// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>

class QColor;
class QPainter;
class QPainterPath;
class QPointF;

namespace gui {

// The shape that, together with a colour, means a run. Order and names as in tokens.json.
enum class Marker
{
    Disc,
    Square,
    TriangleUp,
    Diamond,
    TriangleDown,
    Plus,
    Cross,
    Pentagon,
    Star,
    Hexagon
};

constexpr int kMarkerCount = 10;

// Closed outline of a marker inside a square of `size` about `center`. All ten look equally large.
QPainterPath markerPath(Marker marker, const QPointF& center, qreal size);

// Draws a run's marker: charts, the runs list and the readout share it. Filled: one solid colour.
// Hollow: an outline of 1.5 px in `color` around `inside`. Leaves the painter as it was.
void paintMarker(QPainter& painter, Marker marker, const QPointF& center, qreal size, bool filled,
                 const QColor& color, const QBrush& inside = Qt::NoBrush);

} // namespace gui
