// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"
#include "gui/charts/mean_stream.h"
#include "gui/charts/series_pyramid.h"
#include "gui/charts/smoother.h"
#include "gui/charts/stored_stretch.h"

#include <limits>
#include <memory>
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
    double keptUntil = std::numeric_limits<double>::infinity(); // step; infinite: no tail
    Smoother smoother;
    // Present if the points are in the store: raw are then those of spans (pointsOf), and smooth
    // are some of the means, those that a chart needs.
    std::optional<StoredStretch> stored = std::nullopt;

    qsizetype keptMeans() const; // as `kept`, of smooth
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
//
// Long stored stretches are held as spans. What a view needs beyond them it asks for:
// wantedDetail() and wantedMeans() say what, each once, and takeDetail() and takeMeans() put the
// answers in their place; until then the last picture stays.
class ChartSeries
{
public:
    ChartSeries() = default;
    ChartSeries(ChartSeries&&) = default;
    ChartSeries& operator=(ChartSeries&&) = default;
    ~ChartSeries(); // ends the smoothing that goes on elsewhere

    // Half-life in steps; 0 shows the values themselves.
    void setHalfLife(double steps);
    // Points that repeat what is there (same or smaller step, not later) are ignored. A later point
    // with a smaller step starts a stretch of its own.
    void append(int segment, const QList<MetricPoint>& points);
    // A stored stretch, in the place of whatever points are there of its steps.
    void appendStored(int segment, const QList<MetricSpan>& spans);
    void setSegments(const QList<SegmentInfo>& segments);
    // Smooths at most `maxPoints` further points; true when nothing is left to do.
    bool catchUp(qsizetype maxPoints);

    QList<DetailRequest> wantedDetail(const DetailView& view); // without run and tag
    bool takeDetail(const DetailRequest& request, const QList<MetricSpan>& spans);
    // To be fed with all points of its ranges; null if nothing is wanted. What could not be read is
    // wanted again after a pause, and with another half-life or window at once.
    std::shared_ptr<MeanStream> wantedMeans(const DetailView& view);
    bool takeMeans(MeanStream& stream, bool isComplete);
    // After failures nothing is wanted until a pause is over, measured in ticks that somebody
    // gives.
    bool isPausing() const;
    bool passPauses(); // a tick; whether something may be wanted again

    const std::vector<SeriesStretch>& stretches() const { return m_stretches; }
    bool isEmpty() const;
    qsizetype size() const; // with abandoned tails; of what is stored only what is held
    bool isWhole() const; // all points are held

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
    bool isStreamed(const SeriesStretch& stretch) const; // its means come from a MeanStream
    bool warmUp(size_t stretch);
    void cancelStream();
    QList<MeanStream::Piece> pieces(const SeenSteps& window, double bucket) const;
    void takeWholeMeans(const MeanStream& stream);
    void spliceMeans(const MeanStream& stream);
    std::optional<SeriesPoint> nearestIn(SeriesKey key, double x,
                                         SeriesPyramid SeriesStretch::*pyramid) const;

    double m_halfLife = 0;
    std::vector<SeriesStretch> m_stretches;
    QList<SegmentInfo> m_segments;
    std::shared_ptr<MeanStream> m_stream; // under way
    SeenSteps m_streamWindow; // of the last one
    RetryPause m_streamPause; // after the last one
    SeenSteps m_fine{0, -1, 0}; // where the means are finer than the whole; none if last < first
};

} // namespace gui
