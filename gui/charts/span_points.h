// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"
#include "gui/charts/series_pyramid.h"

#include <QList>

namespace gui {

// The points with which spans are drawn: of one point itself, of several the first, the smallest,
// the largest and the last (M4: Jugel et al., VLDB 2014), and one that is not finite if there are
// such. Where between first and last they lie is not known: the extremes are put at both quarters,
// so that no column of pixels stays empty in a span of up to two, and what is not finite in the
// middle. The time of a last point, which a span does not hold, is that of even steps up to the
// next span.
QList<SeriesPoint> pointsOf(const QList<MetricSpan>& spans);

} // namespace gui
