// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/span_points.h"

#include <cmath>

namespace gui {

namespace {

constexpr qsizetype kMostOfSpan = 7; // points

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
    const auto addAt = [&](double share, double value) {
        points.append({first + share * (last - first),
                       span.wallSeconds + share * (lastWall - span.wallSeconds), value, false});
    };
    addAt(0, span.firstValue);
    const int atEnds = int(!std::isfinite(span.firstValue)) + int(!std::isfinite(span.lastValue));
    const bool isBroken = span.nonFiniteCount > atEnds;
    // The way that is the shorter one from the first value.
    const bool lowFirst = !(span.firstValue - span.minimum > span.maximum - span.firstValue);
    const double near = lowFirst ? span.minimum : span.maximum;
    const double far = lowFirst ? span.maximum : span.minimum;
    // Of two points both are at the ends.
    const bool hasExtremes = span.pointCount > 2 && !std::isnan(span.minimum);
    if (hasExtremes) {
        addAt(0.25, near);
        addAt(0.25, far);
    }
    if (isBroken) {
        addAt(0.5, SeriesSummary::kNone);
    }
    if (hasExtremes) {
        addAt(0.75, far);
        addAt(0.75, near);
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
