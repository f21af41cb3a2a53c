// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/series_pyramid.h"
#include "gui/charts/x_scale.h"

#include <QList>
#include <QPointF>

namespace gui {

// A window on a curve: x from lower to upper in `columns` device pixels.
struct CurveWindow
{
    XScale scale;
    double lower = 0;
    double upper = 1;
    int columns = 1;
    bool logY = false;
    // Dashes are stroked by Qt's slow general path: one point a column, the one that differs most.
    bool onePerColumn = false;
};

// The polyline that looks like the points [begin, end) of a series in the window: all points where
// there are few, otherwise first, min, max and last of each column, so that no extreme is lost and
// the length depends on the columns only (M4: Jugel et al., VLDB 2014). Of a level stretch only its
// ends are given. The nearest points outside the window are included. Columns lie on multiples of
// their width, so they do not shimmer when the window slides. A point that cannot be drawn (not
// finite; ≤ 0 on a logarithmic axis) is NaN in y, which breaks the line.
QList<QPointF> reduceCurve(const SeriesPyramid& series, qsizetype begin, qsizetype end,
                           const CurveWindow& window);

// Summary of the points of [begin, end) inside the window.
SeriesSummary visibleSummary(const SeriesPyramid& series, qsizetype begin, qsizetype end,
                             const CurveWindow& window);

} // namespace gui
