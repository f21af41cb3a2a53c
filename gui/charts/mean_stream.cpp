// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/mean_stream.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace gui {

MeanStream::MeanStream(double halfLife, QList<Piece> pieces)
    : m_halfLife(halfLife), m_pieces(std::move(pieces)), m_results(size_t(m_pieces.size())),
      m_smoother(halfLife), m_fork(halfLife)
{ }

QList<StepRange> MeanStream::ranges() const
{
    QList<StepRange> ranges;
    for (const Piece& piece : m_pieces) {
        ranges.append(piece.range);
    }
    return ranges;
}

bool MeanStream::take(qsizetype piece, const MetricPoint& point)
{
    if (m_isCancelled.load(std::memory_order_relaxed)) {
        return false;
    }
    advanceTo(piece);
    const double mean = m_smoother.add(double(point.step), point.value);
    if (m_pieces.at(piece).bucket > 0) {
        add({double(point.step), point.wallSeconds,
             std::isfinite(point.value) ? mean : point.value});
    }
    return true;
}

void MeanStream::finish()
{
    advanceTo(m_pieces.size());
}

void MeanStream::advanceTo(qsizetype piece)
{
    for (; m_piece < piece; ++m_piece) {
        flush();
        Result& result = m_results[size_t(m_piece)];
        result.after = m_smoother;
        if (!result.means.isEmpty()) {
            result.means.last().isExact = true; // the nearest one to all that is behind it
        }
        const bool isTail = m_pieces.at(m_piece).isTail;
        const bool isNextTail = m_piece + 1 < m_pieces.size() && m_pieces.at(m_piece + 1).isTail;
        if (!isTail && isNextTail) {
            m_fork = m_smoother;
        } else if (isTail && !isNextTail) {
            m_smoother = m_fork;
        }
    }
}

void MeanStream::add(const SeriesPoint& mean)
{
    const double index = std::floor(mean.step / m_pieces.at(m_piece).bucket);
    if (m_bucket.count > 0 && index != m_bucket.index) {
        flush();
    }
    const Numbered numbered{m_bucket.count, mean};
    if (m_bucket.count++ == 0) {
        m_bucket.index = index;
        m_bucket.first = numbered;
    }
    m_bucket.last = numbered;
    if (!std::isfinite(mean.value)) {
        m_bucket.broken = std::exchange(m_bucket.hasBroken, true) ? m_bucket.broken : numbered;
        return;
    }
    const bool isOnly = !std::exchange(m_bucket.hasFinite, true);
    if (isOnly || mean.value < m_bucket.low.point.value) {
        m_bucket.low = numbered;
    }
    if (isOnly || mean.value > m_bucket.high.point.value) {
        m_bucket.high = numbered;
    }
}

// Each of them once, in their order.
void MeanStream::flush()
{
    if (m_bucket.count == 0) {
        return;
    }
    std::array<Numbered, 5> kept{m_bucket.first, m_bucket.last, m_bucket.last, m_bucket.last,
                                 m_bucket.last};
    if (m_bucket.hasFinite) {
        kept[1] = m_bucket.low;
        kept[2] = m_bucket.high;
    }
    if (m_bucket.hasBroken) {
        kept[3] = m_bucket.broken;
    }
    std::sort(kept.begin(), kept.end(),
              [](const Numbered& a, const Numbered& b) { return a.number < b.number; });
    const auto end =
        std::unique(kept.begin(), kept.end(),
                    [](const Numbered& a, const Numbered& b) { return a.number == b.number; });
    const bool isExact = end - kept.begin() == m_bucket.count;
    for (auto one = kept.begin(); one != end; ++one) {
        one->point.isExact = isExact;
        m_results[size_t(m_piece)].means.append(one->point);
    }
    m_bucket = Bucket();
}

} // namespace gui
