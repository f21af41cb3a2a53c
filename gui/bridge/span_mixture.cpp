// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/span_mixture.h"

#include "engine/summary/run_store_reader.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gui {

namespace {

constexpr int kRowsOutside = 2000; // of the window, on each side
constexpr int kRowsToSearch = 64; // of a span, at a time

using Spans = std::vector<engine::StoredSpan>;

class MixtureReader
{
public:
    MixtureReader(engine::RunStoreReader& reader, const DetailRequest& request)
        : m_reader(reader), m_request(request), m_tag(request.tag.toStdString())
    { }

    QList<MetricSpan> read()
    {
        const StepRange& range = m_request.range;
        qint64 first = range.first;
        for (const qint64 last : partEnds()) {
            if (last >= first && last <= range.last) {
                readPart(first, last);
                first = last + 1;
            }
        }
        if (first <= range.last) {
            readPart(first, range.last);
        }
        return std::move(m_spans);
    }

private:
    // Where a part ends before the range does.
    std::vector<qint64> partEnds() const
    {
        std::vector<qint64> ends;
        if (m_request.windowFirst > kFirstOfSteps) {
            ends.push_back(m_request.windowFirst - 1);
        }
        for (const qint64 end : {m_request.windowLast, m_request.keptUntil}) {
            if (end < kLastOfSteps) {
                ends.push_back(end);
            }
        }
        if (m_request.range.last < kLastOfSteps && m_request.range.last > kFirstOfSteps) {
            ends.push_back(m_request.range.last - 1); // the last point for itself
        }
        std::sort(ends.begin(), ends.end());
        return ends;
    }

    Spans spansOf(qint64 first, qint64 last, int rows)
    {
        return m_reader.spans(m_request.run, m_request.range.segment, m_tag, first, last, rows);
    }

    void readPart(qint64 first, qint64 last)
    {
        const bool inWindow = first >= m_request.windowFirst && first <= m_request.windowLast;
        Spans spans = spansOf(first, last, inWindow ? m_request.windowRows : kRowsOutside);
        double low = std::numeric_limits<double>::quiet_NaN();
        double high = low;
        for (const engine::StoredSpan& span : spans) {
            low = std::fmin(low, span.minimum);
            high = std::fmax(high, span.maximum);
        }
        single(spans, [low](const engine::StoredSpan& span) { return span.minimum == low; });
        single(spans, [high](const engine::StoredSpan& span) { return span.maximum == high; });
        single(spans, [](const engine::StoredSpan& span) { return span.nonFiniteCount > 0; });
        for (const engine::StoredSpan& span : spans) {
            m_spans.append({span.firstStep, span.lastStep, span.wallSeconds, span.pointCount,
                            span.nonFiniteCount, span.firstValue, span.lastValue, span.minimum,
                            span.maximum});
        }
    }

    // Puts finer spans in the place of the first that is wanted, until it is a point.
    template <typename Wanted>
    void single(Spans& spans, Wanted wanted)
    {
        auto found = std::find_if(spans.begin(), spans.end(), wanted);
        while (found != spans.end() && found->pointCount > 1) {
            const Spans finer = spansOf(found->firstStep, found->lastStep, kRowsToSearch);
            const auto inFiner = std::find_if(finer.begin(), finer.end(), wanted);
            if (finer.size() < 2 || inFiner == finer.end()) {
                return; // the store has changed meanwhile
            }
            const std::ptrdiff_t offset = inFiner - finer.begin();
            const auto place = spans.insert(spans.erase(found), finer.begin(), finer.end());
            found = place + offset;
        }
    }

    engine::RunStoreReader& m_reader;
    const DetailRequest& m_request;
    std::string m_tag;
    QList<MetricSpan> m_spans;
};

} // namespace

QList<MetricSpan> readMixture(engine::RunStoreReader& reader, const DetailRequest& request)
{
    return MixtureReader(reader, request).read();
}

} // namespace gui
