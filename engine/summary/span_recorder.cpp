// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/span_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

constexpr std::size_t kMostWaiting = 1U << 14U; // spans
constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();

std::string selectSpans(const char* condition)
{
    return fmt::format("SELECT {} FROM span WHERE series_id = ? AND level = ? {}", kSpanColumns,
                       condition);
}

std::string allColumns()
{
    return fmt::format("series_id, level, {}", kSpanColumns);
}

// All rows as one span; how many there were goes to `parts`.
template <typename PartOf>
Span gather(Statement& rows, int* parts, PartOf partOf)
{
    Span all;
    int count = 0;
    while (rows.step()) {
        const Span part = partOf(rows);
        if (count++ == 0) {
            all = part;
        } else {
            all.append(part);
        }
    }
    if (parts != nullptr) {
        *parts = count;
    }
    return all;
}

} // namespace

Span Span::of(std::int64_t step, std::int64_t wallMicros, double value)
{
    const bool isFinite = std::isfinite(value);
    return {step,
            step,
            wallMicros,
            1,
            isFinite ? 0 : 1,
            value,
            value,
            isFinite ? value : kNone,
            isFinite ? value : kNone};
}

void Span::append(const Span& later)
{
    lastStep = later.lastStep;
    pointCount += later.pointCount;
    nonFiniteCount += later.nonFiniteCount;
    lastValue = later.lastValue;
    // fmin and fmax take the other number where one is NaN.
    minimum = std::fmin(minimum, later.minimum);
    maximum = std::fmax(maximum, later.maximum);
}

Span spanOf(const Statement& row)
{
    return {row.integer(0), row.integer(1), row.integer(2), row.integer(3), row.integer(4),
            row.real(5),    row.real(6),    row.real(7),    row.real(8)};
}

SpanRecorder::SpanRecorder(Database& database)
    : m_insert(database, "span", allColumns()),
      m_replace(database,
                fmt::format("INSERT OR REPLACE INTO span ({}) "
                            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            allColumns())),
      m_delete(database, "DELETE FROM span WHERE series_id = ? AND level = ? AND first_step = ?"),
      m_selectLast(database, selectSpans("ORDER BY first_step DESC LIMIT 1")),
      m_selectAtOrBefore(database,
                         selectSpans("AND first_step <= ? ORDER BY first_step DESC LIMIT 1")),
      m_selectAfter(database, selectSpans("AND first_step > ? ORDER BY first_step LIMIT 1")),
      m_selectSpans(database,
                    selectSpans("AND first_step >= ? AND last_step <= ? ORDER BY first_step")),
      m_selectPoints(database,
                     "SELECT step, wall_us, value FROM point WHERE series_id = ? "
                     "AND step BETWEEN ? AND ? ORDER BY step")
{ }

SpanRecorder::Tail SpanRecorder::load(std::int64_t series)
{
    Tail tail;
    for (int level = 1;; ++level) {
        m_selectLast.bindAll(series, level);
        const bool hasSpans = m_selectLast.step();
        const std::int64_t last = hasSpans ? spanOf(m_selectLast).lastStep : kFirst;
        m_selectLast.reset();
        if (hasSpans && last == kLast) {
            return tail;
        }
        const std::int64_t begin = hasSpans ? last + 1 : kFirst;
        Tail::Open open;
        if (level == 1) {
            open.span = pointsBetween(series, begin, kLast, &open.parts);
        } else {
            open.span = spansBetween(series, level - 1, begin, kLast, &open.parts);
        }
        tail.m_open.push_back(open);
        if (!hasSpans) {
            return tail;
        }
    }
}

void SpanRecorder::add(std::int64_t series, Tail& tail, const ScalarRecord& record)
{
    absorb(series, tail, 0, Span::of(record.step, record.wallMicros, record.value));
}

