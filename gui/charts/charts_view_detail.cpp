// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/charts_view_private.h"

namespace gui {

void ChartsView::Private::askForDetail()
{
    const int columns = int(q.viewport()->width() * q.devicePixelRatioF());
    for (const ChartRun& run : data.runs()) {
        const XScale scale = run.scale(mode);
        const DetailView view{scale.key, scale.toKey(x.range().lower), scale.toKey(x.range().upper),
                              columns};
        for (const ChartCard* each : cards) {
            for (const QString& tag : each->hasPlot() ? each->tags() : QStringList()) {
                askForDetail(run.id, tag, view);
            }
        }
    }
}

void ChartsView::Private::askForDetail(RunId run, const QString& tag, const DetailView& view)
{
    ChartSeries* const series = data.find(run, tag);
    if (!series) {
        return;
    }
    const QList<DetailRequest> requests = series->wantedDetail(view);
    for (DetailRequest request : requests) {
        request.run = run;
        request.tag = tag;
        emit q.detailWanted(request);
    }
    if (const std::shared_ptr<MeanStream> stream = series->wantedMeans(view)) {
        emit q.pointsWanted({run, tag, stream->ranges(), stream});
    }
}

void ChartsView::Private::takeValues()
{
    m_valuesCame = true;
    schedule(true);
}

void ChartsView::Private::retryLater()
{
    if (!m_retryTimer.isActive() && data.isPausing()) {
        m_retryTimer.start();
    }
}

void ChartsView::Private::passPauses()
{
    if (data.passPauses()) {
        schedule(false);
    }
    if (!data.isPausing()) {
        m_retryTimer.stop();
    }
}

void ChartsView::takeDetail(const DetailRequest& request, const QList<MetricSpan>& spans)
{
    ChartSeries* const series = d->data.find(request.run, request.tag);
    if (series && series->takeDetail(request, spans)) {
        d->takeValues();
    }
    d->retryLater();
}

void ChartsView::takeStream(const PointStream& stream, bool isComplete)
{
    ChartSeries* const series = d->data.find(stream.run, stream.tag);
    auto* const means = dynamic_cast<MeanStream*>(stream.sink.get());
    if (series && means && series->takeMeans(*means, isComplete)) {
        d->takeValues();
    }
    d->retryLater();
}

} // namespace gui
