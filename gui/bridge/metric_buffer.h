// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"

#include <QString>

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace gui {

// The step's numbers on their way from the training thread to the window. Bounded: when a tag has
// `capacity` points waiting, neighbours are merged so that the lowest, the highest and every
// non-finite value stay. append() takes a short lock and allocates nothing once warm.
//
// Thread rule: append() from any thread, drain() from the window's.
class MetricBuffer
{
public:
    using Tag = std::size_t;

    static constexpr std::size_t kDefaultCapacity = std::size_t{1} << 16;

    explicit MetricBuffer(std::size_t capacity = kDefaultCapacity);

    // The same name gives the same tag.
    Tag registerTag(std::string_view name);
    void append(Tag tag, const MetricPoint& point);
    // Everything since the last call, a batch for each tag that has points; run and segment are
    // set.
    QList<MetricBatch> drain(RunId run, int segment);
    // Points that merging has left out so far.
    qint64 mergedCount() const;

private:
    struct Series
    {
        std::string name;
        std::vector<MetricPoint> points;
    };

    void merge(std::vector<MetricPoint>& points);

    const std::size_t m_capacity;
    mutable std::mutex m_mutex;
    std::vector<Series> m_series;
    qint64 m_mergedCount = 0;
};

} // namespace gui
