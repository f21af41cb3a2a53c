// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/chart_marks.h"
#include "gui/charts/painted_layer.h"
#include "gui/settings/theme.h"

namespace gui {

// Where the crosshair is and what it touches.
struct CrosshairMarks
{
    double x = 0;
    QString label; // "step 3 620" on the x axis; empty on all cards but the first
    QList<RunMark> points;
};

// How the marks of one plot are laid out.
struct MarkStyle
{
    bool eventTexts = false; // the lane at the top of the page's first card
    bool endLabels = false; // names at the right end of the curves
    double labelRight = 0; // right edge for them, in widget coordinates
};

// Heights kept free of data, in logical pixels (design/README.md §3, Plot).
constexpr int kEventLane = 18;
constexpr int kFlagFoot = 14;

// Paint the marks of a chart into the widget of its plot. They do not change the painter's state.
void paintDivergences(QCPPainter& painter, const PlotMap& map, const ChartMarks& marks,
                      const Theme& theme);
void paintMarks(QCPPainter& painter, const PlotMap& map, const ChartMarks& marks,
                const MarkStyle& style, const Theme& theme);
void paintCrosshair(QCPPainter& painter, const PlotMap& map, const CrosshairMarks& crosshair,
                    const Theme& theme);

} // namespace gui
