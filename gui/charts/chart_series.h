// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"
#include "gui/charts/series_pyramid.h"
#include "gui/charts/smoother.h"

#include <optional>
#include <vector>

namespace gui {

// The points of one tag of one segment, in the order of their steps. When a later segment starts
// again at an earlier step, the points behind that step are an abandoned tail.
struct SeriesStretch
{
    int segment = 0;
    SeriesPyramid raw;
    SeriesPyramid smooth; // may be shorter than raw until caught up
    qsizetype kept = 0; // points [0, kept) belong to the run, [kept, size) are the abandoned tail
    Smoother smoother;
};

// Whether small or large values are wanted.
enum class BetterValues
{
    Unknown,
    Lower,
    Higher
};

// All points of one (run, tag), smoothed on the full data. A resumed run continues the mean from
// the point where it left the older segment.
class ChartSeries
{
public:
    // Half-life in steps; 0 shows the values themselves.
    void setHalfLife(double steps);
    // Points that repeat what is there (same or smaller step, not later) are ignored. A later point
    // with a smaller step starts a stretch of its own.
    void append(int segment, const QList<MetricPoint>& points);
    void setSegments(const QList<SegmentInfo>& segments);
    // Smooths at most `maxPoints` further points; true when nothing is left to do.
    bool catchUp(qsizetype maxPoints);

    const std::vector<SeriesStretch>& stretches() const { return m_stretches; }
    bool isEmpty() const;
    qsizetype size() const; // with abandoned tails

    // Of the points that are kept:
    std::optional<SeriesPoint> lastPoint() const;
    std::optional<SeriesPoint> lastFinite() const;
    std::optional<SeriesPoint> firstNonFinite() const;
    std::optional<SeriesPoint> best(BetterValues better) const; // the earliest if several
    // The point whose key is nearest to `x`, and the mean there.
    std::optional<SeriesPoint> nearest(SeriesKey key, double x) const;
    std::optional<SeriesPoint> nearestSmooth(SeriesKey key, double x) const;
    // The point before (direction -1) or after (+1) `x`.
    std::optional<SeriesPoint> neighbour(SeriesKey key, double x, int direction) const;
    // The last finite mean at or before `x`.
    std::optional<SeriesPoint> lastSmooth(SeriesKey key, double x) const;
    SeriesSummary summary() const;

private:
    SeriesStretch& stretchFor(int segment, const MetricPoint& first);
    void updateKept();
    void restartSmoothing(size_t from);
    void warmUp(size_t stretch);
    std::optional<SeriesPoint> nearestIn(SeriesKey key, double x,
                                         SeriesPyramid SeriesStretch::*pyramid) const;

    double m_halfLife = 0;
    std::vector<SeriesStretch> m_stretches;
    QList<SegmentInfo> m_segments;
};

} // namespace gui
