// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/series_pyramid.h"

namespace gui {

// What the x axis of all charts shows: updates done, seconds since the run began, time of day
// (seconds since 1970), or passes over the data.
enum class XMode
{
    Step,
    RelativeTime,
    WallClock,
    Epoch
};

// Where a point of one run lies on the x axis: x = (key - origin) / unit.
struct XScale
{
    SeriesKey key = SeriesKey::Step;
    double origin = 0;
    double unit = 1;

    double toX(double keyValue) const { return (keyValue - origin) / unit; }
    double toKey(double x) const { return x * unit + origin; }
    double toX(const SeriesPoint& point) const
    {
        return toX(key == SeriesKey::Step ? point.step : point.wallSeconds);
    }
};

} // namespace gui
