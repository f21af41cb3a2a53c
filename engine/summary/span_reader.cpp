// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/span_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine {

SpanReader::SpanReader(Database& database, std::int64_t series)
    : m_series(series), m_selectTop(database, "SELECT max(level) FROM span WHERE series_id = ?"),
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

std::vector<Span> SpanReader::read(std::int64_t firstStep, std::int64_t lastStep,
                                   std::int64_t maxRows)
{
    std::vector<Span> spans;
    if (firstStep <= lastStep) {
        readLevel(fittingLevel(firstStep, lastStep, maxRows), firstStep, lastStep, spans);
    }
    return spans;
}

int SpanReader::topLevel()
{
    m_selectTop.bindAll(m_series);
    const int level = m_selectTop.step() ? static_cast<int>(m_selectTop.integer(0)) : 0;
    m_selectTop.reset();
    return level;
}

// The finest level of which about `maxRows` spans at most begin in the range, 0 for the points. The
// levels are looked at from the top until one has enough spans to tell how many the finer ones
// have: each is of four.
int SpanReader::fittingLevel(std::int64_t firstStep, std::int64_t lastStep, std::int64_t maxRows)
{
    constexpr std::int64_t kEnough = 32;
    int level = topLevel();
    std::int64_t spans = 0;
    std::int64_t points = 0;
    for (; level > 0; --level) {
        m_selectSizes.bindAll(m_series, level, firstStep, lastStep);
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
    return level == 1 && points <= maxRows ? 0 : level;
}

void SpanReader::readLevel(int level, std::int64_t firstStep, std::int64_t lastStep,
                           std::vector<Span>& out)
{
    if (level == 0) {
        m_selectPoints.bindAll(m_series, firstStep, lastStep);
        while (m_selectPoints.step()) {
            out.push_back(Span::of(m_selectPoints.integer(0), m_selectPoints.integer(1),
                                   m_selectPoints.real(2)));
        }
        return;
    }
    std::vector<Span> whole;
    m_selectSpans.bindAll(m_series, level, firstStep, lastStep);
    while (m_selectSpans.step()) {
        const Span span = spanOf(m_selectSpans);
        if (span.lastStep <= lastStep) {
            whole.push_back(span);
        }
    }
    if (whole.empty()) {
        readLevel(level - 1, firstStep, lastStep, out);
        return;
    }
    if (firstStep < whole.front().firstStep) {
        readLevel(level - 1, firstStep, whole.front().firstStep - 1, out);
    }
    out.insert(out.end(), whole.begin(), whole.end());
    if (whole.back().lastStep < lastStep) {
        readLevel(level - 1, whole.back().lastStep + 1, lastStep, out);
    }
}

} // namespace engine
