// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_series.h"

#include <algorithm>
#include <cmath>

namespace gui {

qsizetype SeriesStretch::keptMeans() const
{
    return std::isinf(keptUntil)
        ? smooth.size()
        : smooth.lowerBound(SeriesKey::Step, std::nextafter(keptUntil, 1e300));
}

ChartSeries::~ChartSeries()
{
    cancelStream();
}

void ChartSeries::setHalfLife(double steps)
{
    if (steps == m_halfLife) {
        return;
    }
    m_halfLife = steps;
    restartSmoothing(0);
}

SeriesStretch& ChartSeries::stretchFor(int segment, const MetricPoint& first)
{
    auto after = std::find_if(m_stretches.begin(), m_stretches.end(),
                              [segment](const SeriesStretch& s) { return s.segment > segment; });
    if (after != m_stretches.begin()) {
        SeriesStretch& found = *std::prev(after);
        if (found.segment == segment) {
            const SeriesPoint last = found.raw.at(found.raw.size() - 1);
            const auto step = double(first.step);
            // Behind a stored stretch begins one of its own; what is older is in the store.
            const bool startsAnother = found.stored
                ? step > last.step
                : step < last.step && first.wallSeconds > last.wallSeconds;
            if (!startsAnother) {
                return found;
            }
        }
    }
    const size_t index = size_t(after - m_stretches.begin());
    SeriesStretch& added = *m_stretches.insert(after, SeriesStretch());
    added.segment = segment;
    restartSmoothing(index);
    return added;
}

void ChartSeries::append(int segment, const QList<MetricPoint>& points)
{
    for (const MetricPoint& point : points) {
        SeriesStretch& stretch = stretchFor(segment, point);
        if (stretch.stored) {
            continue;
        }
        SeriesPyramid& raw = stretch.raw;
        const double step = double(point.step);
        if (!raw.isEmpty()) {
            const SeriesPoint last = raw.at(raw.size() - 1);
            if (step < last.step || (step == last.step && point.wallSeconds <= last.wallSeconds)) {
                continue;
            }
        }
        raw.append({step, point.wallSeconds, point.value});
    }
    updateKept();
}

void ChartSeries::setSegments(const QList<SegmentInfo>& segments)
{
    m_segments = segments;
    updateKept();
}

// A point is kept if no later segment, and no later stretch, starts again before it.
void ChartSeries::updateKept()
{
    constexpr double kAll = std::numeric_limits<double>::infinity();
    double limit = kAll;
    for (size_t i = m_stretches.size(); i-- > 0;) {
        SeriesStretch& stretch = m_stretches[i];
        if (stretch.raw.isEmpty()) {
            continue;
        }
        for (const SegmentInfo& info : m_segments) {
            if (info.segment > stretch.segment) {
                limit = std::min(limit, double(info.firstStep));
            }
        }
        const qsizetype size = stretch.raw.size();
        const double until = limit < stretch.raw.at(size - 1).step ? limit : kAll;
        const qsizetype kept = until == kAll
            ? size
            : stretch.raw.lowerBound(SeriesKey::Step, std::nextafter(until, 1e300));
        if (stretch.stored && until != stretch.keptUntil) {
            restartSmoothing(i);
        } else if (!stretch.stored && kept != stretch.kept && kept < size) {
            restartSmoothing(i + 1);
        }
        stretch.kept = kept;
        stretch.keptUntil = until;
        limit = std::min(limit, stretch.raw.at(0).step - 1);
    }
}

void ChartSeries::restartSmoothing(size_t from)
{
    for (size_t i = from; i < m_stretches.size(); ++i) {
        m_stretches[i].smooth = SeriesPyramid();
        if (m_stretches[i].stored) {
            m_stretches[i].stored->wholeMeans.clear();
            m_stretches[i].stored->after.reset();
            cancelStream();
        }
    }
}

// Gives the smoother of a stretch the memory of the kept points before it. False as long as that of
// a stored one is not known.
bool ChartSeries::warmUp(size_t stretch)
{
    Smoother smoother(m_halfLife);
    const double since = m_stretches[stretch].raw.at(0).step - kForgottenHalfLives * m_halfLife;
    for (size_t i = 0; i < stretch; ++i) {
        const SeriesStretch& before = m_stretches[i];
        if (isStreamed(before)) {
            if (!before.stored->after) {
                return false;
            }
            smoother = *before.stored->after;
            continue;
        }
        for (qsizetype k = before.raw.lowerBound(SeriesKey::Step, since); k < before.kept; ++k) {
            const SeriesPoint point = before.raw.at(k);
            smoother.add(point.step, point.value);
        }
    }
    m_stretches[stretch].smoother = smoother;
    return true;
}

bool ChartSeries::catchUp(qsizetype maxPoints)
{
    for (size_t i = 0; i < m_stretches.size(); ++i) {
        SeriesStretch& stretch = m_stretches[i];
        if (isStreamed(stretch)
            || (stretch.smooth.isEmpty() && !stretch.raw.isEmpty() && !warmUp(i))) {
            continue; // comes when the store has been read
        }
        for (qsizetype k = stretch.smooth.size(); k < stretch.raw.size(); ++k) {
            if (maxPoints-- <= 0) {
                return false;
            }
            SeriesPoint point = stretch.raw.at(k);
            const double mean = stretch.smoother.add(point.step, point.value);
            // The mean is not defined where the value is not: the line breaks there.
            point.value = std::isfinite(point.value) ? mean : point.value;
            stretch.smooth.append(point);
        }
    }
    return true;
}

bool ChartSeries::isEmpty() const
{
    return size() == 0;
}

qsizetype ChartSeries::size() const
{
    qsizetype total = 0;
    for (const SeriesStretch& stretch : m_stretches) {
        total += stretch.raw.size();
    }
    return total;
}

} // namespace gui
