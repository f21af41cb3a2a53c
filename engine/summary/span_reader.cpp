// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/span_reader.h"

#include "engine/base/errors.h"
#include "engine/summary/span_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace engine {

namespace {

constexpr std::int64_t kMostLevels = 31; // 16 * 4 ** 30 points
constexpr std::int64_t kFewRows = 128;
constexpr std::int64_t kManyRows = 1 << 15;

StoredSpan stored(const Span& span)
{
    return {span.firstStep,  span.lastStep,       static_cast<double>(span.wallMicros) / 1e6,
            span.pointCount, span.nonFiniteCount, span.firstValue,
            span.lastValue,  span.minimum,        span.maximum};
}

} // namespace

SpanReader::SpanReader(Database& database)
    : m_database(database),
      m_selectTop(database, "SELECT max(level) FROM span WHERE series_id = ?"),
      m_selectSizes(database,
                    "SELECT count(*), sum(point_count) FROM span WHERE series_id = ? "
                    "AND level = ? AND first_step BETWEEN ? AND ?"),
      m_selectSpans(database,
                    fmt::format("SELECT {} FROM span WHERE series_id = ? AND level = ? "
                                "AND first_step >= ? AND first_step <= ? ORDER BY first_step",
                                kSpanColumns)),
      m_selectPoints(database,
                     "SELECT step, wall_us, value FROM point WHERE series_id = ? "
                     "AND step BETWEEN ? AND ? ORDER BY step")
{ }

std::vector<StoredSpan> SpanReader::read(std::int64_t series, std::int64_t firstStep,
                                         std::int64_t lastStep, std::int64_t maxRows)
{
    std::vector<StoredSpan> spans;
    if (firstStep <= lastStep) {
        const Level level = fittingLevel(series, firstStep, lastStep, maxRows);
        // What a file says of itself is no reason to ask for more than a chart has use for.
        spans.reserve(static_cast<std::size_t>(std::clamp(level.rows, kFewRows, kManyRows)));
        readLevel(series, level.number, firstStep, lastStep, spans);
    }
    return spans;
}

int SpanReader::topLevel(std::int64_t series)
{
    m_selectTop.bindAll(series);
    const std::int64_t level = m_selectTop.step() ? m_selectTop.integer(0) : 0;
    m_selectTop.reset();
    if (level < 0 || level > kMostLevels) {
        throw DataLossError(fmt::format("{}: series {} has spans of level {}",
                                        m_database.path().string(), series, level));
    }
    return static_cast<int>(level);
}

// The finest level of which about `maxRows` spans at most begin in the range, 0 for the points. The
// levels are looked at from the top until one has enough spans to tell how many the finer ones
// have: each is of four.
SpanReader::Level SpanReader::fittingLevel(std::int64_t series, std::int64_t firstStep,
                                           std::int64_t lastStep, std::int64_t maxRows)
{
    constexpr std::int64_t kEnough = 32;
    int level = topLevel(series);
    std::int64_t spans = 0;
    std::int64_t points = 0;
    for (; level > 0; --level) {
        m_selectSizes.bindAll(series, level, firstStep, lastStep);
        m_selectSizes.step();
        spans = m_selectSizes.integer(0);
        points = m_selectSizes.integer(1);
        m_selectSizes.reset();
        if (spans >= std::min(kEnough, maxRows) || level == 1) {
            break;
        }
    }
    while (level > 1 && spans <= maxRows / SpanRecorder::kSpansPerSpan) {
        spans *= SpanRecorder::kSpansPerSpan;
        --level;
    }
    return level == 1 && points <= maxRows ? Level{0, points} : Level{level, spans};
}

void SpanReader::readPoints(std::int64_t series, std::int64_t firstStep, std::int64_t lastStep,
                            std::vector<StoredSpan>& out)
{
    m_selectPoints.bindAll(series, firstStep, lastStep);
    while (m_selectPoints.step()) {
        out.push_back(stored(Span::of(m_selectPoints.integer(0), m_selectPoints.integer(1),
                                      m_selectPoints.real(2))));
    }
}

void SpanReader::readLevel(std::int64_t series, int level, std::int64_t firstStep,
                           std::int64_t lastStep, std::vector<StoredSpan>& out)
{
    if (level == 0) {
        readPoints(series, firstStep, lastStep, out);
        return;
    }
    const auto begin = static_cast<std::ptrdiff_t>(out.size());
    m_selectSpans.bindAll(series, level, firstStep, lastStep);
    while (m_selectSpans.step()) {
        out.push_back(stored(spanOf(m_selectSpans)));
    }
    if (std::ssize(out) > begin && out.back().lastStep > lastStep) {
        out.pop_back(); // it ends outside
    }
    if (std::ssize(out) == begin) {
        readLevel(series, level - 1, firstStep, lastStep, out);
        return;
    }
    const std::int64_t wholeFirst = out[static_cast<std::size_t>(begin)].firstStep;
    const std::int64_t wholeLast = out.back().lastStep;
    if (wholeLast < wholeFirst) { // what lies before and behind would overlap
        throw DataLossError(
            fmt::format("series {} has a span of steps {} to {}", series, wholeFirst, wholeLast));
    }
    if (firstStep < wholeFirst) {
        std::vector<StoredSpan> before;
        readLevel(series, level - 1, firstStep, wholeFirst - 1, before);
        out.insert(out.begin() + begin, before.begin(), before.end());
    }
    if (wholeLast < lastStep) {
        readLevel(series, level - 1, wholeLast + 1, lastStep, out);
    }
}

} // namespace engine
