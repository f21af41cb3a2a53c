// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/series_pyramid.h"

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

// std::fmin and std::fmax ignore a NaN beside a number, which is the empty summary's mark.
double firstOf(double earlier, double later)
{
    return std::isnan(earlier) ? later : earlier;
}

} // namespace

SeriesSummary SeriesSummary::of(double value)
{
    SeriesSummary summary;
    if (!std::isfinite(value)) {
        summary.nonFinite = 1;
        return summary;
    }
    summary.first = summary.last = summary.min = summary.max = value;
    if (value > 0) {
        summary.minPositive = value;
    } else {
        summary.nonPositive = 1;
    }
    return summary;
}

void SeriesSummary::add(const SeriesSummary& later)
{
    first = firstOf(first, later.first);
    last = firstOf(later.last, last);
    min = std::fmin(min, later.min);
    max = std::fmax(max, later.max);
    minPositive = std::fmin(minPositive, later.minPositive);
    nonFinite += later.nonFinite;
    nonPositive += later.nonPositive;
}

void SeriesPyramid::append(SeriesPoint point)
{
    if (!isEmpty()) {
        point.step = std::max(point.step, m_steps.back());
        point.wallSeconds = std::max(point.wallSeconds, m_walls.back());
    }
    if (!point.isExact) {
        m_inexact.push_back(size());
    }
    m_steps.push_back(point.step);
    m_walls.push_back(point.wallSeconds);
    m_values.push_back(point.value);

    qsizetype below = size();
    for (int level = 0; below % kFanOut == 0; ++level) {
        if (size_t(level) == m_levels.size()) {
            m_levels.emplace_back();
        }
        m_levels[size_t(level)].push_back(block(level - 1, below - kFanOut, below));
        below = qsizetype(m_levels[size_t(level)].size());
    }
}

SeriesPoint SeriesPyramid::at(qsizetype index) const
{
    return {m_steps[size_t(index)], m_walls[size_t(index)], m_values[size_t(index)],
            isExact(index, index + 1)};
}

bool SeriesPyramid::isExact(qsizetype begin, qsizetype end) const
{
    const auto next = std::lower_bound(m_inexact.begin(), m_inexact.end(), begin);
    return next == m_inexact.end() || *next >= end;
}

double SeriesPyramid::key(SeriesKey key, qsizetype index) const
{
    return (key == SeriesKey::Step ? m_steps : m_walls)[size_t(index)];
}

qsizetype SeriesPyramid::lowerBound(SeriesKey key, double x) const
{
    const std::vector<double>& keys = key == SeriesKey::Step ? m_steps : m_walls;
    return std::lower_bound(keys.begin(), keys.end(), x) - keys.begin();
}

// Nodes [begin, end) of a level, without looking further up; level -1 are the points themselves.
SeriesSummary SeriesPyramid::block(int level, qsizetype begin, qsizetype end) const
{
    SeriesSummary summary;
    for (qsizetype i = begin; i < end; ++i) {
        summary.add(level < 0 ? SeriesSummary::of(value(i)) : m_levels[size_t(level)][size_t(i)]);
    }
    return summary;
}

SeriesSummary SeriesPyramid::summary(qsizetype begin, qsizetype end) const
{
    SeriesSummary front;
    SeriesSummary back; // grows to the left
    for (int level = -1; begin < end; ++level) {
        const qsizetype innerBegin = (begin + kFanOut - 1) / kFanOut;
        const qsizetype innerEnd = end / kFanOut;
        if (size_t(level + 1) >= m_levels.size() || innerBegin >= innerEnd) {
            front.add(block(level, begin, end));
            break;
        }
        front.add(block(level, begin, innerBegin * kFanOut));
        SeriesSummary tail = block(level, innerEnd * kFanOut, end);
        tail.add(back);
        back = tail;
        begin = innerBegin;
        end = innerEnd;
    }
    front.add(back);
    return front;
}

QList<SeriesPyramid::Column> SeriesPyramid::columns(SeriesKey key, double lower, double upper,
                                                    int count, qsizetype begin, qsizetype end) const
{
    QList<Column> result;
    const double width = (upper - lower) / count;
    const auto boundary = [&](int column) {
        return std::clamp(lowerBound(key, lower + column * width), begin, end);
    };
    qsizetype at = boundary(0);
    for (int column = 0; column < count && at < end; ++column) {
        const qsizetype next = column + 1 == count ? std::clamp(lowerBound(key, upper), begin, end)
                                                   : boundary(column + 1);
        if (next > at) {
            result.append({at, next, summary(at, next)});
        }
        at = next;
    }
    return result;
}

template <typename Wanted>
qsizetype SeriesPyramid::findFirst(qsizetype begin, qsizetype end, Wanted wanted) const
{
    qsizetype i = begin;
    while (i < end) {
        // The largest complete node that starts at i, lies before the end and holds nothing.
        int level = -1;
        qsizetype span = 1;
        for (qsizetype wide = kFanOut; size_t(level + 1) < m_levels.size() && i % wide == 0
             && i + wide <= end && size_t(i / wide) < m_levels[size_t(level + 1)].size()
             && !wanted(m_levels[size_t(level + 1)][size_t(i / wide)]);
             wide *= kFanOut) {
            ++level;
            span = wide;
        }
        if (level < 0 && wanted(SeriesSummary::of(value(i)))) {
            return i;
        }
        i += span;
    }
    return -1;
}

qsizetype SeriesPyramid::findExtreme(double value, qsizetype begin, qsizetype end) const
{
    return findFirst(begin, end, [value](const SeriesSummary& node) {
        return node.min == value || node.max == value;
    });
}

qsizetype SeriesPyramid::findNonFinite(qsizetype begin, qsizetype end) const
{
    return findFirst(begin, end, [](const SeriesSummary& node) { return node.nonFinite > 0; });
}

} // namespace gui
