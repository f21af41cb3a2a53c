// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/span_reader.h"

#include <fmt/format.h>

namespace engine {

SpanReader::SpanReader(Database& database, std::int64_t series)
    : m_series(series), m_selectTop(database, "SELECT max(level) FROM span WHERE series_id = ?"),
      // The limit keeps counting short where rows are very many.
      m_countRows(database,
                  "SELECT sum(point_count), count(*) FROM (SELECT point_count FROM span "
                  "WHERE series_id = ?1 AND level = ?2 AND first_step BETWEEN ?3 AND ?4 LIMIT ?5)"),
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

// The finest level of which no more than `maxRows` spans begin in the range, 0 for the points.
int SpanReader::fittingLevel(std::int64_t firstStep, std::int64_t lastStep, std::int64_t maxRows)
{
    int level = topLevel();
    while (level > 0) {
        m_countRows.bindAll(m_series, level, firstStep, lastStep, maxRows + 1);
        m_countRows.step();
        const std::int64_t points = m_countRows.integer(0);
        const std::int64_t spans = m_countRows.integer(1);
        m_countRows.reset();
        const std::int64_t below = level == 1 ? points : spans * SpanRecorder::kSpansPerSpan;
        if (below > maxRows) {
            break;
        }
        --level;
    }
    return level;
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
