// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_series.h"
#include "gui/charts/span_points.h"

#include <algorithm>
#include <cmath>
#include <utility>

// Stretches whose points stay in the store: what a view needs of them, and where it goes. What a
// series is and how it grows is in chart_series.cpp.

namespace gui {

namespace {

constexpr double kWholeBuckets = 2000; // of the means of a stretch
constexpr double kBucketColumns = 0.5; // where they are finer

SeriesPyramid pyramidOf(const QList<SeriesPoint>& points)
{
    SeriesPyramid pyramid;
    for (const SeriesPoint& point : points) {
        pyramid.append(point);
    }
    return pyramid;
}

bool contains(const SeenSteps& outer, const SeenSteps& inner)
{
    return outer.first <= inner.first && outer.last >= inner.last;
}

// Buckets of less than a step hold one point each.
bool isFine(double bucket, const SeenSteps& seen)
{
    return bucket <= std::max(kCoarseColumns * seen.perColumn, 0.99);
}

double wholeBucketOf(const SeriesPyramid& raw)
{
    return std::max((raw.at(raw.size() - 1).step - raw.at(0).step) / kWholeBuckets, 0.5);
}

} // namespace

bool ChartSeries::isStreamed(const SeriesStretch& stretch) const
{
    return stretch.stored && m_halfLife > 0;
}

bool ChartSeries::isWhole() const
{
    return std::none_of(m_stretches.begin(), m_stretches.end(),
                        [](const SeriesStretch& stretch) { return stretch.stored.has_value(); });
}

void ChartSeries::appendStored(int segment, const QList<MetricSpan>& spans)
{
    if (spans.isEmpty()) {
        return;
    }
    const auto first = double(spans.constFirst().firstStep);
    const auto last = double(spans.constLast().lastStep);
    std::erase_if(m_stretches, [&](const SeriesStretch& stretch) {
        return stretch.segment == segment && !stretch.raw.isEmpty()
            && stretch.raw.at(0).step >= first
            && stretch.raw.at(stretch.raw.size() - 1).step <= last;
    });
    const auto place =
        std::find_if(m_stretches.begin(), m_stretches.end(), [&](const SeriesStretch& stretch) {
            return stretch.segment > segment
                || (stretch.segment == segment && stretch.raw.at(0).step > last);
        });
    const auto index = size_t(place - m_stretches.begin());
    SeriesStretch& added = *m_stretches.insert(place, SeriesStretch());
    added.segment = segment;
    added.raw = pyramidOf(pointsOf(spans));
    updateKept();
    added.stored.emplace(segment, spans, added.keptUntil);
    restartSmoothing(index);
}

QList<DetailRequest> ChartSeries::wantedDetail(const DetailView& view)
{
    QList<DetailRequest> requests;
    for (SeriesStretch& stretch : m_stretches) {
        const auto seen = stretch.stored ? seenSteps(stretch.raw, view) : std::nullopt;
        if (!seen) {
            continue;
        }
        if (auto request = stretch.stored->wanted(*seen, view.columns, stretch.keptUntil)) {
            requests.append(*request);
        }
    }
    return requests;
}

bool ChartSeries::takeDetail(const DetailRequest& request, const QList<MetricSpan>& spans)
{
    for (SeriesStretch& stretch : m_stretches) {
        if (stretch.stored && stretch.stored->accept(request, spans)) {
            stretch.raw = pyramidOf(pointsOf(spans));
            if (!isStreamed(stretch)) {
                stretch.smooth = SeriesPyramid(); // the values themselves
            }
            updateKept();
            return true;
        }
    }
    return false;
}

std::shared_ptr<MeanStream> ChartSeries::wantedMeans(const DetailView& view)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    SeenSteps window{kInfinity, -kInfinity, kInfinity};
    bool isFirst = false;
    bool isMissing = false;
    for (const SeriesStretch& stretch : m_stretches) {
        if (!isStreamed(stretch)) {
            continue;
        }
        isFirst = isFirst || !stretch.stored->after;
        const std::optional<SeenSteps> seen = seenSteps(stretch.raw, view);
        // A single step, at the edge of the view, is in the means of the whole.
        if (!seen || !(seen->perColumn > 0) || isFine(stretch.stored->wholeBucket, *seen)) {
            continue;
        }
        // The window takes the place of the last one, so it is fine enough for each stretch that
        // needs one. On a time axis they need different ones.
        window.first = std::min(window.first, seen->first);
        window.last = std::max(window.last, seen->last);
        window.perColumn = std::min(window.perColumn, seen->perColumn);
        isMissing = isMissing || !contains(m_fine, *seen) || !isFine(m_fine.perColumn, *seen);
    }
    if (isFirst) {
        window = {-kInfinity, kInfinity, 0};
    }
    const bool isAsked = (m_stream || m_streamPause.isOn()) && contains(m_streamWindow, window)
        && (isFirst || isFine(m_streamWindow.perColumn, window));
    if (!(isFirst || isMissing) || isAsked) {
        return nullptr;
    }
    cancelStream();
    m_streamWindow = isFirst ? window : window.widened();
    m_streamWindow.perColumn *= kBucketColumns;
    m_stream =
        std::make_shared<MeanStream>(m_halfLife, pieces(m_streamWindow, m_streamWindow.perColumn));
    return m_stream;
}

