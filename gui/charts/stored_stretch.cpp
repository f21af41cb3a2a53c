// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/stored_stretch.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gui {

namespace {

constexpr double kMargin = 0.25; // of what is seen, on each side
constexpr int kLeastRows = 2000;
constexpr int kMostRows = 16'000;
// The store gives more than a quarter of the rows that it may give.
constexpr int kRowsOfColumn = 4;

qint64 stepOf(double keptUntil)
{
    return std::isfinite(keptUntil) ? qint64(keptUntil) : kLastOfSteps;
}

} // namespace

SeenSteps SeenSteps::widened() const
{
    const double margin = kMargin * (last - first);
    return {std::floor(first - margin), std::ceil(last + margin), perColumn};
}

std::optional<SeenSteps> seenSteps(const SeriesPyramid& points, const DetailView& view)
{
    const qsizetype size = points.size();
    if (size == 0 || points.key(view.key, 0) > view.upper
        || points.key(view.key, size - 1) < view.lower || !(view.upper > view.lower)) {
        return std::nullopt;
    }
    const double columns = std::max(1, view.columns);
    if (view.key == SeriesKey::Step) {
        return SeenSteps{std::max(view.lower, points.key(view.key, 0)),
                         std::min(view.upper, points.key(view.key, size - 1)),
                         (view.upper - view.lower) / columns};
    }
    const qsizetype from = std::max<qsizetype>(0, points.lowerBound(view.key, view.lower) - 1);
    const qsizetype to = std::min(size - 1, points.lowerBound(view.key, view.upper));
    const double seconds = points.key(view.key, to) - points.key(view.key, from);
    const double share = std::clamp(seconds / (view.upper - view.lower), 1 / columns, 1.0);
    const double first = points.at(from).step;
    const double last = points.at(to).step;
    return SeenSteps{first, last, (last - first) / (share * columns)};
}

StoredStretch::StoredStretch(int segment, const QList<MetricSpan>& spans, double keptUntil)
{
    m_held.range = {segment, spans.constFirst().firstStep, spans.constLast().lastStep};
    m_held.keptUntil = stepOf(keptUntil);
    m_asked = m_held;
    setParts(spans);
}

void StoredStretch::setParts(const QList<MetricSpan>& spans)
{
    m_parts.clear();
    const auto partOf = [this](qint64 step) {
        return int(step >= m_held.windowFirst) + int(step > m_held.windowLast);
    };
    int previous = -1;
    for (const MetricSpan& span : spans) {
        const int part = partOf(span.firstStep);
        if (part != previous) {
            m_parts.push_back({double(span.firstStep), double(span.lastStep), 0});
            previous = part;
        }
        m_parts.back().last = double(span.lastStep);
        if (span.pointCount > 1) {
            m_parts.back().widest =
                std::max(m_parts.back().widest, double(span.lastStep - span.firstStep));
        }
    }
}

std::optional<DetailRequest> StoredStretch::wanted(const SeenSteps& seen, int columns,
                                                   double keptUntil)
{
    const qint64 kept = stepOf(keptUntil);
    const bool isCoarse = std::any_of(m_parts.begin(), m_parts.end(), [&](const Part& part) {
        return part.last >= seen.first && part.first <= seen.last
            && part.widest > kCoarseColumns * seen.perColumn;
    });
    if (m_isWaiting || (!isCoarse && kept == m_held.keptUntil)) {
        return std::nullopt;
    }
    DetailRequest request = m_asked;
    const SeenSteps window = seen.widened();
    request.windowFirst =
        window.first <= double(request.range.first) ? kFirstOfSteps : qint64(window.first);
    request.windowLast =
        window.last >= double(request.range.last) ? kLastOfSteps : qint64(window.last);
    request.windowRows = std::clamp(kRowsOfColumn * columns, kLeastRows, kMostRows);
    request.keptUntil = kept;
    if (request == m_asked) {
        return std::nullopt; // it is as fine as it gets
    }
    const bool isElsewhere =
        request.windowFirst > m_failed.windowLast || request.windowLast < m_failed.windowFirst;
    if (m_pause.isOn() && !isElsewhere) {
        return std::nullopt;
    }
    m_asked = request;
    m_isWaiting = true;
    return request;
}

bool StoredStretch::accept(const DetailRequest& request, const QList<MetricSpan>& spans)
{
    if (!m_isWaiting || request.range != m_asked.range) {
        return false;
    }
    m_isWaiting = false;
    if (spans.isEmpty()) {
        m_failed = std::exchange(m_asked, m_held);
        m_pause.fail();
        return false;
    }
    m_pause.reset();
    m_held = m_asked;
    setParts(spans);
    return true;
}

} // namespace gui
