// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/curve_reduction.h"

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

constexpr qsizetype kPointsOfColumn = 4; // first, min, max, last

class Reducer
{
public:
    Reducer(const SeriesPyramid& series, const CurveWindow& window)
        : m_series(series), m_window(window)
    { }

    void addPoint(qsizetype index)
    {
        add(x(index),
            std::isfinite(m_series.value(index)) ? m_series.value(index) : SeriesSummary::kNone);
    }

    void addColumn(const SeriesPyramid::Column& column)
    {
        if (m_window.onePerColumn) {
            addExtreme(column);
        } else if (column.end - column.begin <= kPointsOfColumn) {
            for (qsizetype i = column.begin; i < column.end; ++i) {
                addPoint(i);
            }
        } else {
            addEnvelope(column);
        }
    }

    QList<QPointF> takePoints() { return std::move(m_points); }

private:
    double x(qsizetype index) const
    {
        return m_window.scale.toX(m_series.key(m_window.scale.key, index));
    }

    // A level stretch needs its ends only; drawn piece by piece it would pale at every joint.
    void add(double x, double y)
    {
        const double shown = m_window.logY && y <= 0 ? SeriesSummary::kNone : y;
        const qsizetype size = m_points.size();
        if (size >= 2 && m_points[size - 1].y() == shown && m_points[size - 2].y() == shown) {
            m_points.last().setX(x);
        } else {
            m_points.append({x, shown});
        }
    }

    double lowest(const SeriesSummary& summary) const
    {
        return m_window.logY ? summary.minPositive : summary.min;
    }

    void addEnvelope(const SeriesPyramid::Column& column)
    {
        const double left = x(column.begin);
        const double right = x(column.end - 1);
        const double middle = (left + right) / 2;
        const double low = lowest(column.summary);
        if (std::isnan(low)) {
            add(middle, SeriesSummary::kNone);
            return;
        }
        // Within the column a value that a logarithmic axis cannot show gives way to the lowest.
        const auto shown = [&](double y) { return m_window.logY && y <= 0 ? low : y; };
        add(left, shown(column.summary.first));
        add(middle, low);
        add(middle, column.summary.max);
        add(right, shown(column.summary.last));
    }

    void addExtreme(const SeriesPyramid::Column& column)
    {
        if (column.end - column.begin == 1) {
            addPoint(column.begin);
            return;
        }
        const double low = lowest(column.summary);
        const double before = m_points.isEmpty() ? low : m_points.last().y();
        const bool high = !(column.summary.max - before < before - low);
        add((x(column.begin) + x(column.end - 1)) / 2, high ? column.summary.max : low);
    }

    const SeriesPyramid& m_series;
    const CurveWindow& m_window;
    QList<QPointF> m_points;
};

} // namespace

QList<QPointF> reduceCurve(const SeriesPyramid& series, qsizetype begin, qsizetype end,
                           const CurveWindow& window)
{
    end = std::min(end, series.size());
    const double width = (window.upper - window.lower) / window.columns;
    if (begin >= end || !(width > 0)) {
        return {};
    }
    const double lower = std::floor(window.lower / width) * width;
    const int count = window.columns + 1;
    const double lowerKey = window.scale.toKey(lower);
    const double upperKey = window.scale.toKey(lower + count * width);

    Reducer reducer(series, window);
    const qsizetype first = series.lowerBound(window.scale.key, lowerKey);
    if (first - 1 >= begin && first - 1 < end) {
        reducer.addPoint(first - 1);
    }
    for (const SeriesPyramid::Column& column :
         series.columns(window.scale.key, lowerKey, upperKey, count, begin, end)) {
        reducer.addColumn(column);
    }
    const qsizetype next = series.lowerBound(window.scale.key, upperKey);
    if (next >= begin && next < end) {
        reducer.addPoint(next);
    }
    return reducer.takePoints();
}

SeriesSummary visibleSummary(const SeriesPyramid& series, qsizetype begin, qsizetype end,
                             const CurveWindow& window)
{
    end = std::min(end, series.size());
    const auto bound = [&](double x) {
        const qsizetype index = series.lowerBound(window.scale.key, window.scale.toKey(x));
        return std::clamp(index, std::min(begin, end), end);
    };
    const qsizetype from = bound(window.lower);
    // The upper end belongs to the window.
    return series.summary(from, bound(std::nextafter(window.upper, 1e300)));
}

} // namespace gui
