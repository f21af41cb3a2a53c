// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/span_points.h"

#include <cmath>

namespace gui {

namespace {

constexpr qsizetype kMostOfSpan = 5; // points

double lastWallOf(const MetricSpan& span, const MetricSpan* next)
{
    if (!next) {
        return span.wallSeconds;
    }
    const double share = double(span.lastStep - span.firstStep)
        / double(std::max<qint64>(1, next->firstStep - span.firstStep));
    return span.wallSeconds + share * (next->wallSeconds - span.wallSeconds);
}

void addPointsOf(const MetricSpan& span, double lastWall, QList<SeriesPoint>& points)
{
    const auto first = double(span.firstStep);
    const auto last = double(span.lastStep);
    if (span.pointCount == 1) {
        points.append({first, span.wallSeconds, span.firstValue});
        return;
    }
    const double step = first + (last - first) / 2;
    const double wall = span.wallSeconds + (lastWall - span.wallSeconds) / 2;
    points.append({first, span.wallSeconds, span.firstValue, false});
    if (!std::isnan(span.minimum)) {
        // The way that is the shorter one from the first value.
        const bool lowFirst = !(span.firstValue - span.minimum > span.maximum - span.firstValue);
        points.append({step, wall, lowFirst ? span.minimum : span.maximum, false});
        points.append({step, wall, lowFirst ? span.maximum : span.minimum, false});
    }
    const int atEnds = int(!std::isfinite(span.firstValue)) + int(!std::isfinite(span.lastValue));
    if (span.nonFiniteCount > atEnds) {
        points.append({step, wall, SeriesSummary::kNone, false});
    }
    points.append({last, lastWall, span.lastValue, false});
}

} // namespace

QList<SeriesPoint> pointsOf(const QList<MetricSpan>& spans)
{
    QList<SeriesPoint> points;
    points.reserve(kMostOfSpan * spans.size());
    for (qsizetype i = 0; i < spans.size(); ++i) {
        const MetricSpan* next = i + 1 < spans.size() ? &spans.at(i + 1) : nullptr;
        addPointsOf(spans.at(i), lastWallOf(spans.at(i), next), points);
    }
    return points;
}

} // namespace gui
