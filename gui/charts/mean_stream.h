// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/series_detail.h"
#include "gui/charts/series_pyramid.h"
#include "gui/charts/smoother.h"

#include <QList>

#include <atomic>
#include <vector>

namespace gui {

// Smooths a stored series while its points pass by, each looked at once, and keeps of the means
// what a chart of them needs: first, smallest, largest and last of every bucket of steps. Memory
// depends on the number of buckets.
//
// Thread rule: take() in one thread, then the results in another; cancel() in any.
class MeanStream final : public PointSink
{
public:
    struct Piece
    {
        StepRange range;
        bool isTail = false; // abandoned: the mean goes on from the point where it began
        double bucket = 0; // steps; 0: only what comes behind it is wanted
        qsizetype stretch = 0; // of the series
    };

    MeanStream(double halfLife, QList<Piece> pieces);

    bool take(qsizetype piece, const MetricPoint& point) override;
    void cancel() { m_isCancelled.store(true, std::memory_order_relaxed); }
    void finish(); // behind the last point, before the results

    const QList<Piece>& pieces() const { return m_pieces; }
    QList<StepRange> ranges() const;
    double halfLife() const { return m_halfLife; }
    // The means of a piece. Where a value is not finite there is none: the line breaks.
    const QList<SeriesPoint>& means(qsizetype piece) const
    {
        return m_results[size_t(piece)].means;
    }
    // Continues behind the last point of a piece.
    const Smoother& after(qsizetype piece) const { return m_results[size_t(piece)].after; }

private:
    struct Numbered
    {
        qint64 number = 0;
        SeriesPoint point;
    };
    struct Bucket
    {
        double index = 0;
        qint64 count = 0;
        Numbered first;
        Numbered last;
        Numbered low;
        Numbered high;
        Numbered broken;
        bool hasFinite = false;
        bool hasBroken = false;
    };
    struct Result
    {
        QList<SeriesPoint> means;
        Smoother after;
    };

    void advanceTo(qsizetype piece);
    void add(const SeriesPoint& mean);
    void flush();

    const double m_halfLife;
    const QList<Piece> m_pieces;
    std::vector<Result> m_results; // by piece
    std::atomic<bool> m_isCancelled = false;
    qsizetype m_piece = 0;
    Smoother m_smoother;
    Smoother m_fork; // while a tail passes by
    Bucket m_bucket;
};

} // namespace gui
