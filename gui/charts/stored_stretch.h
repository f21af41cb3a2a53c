// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/series_detail.h"
#include "gui/charts/retry_pause.h"
#include "gui/charts/series_pyramid.h"
#include "gui/charts/smoother.h"

#include <optional>
#include <vector>

namespace gui {

// What a chart shows of its x axis, as keys of one run's points.
struct DetailView
{
    SeriesKey key = SeriesKey::Step;
    double lower = 0;
    double upper = 1;
    int columns = 1; // device pixels across
};

// The part of a stretch that a view shows, in steps.
struct SeenSteps
{
    double first = 0;
    double last = 0;
    double perColumn = 0;

    SeenSteps widened() const; // so that small moves of the view need nothing new
};

// None where the view shows no part of the points.
std::optional<SeenSteps> seenSteps(const SeriesPyramid& points, const DetailView& view);

// Spans and buckets up to so many columns wide are fine enough: extremes are exact anyway.
inline constexpr double kCoarseColumns = 2;

// What is known of a stretch whose points are in the store and of which the chart holds spans: how
// coarse they are, what was asked for, and its means, which come by another way (MeanStream).
class StoredStretch
{
public:
    StoredStretch() = default;
    // Just read, everything as its window, with no span across `keptUntil`: the last step that
    // belongs to the run, infinite if all do.
    StoredStretch(int segment, const QList<MetricSpan>& spans, double keptUntil);

    // A request for what the view needs and is not there, once; run and tag are the caller's.
    std::optional<DetailRequest> wanted(const SeenSteps& seen, int columns, double keptUntil);
    // Whether this is the answer to the last request. Without spans it is none: nothing is wanted
    // there until a pause is over; elsewhere at once.
    bool accept(const DetailRequest& request, const QList<MetricSpan>& spans);
    bool isPausing() const { return m_pause.isOn(); }
    bool passPause() { return m_pause.pass(); } // a tick of it; whether it is over now

    QList<SeriesPoint> wholeMeans;
    double wholeBucket = 0; // steps
    std::optional<Smoother> after; // the mean behind the kept points; none: not smoothed yet

private:
    struct Part
    {
        double first = 0; // steps
        double last = 0;
        double widest = 0; // of its spans
    };

    void setParts(const QList<MetricSpan>& spans);

    std::vector<Part> m_parts; // left of the window, the window, right of it
    DetailRequest m_held; // what is there
    DetailRequest m_asked; // last
    bool m_isWaiting = false;
    DetailRequest m_failed; // last
    RetryPause m_pause; // nothing is wanted there
};

} // namespace gui
