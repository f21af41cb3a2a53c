// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/metric_buffer.h"

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

// Points of a group of four that must stay: the lowest and the highest, in their order, and all
// that are not finite.
constexpr std::size_t kGroup = 4;

std::size_t keepExtremes(MetricPoint* group, MetricPoint* target)
{
    const auto isFinite = [](const MetricPoint& point) { return std::isfinite(point.value); };
    const MetricPoint* lowest = nullptr;
    const MetricPoint* highest = nullptr;
    for (const MetricPoint* point = group; point != group + kGroup; ++point) {
        if (isFinite(*point)) {
            lowest = lowest == nullptr || point->value < lowest->value ? point : lowest;
            highest = highest == nullptr || point->value >= highest->value ? point : highest;
        }
    }
    std::size_t kept = 0;
    for (MetricPoint* point = group; point != group + kGroup; ++point) {
        if (point == lowest || point == highest || !isFinite(*point)) {
            // In place: never ahead of what is still to be read.
            target[kept++] = *point;
        }
    }
    return kept;
}

} // namespace

MetricBuffer::MetricBuffer(std::size_t capacity) : m_capacity(std::max(capacity, 2 * kGroup)) { }

MetricBuffer::Tag MetricBuffer::registerTag(std::string_view name)
{
    const std::lock_guard lock(m_mutex);
    const auto found = std::ranges::find(m_series, name, &Series::name);
    if (found != m_series.end()) {
        return static_cast<Tag>(found - m_series.begin());
    }
    m_series.push_back({std::string(name), {}});
    m_series.back().points.reserve(1024);
    return m_series.size() - 1;
}

void MetricBuffer::append(Tag tag, const MetricPoint& point)
{
    const std::lock_guard lock(m_mutex);
    std::vector<MetricPoint>& points = m_series[tag].points;
    if (points.size() >= m_capacity) {
        merge(points);
    }
    points.push_back(point);
}

void MetricBuffer::merge(std::vector<MetricPoint>& points)
{
    std::size_t kept = 0;
    std::size_t next = 0;
    for (; next + kGroup <= points.size(); next += kGroup) {
        MetricPoint group[kGroup];
        std::copy_n(points.begin() + static_cast<std::ptrdiff_t>(next), kGroup, group);
        kept += keepExtremes(group, points.data() + kept);
    }
    for (; next < points.size(); ++next) {
        points[kept++] = points[next];
    }
    m_mergedCount += static_cast<qint64>(points.size() - kept);
    points.resize(kept);
}

QList<MetricBatch> MetricBuffer::drain(RunId run, int segment)
{
    QList<MetricBatch> batches;
    const std::lock_guard lock(m_mutex);
    for (Series& series : m_series) {
        if (!series.points.empty()) {
            MetricBatch batch;
            batch.run = run;
            batch.segment = segment;
            batch.tag = QString::fromStdString(series.name);
            batch.points = QList<MetricPoint>(series.points.begin(), series.points.end());
            batches.append(std::move(batch));
            series.points.clear();
        }
    }
    return batches;
}

qint64 MetricBuffer::mergedCount() const
{
    const std::lock_guard lock(m_mutex);
    return m_mergedCount;
}

} // namespace gui
