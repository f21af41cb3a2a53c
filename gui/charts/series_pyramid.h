// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QtGlobal>

#include <limits>
#include <vector>

namespace gui {

// One measured value. `step` counts updates done; `wallSeconds` is seconds since 1970 (UTC).
struct SeriesPoint
{
    double step = 0;
    double wallSeconds = 0;
    double value = 0;
    // False: it stands for neighbouring points that are not here. The value is one of theirs.
    bool isExact = true;
};

// Along which number of a point a chart runs to the right.
enum class SeriesKey
{
    Step,
    Wall
};

// Everything a chart needs to know about a stretch of points. Extremes, first and last are those
// of the finite values and NaN where there is none; `minPositive` serves the logarithmic axis.
struct SeriesSummary
{
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    double first = kNone;
    double last = kNone;
    double min = kNone;
    double max = kNone;
    double minPositive = kNone;
    quint32 nonFinite = 0;
    quint32 nonPositive = 0; // finite and ≤ 0

    static SeriesSummary of(double value);
    void add(const SeriesSummary& later);
};

// An append-only series with a pyramid of summaries above it: the node k of a level covers the
// kFanOut nodes from k · kFanOut of the level below. Appending costs amortised O(1); a summary of
// any stretch reads O(log n) nodes, so the cost of drawing depends on pixels, not on length, and
// the extremes of a column are exact at any zoom. The same calls give the same answers.
class SeriesPyramid
{
public:
    static constexpr qsizetype kFanOut = 16;

    struct Column
    {
        qsizetype begin = 0; // points [begin, end) lie in this column
        qsizetype end = 0;
        SeriesSummary summary;
    };

    // Steps and wall times never fall: a smaller one is taken as equal to the last.
    void append(SeriesPoint point);

    qsizetype size() const { return qsizetype(m_values.size()); }
    bool isEmpty() const { return m_values.empty(); }
    SeriesPoint at(qsizetype index) const;
    bool isExact(qsizetype begin, qsizetype end) const; // all points [begin, end)
    double key(SeriesKey key, qsizetype index) const;
    double value(qsizetype index) const { return m_values[size_t(index)]; }

    // Index of the first point whose key is not below `x`; size() if there is none.
    qsizetype lowerBound(SeriesKey key, double x) const;
    SeriesSummary summary(qsizetype begin, qsizetype end) const;
    // The points of [begin, end) with keys in [lower, upper) in `count` columns of equal width,
    // from left to right; empty columns are left out.
    QList<Column> columns(SeriesKey key, double lower, double upper, int count, qsizetype begin,
                          qsizetype end) const;
    // Index of the first point in [begin, end) that has `value`, their smallest or largest; -1 if
    // none.
    qsizetype findExtreme(double value, qsizetype begin, qsizetype end) const;
    // Index of the first point in [begin, end) that is not finite; -1 if none.
    qsizetype findNonFinite(qsizetype begin, qsizetype end) const;

private:
    SeriesSummary block(int level, qsizetype begin, qsizetype end) const;
    template <typename Wanted>
    qsizetype findFirst(qsizetype begin, qsizetype end, Wanted wanted) const;

    std::vector<double> m_steps;
    std::vector<double> m_walls;
    std::vector<double> m_values;
    std::vector<qsizetype> m_inexact; // indices of the points that stand for others
    std::vector<std::vector<SeriesSummary>> m_levels; // complete nodes only
};

} // namespace gui