void SpanRecorder::absorb(std::int64_t series, Tail& tail, std::size_t level, const Span& part)
{
    if (level == tail.m_open.size()) {
        tail.m_open.emplace_back();
    }
    Tail::Open& open = tail.m_open[level];
    if (open.parts == 0) {
        open.span = part;
    } else {
        open.span.append(part);
    }
    if (++open.parts < (level == 0 ? kPointsPerSpan : kSpansPerSpan)) {
        return;
    }
    open.parts = 0;
    const Span whole = open.span;
    m_insert.add(series, static_cast<int>(level) + 1, whole.firstStep, whole.lastStep,
                 whole.wallMicros, whole.pointCount, whole.nonFiniteCount, whole.firstValue,
                 whole.lastValue, whole.minimum, whole.maximum);
    if (m_insert.waitingCount() == kMostWaiting) {
        flush();
    }
    absorb(series, tail, level + 1, whole);
}

void SpanRecorder::repair(std::int64_t series, Tail& tail, std::int64_t step)
{
    Span before;
    if (findSpan(series, 1, step, before)) {
        const Span after = pointsBetween(series, std::min(before.firstStep, step),
                                         std::max(before.lastStep, step));
        replace(series, 1, before, after);
        repairAbove(series, 1, before, after);
    }
    tail = load(series);
}

// The span that holds the step or is to hold it; false if that is the tail.
bool SpanRecorder::findSpan(std::int64_t series, int level, std::int64_t step, Span& span)
{
    m_selectAtOrBefore.bindAll(series, level, step);
    if (m_selectAtOrBefore.step()) {
        span = spanOf(m_selectAtOrBefore);
        m_selectAtOrBefore.reset();
        if (step <= span.lastStep) {
            return true;
        }
        m_selectAfter.bindAll(series, level, step);
        const bool isBetweenTwo = m_selectAfter.step();
        m_selectAfter.reset();
        return isBetweenTwo;
    }
    m_selectAfter.bindAll(series, level, step);
    const bool isBeforeFirst = m_selectAfter.step();
    if (isBeforeFirst) {
        span = spanOf(m_selectAfter);
        m_selectAfter.reset();
    }
    return isBeforeFirst;
}

// A span of `level` has changed: so have those that hold it.
void SpanRecorder::repairAbove(std::int64_t series, int level, Span before, Span after)
{
    for (;; ++level) {
        m_selectAtOrBefore.bindAll(series, level + 1, before.firstStep);
        if (!m_selectAtOrBefore.step()) {
            return;
        }
        const Span parent = spanOf(m_selectAtOrBefore);
        m_selectAtOrBefore.reset();
        if (parent.lastStep < before.lastStep) {
            return; // it is in the tail of the level above
        }
        const Span changed =
            spansBetween(series, level, std::min(parent.firstStep, after.firstStep),
                         std::max(parent.lastStep, after.lastStep));
        replace(series, level + 1, parent, changed);
        before = parent;
        after = changed;
    }
}

void SpanRecorder::replace(std::int64_t series, int level, const Span& before, const Span& after)
{
    if (before.firstStep != after.firstStep) {
        m_delete.run(series, level, before.firstStep);
    }
    m_replace.run(series, level, after.firstStep, after.lastStep, after.wallMicros,
                  after.pointCount, after.nonFiniteCount, after.firstValue, after.lastValue,
                  after.minimum, after.maximum);
}

Span SpanRecorder::pointsBetween(std::int64_t series, std::int64_t firstStep, std::int64_t lastStep,
                                 int* parts)
{
    m_selectPoints.bindAll(series, firstStep, lastStep);
    return gather(m_selectPoints, parts, [](const Statement& row) {
        return Span::of(row.integer(0), row.integer(1), row.real(2));
    });
}

Span SpanRecorder::spansBetween(std::int64_t series, int level, std::int64_t firstStep,
                                std::int64_t lastStep, int* parts)
{
    m_selectSpans.bindAll(series, level, firstStep, lastStep);
    return gather(m_selectSpans, parts, spanOf);
}

} // namespace engine