// What has to be read for the means in the window: its points, and before them those that are not
// forgotten yet. `bucket` 0: that of the whole stretch.
QList<MeanStream::Piece> ChartSeries::pieces(const SeenSteps& window, double bucket) const
{
    const auto limited = [](double step) {
        return step <= double(kFirstOfSteps) ? kFirstOfSteps
            : step >= double(kLastOfSteps)   ? kLastOfSteps
                                             : qint64(step);
    };
    const double since = window.first - kForgottenHalfLives * m_halfLife;
    QList<MeanStream::Piece> pieces;
    const auto lastStored =
        std::find_if(m_stretches.rbegin(), m_stretches.rend(),
                     [](const SeriesStretch& stretch) { return stretch.stored.has_value(); });
    const auto count = size_t(m_stretches.rend() - lastStored);
    for (size_t i = 0; i < count; ++i) {
        const SeriesStretch& stretch = m_stretches[i];
        const double first = stretch.raw.at(0).step;
        const double last = stretch.raw.at(stretch.raw.size() - 1).step;
        const double fork = std::min(stretch.keptUntil, last);
        const auto add = [&](double from, double to, bool isTail, double width) {
            if (to >= from) {
                pieces.append(
                    {{stretch.segment, limited(from), limited(to)}, isTail, width, qsizetype(i)});
            }
        };
        const double own = bucket > 0 ? bucket : wholeBucketOf(stretch.raw);
        const double width = stretch.stored ? own : 0;
        for (const bool isTail : {false, true}) {
            const double from = isTail ? fork + 1 : first;
            const double to = isTail ? last : fork;
            add(std::max(from, since), std::min(to, window.first - 1), isTail, 0);
            add(std::max(from, window.first), std::min(to, window.last), isTail, width);
        }
    }
    return pieces;
}

void ChartSeries::cancelStream()
{
    if (m_stream) {
        m_stream->cancel();
        m_stream.reset();
    }
    m_streamPause.end();
    m_fine = {0, -1, 0};
}

bool ChartSeries::takeMeans(MeanStream& stream, bool isComplete)
{
    if (m_stream.get() != &stream) {
        return false;
    }
    m_stream.reset();
    if (!isComplete) {
        m_streamPause.fail();
        return false;
    }
    m_streamPause.reset();
    stream.finish();
    if (std::isinf(m_streamWindow.first)) {
        takeWholeMeans(stream);
    } else {
        m_fine = m_streamWindow;
    }
    spliceMeans(stream);
    return true;
}

bool ChartSeries::isPausing() const
{
    return m_streamPause.isOn()
        || std::any_of(m_stretches.begin(), m_stretches.end(), [](const SeriesStretch& stretch) {
               return stretch.stored && stretch.stored->isPausing();
           });
}

bool ChartSeries::passPauses()
{
    bool isOver = m_streamPause.pass();
    for (SeriesStretch& stretch : m_stretches) {
        isOver = (stretch.stored && stretch.stored->passPause()) || isOver;
    }
    return isOver;
}

void ChartSeries::takeWholeMeans(const MeanStream& stream)
{
    Smoother after(m_halfLife);
    qsizetype piece = 0;
    for (size_t i = 0; i < m_stretches.size(); ++i) {
        QList<SeriesPoint> means;
        for (; piece < stream.pieces().size() && stream.pieces().at(piece).stretch == qsizetype(i);
             ++piece) {
            means += stream.means(piece);
            after = stream.pieces().at(piece).isTail ? after : stream.after(piece);
        }
        SeriesStretch& stretch = m_stretches[i];
        if (stretch.stored) {
            stretch.stored->wholeMeans = means;
            stretch.stored->wholeBucket = wholeBucketOf(stretch.raw);
            stretch.stored->after = after;
        }
    }
}

// The means of the stream in its window, those of the whole left and right of it.
void ChartSeries::spliceMeans(const MeanStream& stream)
{
    for (size_t i = 0; i < m_stretches.size(); ++i) {
        SeriesStretch& stretch = m_stretches[i];
        if (!isStreamed(stretch)) {
            continue;
        }
        const bool isWholeOne = std::isinf(m_streamWindow.first);
        const QList<SeriesPoint>& whole = stretch.stored->wholeMeans;
        const auto begin =
            std::partition_point(whole.cbegin(), whole.cend(), [this](const SeriesPoint& point) {
                return point.step < m_streamWindow.first;
            });
        const auto end = isWholeOne
            ? begin
            : std::partition_point(begin, whole.cend(), [this](const SeriesPoint& point) {
                  return point.step <= m_streamWindow.last;
              });
        QList<SeriesPoint> means(whole.cbegin(), begin);
        for (qsizetype k = 0; k < stream.pieces().size() && !isWholeOne; ++k) {
            if (stream.pieces().at(k).stretch == qsizetype(i)) {
                means += stream.means(k);
            }
        }
        means.append(QList<SeriesPoint>(end, whole.cend()));
        stretch.smooth = pyramidOf(means);
    }
}

} // namespace gui
