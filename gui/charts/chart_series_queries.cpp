// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_series.h"

#include <cmath>

// What a reader asks of a series: last, best, nearest. How it grows is in chart_series.cpp.

namespace gui {

std::optional<SeriesPoint> ChartSeries::lastPoint() const
{
    for (size_t i = m_stretches.size(); i-- > 0;) {
        if (m_stretches[i].kept > 0) {
            return m_stretches[i].raw.at(m_stretches[i].kept - 1);
        }
    }
    return std::nullopt;
}

std::optional<SeriesPoint> ChartSeries::lastFinite() const
{
    for (size_t i = m_stretches.size(); i-- > 0;) {
        const SeriesStretch& stretch = m_stretches[i];
        for (qsizetype k = stretch.kept; k-- > 0;) {
            if (std::isfinite(stretch.raw.value(k))) {
                return stretch.raw.at(k);
            }
        }
    }
    return std::nullopt;
}

std::optional<SeriesPoint> ChartSeries::firstNonFinite() const
{
    for (const SeriesStretch& stretch : m_stretches) {
        const qsizetype index = stretch.raw.findNonFinite(0, stretch.kept);
        if (index >= 0) {
            return stretch.raw.at(index);
        }
    }
    return std::nullopt;
}

SeriesSummary ChartSeries::summary() const
{
    SeriesSummary all;
    for (const SeriesStretch& stretch : m_stretches) {
        all.add(stretch.raw.summary(0, stretch.kept));
    }
    return all;
}

std::optional<SeriesPoint> ChartSeries::best(BetterValues better) const
{
    const SeriesSummary all = summary();
    const double value = better == BetterValues::Higher ? all.max : all.min;
    if (better == BetterValues::Unknown || std::isnan(value)) {
        return std::nullopt;
    }
    for (const SeriesStretch& stretch : m_stretches) {
        const qsizetype index = stretch.raw.findExtreme(value, 0, stretch.kept);
        if (index >= 0) {
            return stretch.raw.at(index);
        }
    }
    return std::nullopt;
}

std::optional<SeriesPoint> ChartSeries::nearestIn(SeriesKey key, double x,
                                                  SeriesPyramid SeriesStretch::*pyramid) const
{
    std::optional<SeriesPoint> nearest;
    double distance = std::numeric_limits<double>::infinity();
    for (const SeriesStretch& stretch : m_stretches) {
        const SeriesPyramid& points = stretch.*pyramid;
        const qsizetype end = &points == &stretch.raw ? stretch.kept : stretch.keptMeans();
        const qsizetype at = std::min(points.lowerBound(key, x), end);
        for (const qsizetype k : {at - 1, at}) {
            if (k >= 0 && k < end && std::abs(points.key(key, k) - x) < distance) {
                distance = std::abs(points.key(key, k) - x);
                nearest = points.at(k);
            }
        }
    }
    return nearest;
}

std::optional<SeriesPoint> ChartSeries::nearest(SeriesKey key, double x) const
{
    return nearestIn(key, x, &SeriesStretch::raw);
}

std::optional<SeriesPoint> ChartSeries::nearestSmooth(SeriesKey key, double x) const
{
    return nearestIn(key, x, &SeriesStretch::smooth);
}

std::optional<SeriesPoint> ChartSeries::neighbour(SeriesKey key, double x, int direction) const
{
    std::optional<SeriesPoint> found;
    double distance = std::numeric_limits<double>::infinity();
    for (const SeriesStretch& stretch : m_stretches) {
        const double from = direction > 0 ? std::nextafter(x, 1e300) : x;
        const qsizetype bound = stretch.raw.lowerBound(key, from);
        const qsizetype k = direction > 0 ? bound : std::min(bound, stretch.kept) - 1;
        if (k >= 0 && k < stretch.kept && std::abs(stretch.raw.key(key, k) - x) < distance) {
            distance = std::abs(stretch.raw.key(key, k) - x);
            found = stretch.raw.at(k);
        }
    }
    return found;
}

std::optional<SeriesPoint> ChartSeries::lastSmooth(SeriesKey key, double x) const
{
    for (size_t i = m_stretches.size(); i-- > 0;) {
        const SeriesPyramid& means = m_stretches[i].smooth;
        const qsizetype behind = means.lowerBound(key, std::nextafter(x, 1e300));
        for (qsizetype k = std::min(behind, m_stretches[i].keptMeans()); k-- > 0;) {
            if (std::isfinite(means.value(k))) {
                return means.at(k);
            }
        }
    }
    return std::nullopt;
}

} // namespace gui
