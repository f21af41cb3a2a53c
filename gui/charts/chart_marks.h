// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/chart_scene.h"

namespace gui {

// A vertical line through a chart.
struct LineMark
{
    enum class Kind
    {
        Control,
        Resumed
    };

    double x = 0;
    Kind kind = Kind::Control;
    QString text;
};

// A value that is not a number (cross) or infinite (triangle), at the frame of the chart.
struct NonFiniteMark
{
    double x = 0;
    double value = 0; // NaN or an infinity
    QString text; // only at the first one: "NaN at step 1 240"
};

// A value beyond the upper or lower edge of the chart.
struct OffScaleMark
{
    double x = 0;
    double value = 0;
    bool above = true;
    int slot = 0;
    QString text; // "2.31 at step 1"; empty for runs that are not the primary one
};

// A point of a run: marker on its curve, live end, end of its label.
struct RunMark
{
    QPointF at;
    int slot = 0;
    QString text;
};

// Everything in a chart that is not a curve, in the coordinates of its axes.
struct ChartMarks
{
    QList<ValueRange> divergences; // in x
    QList<LineMark> lines;
    QList<double> checkpoints; // x of the flags
    QList<NonFiniteMark> nonFinite;
    QList<OffScaleMark> offScale;
    QList<RunMark> markers;
    QList<QPointF> forks; // where an abandoned tail leaves the line
    std::optional<RunMark> liveEnd;
    std::optional<QPointF> best;
    QList<RunMark> endLabels; // from top to bottom
    QString hiddenText; // "12 points ≤ 0 hidden"
};

// Marks inside the window. `pixels` is the width of the plot in logical pixels (for the spacing of
// the runs' markers), `y` the shown range of values.
ChartMarks buildMarks(const SceneInput& input, const ValueRange& y, double pixels);

} // namespace gui
