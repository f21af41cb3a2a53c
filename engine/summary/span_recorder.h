// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/summary/bulk_insert.h"
#include "engine/summary/sqlite.h"
#include "engine/summary/writer_thread.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace engine {

// Neighbouring points of a series in one row (schema.h, table span).
struct Span
{
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    std::int64_t firstStep = 0;
    std::int64_t lastStep = 0;
    std::int64_t wallMicros = 0; // of the first point
    std::int64_t pointCount = 0;
    std::int64_t nonFiniteCount = 0;
    double firstValue = kNone;
    double lastValue = kNone;
    double minimum = kNone; // of the finite values; NaN: none
    double maximum = kNone;

    static Span of(std::int64_t step, std::int64_t wallMicros, double value);
    // `later` begins after this ends.
    void append(const Span& later);
};

// Keeps the pyramid of spans above a series' points: 16 points are a span of level 1, four spans
// of a level one of the next. Only whole spans are written; what is not in one is in the level
// below, so a series of any length has at most 15 points and 3 spans a level outside. Called
// within the transaction that writes the points. Not thread-safe.
class SpanRecorder
{
public:
    static constexpr int kPointsPerSpan = 16;
    static constexpr int kSpansPerSpan = 4;

    // The spans of one series that are not whole yet, from level 1.
    class Tail
    {
        friend class SpanRecorder;
        struct Open
        {
            Span span;
            int parts = 0;
        };
        std::vector<Open> m_open;
    };

    explicit SpanRecorder(Database& database);

    // What is not whole, from the points and spans in the file.
    Tail load(std::int64_t series);
    // The point is the newest of the series.
    void add(std::int64_t series, Tail& tail, const ScalarRecord& record);
    // Writes the spans that have become whole; add() does so when they are many.
    void flush() { m_insert.flush(); }
    void forget() { m_insert.forget(); }
    // The point of this step was written or replaced among older ones. All spans are written.
    void repair(std::int64_t series, Tail& tail, std::int64_t step);

private:
    void absorb(std::int64_t series, Tail& tail, std::size_t level, const Span& part);
    void repairAbove(std::int64_t series, int level, Span before, Span after);
    void replace(std::int64_t series, int level, const Span& before, const Span& after);
    bool findSpan(std::int64_t series, int level, std::int64_t step, Span& span);
    // As one span; of how many parts goes to `parts`.
    Span pointsBetween(std::int64_t series, std::int64_t firstStep, std::int64_t lastStep,
                       int* parts = nullptr);
    Span spansBetween(std::int64_t series, int level, std::int64_t firstStep, std::int64_t lastStep,
                      int* parts = nullptr);

    BulkInsert<std::int64_t, int, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
               std::int64_t, double, double, double, double>
        m_insert;
    Statement m_replace;
    Statement m_delete;
    Statement m_selectLast;
    Statement m_selectAtOrBefore;
    Statement m_selectAfter;
    Statement m_selectSpans;
    Statement m_selectPoints;
};

// The columns of a row that begins with them, in the order of kSpanColumns.
inline constexpr const char* kSpanColumns =
    "first_step, last_step, wall_us, point_count, nonfinite_count, first_value, last_value, "
    "min_value, max_value";
Span spanOf(const Statement& row);

} // namespace engine
