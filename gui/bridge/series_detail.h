// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"

#include <limits>
#include <memory>

namespace gui {

// What the charts ask of a long stored series, of which they hold spans only.

inline constexpr qint64 kFirstOfSteps = std::numeric_limits<qint64>::min();
inline constexpr qint64 kLastOfSteps = std::numeric_limits<qint64>::max();

// Steps first ≤ step ≤ last of one segment.
struct StepRange
{
    int segment = 0;
    qint64 first = kFirstOfSteps;
    qint64 last = kLastOfSteps;

    bool operator==(const StepRange&) const = default;
};

// The stored points of a range as spans that cover all of it: about `windowRows` of them at most in
// the window, fewer and coarser ones left and right of it.
struct DetailRequest
{
    RunId run = 0;
    QString tag;
    StepRange range;
    qint64 windowFirst = kFirstOfSteps;
    qint64 windowLast = kLastOfSteps;
    qint64 keptUntil = kLastOfSteps; // no span lies across it
    int windowRows = 4000;

    bool operator==(const DetailRequest&) const = default;
};

// Takes points one at a time, in a thread of the library's.
class PointSink
{
public:
    virtual ~PointSink() = default;
    // The next point of `ranges[range]`. False: no more are wanted.
    virtual bool take(qsizetype range, const MetricPoint& point) = 0;
};

// All stored points of some ranges of a tag, one range after the other. The library touches the
// sink no more once it has answered.
struct PointStream
{
    RunId run = 0;
    QString tag;
    QList<StepRange> ranges;
    std::shared_ptr<PointSink> sink;
};

} // namespace gui

Q_DECLARE_METATYPE(gui::DetailRequest)
Q_DECLARE_METATYPE(gui::PointStream)
