// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_data.h"

#include "gui/charts/tag_role.h"

#include <algorithm>
#include <cmath>

namespace gui {

const ChartSeries* ChartRun::find(const QString& tag) const
{
    const auto found = series.find(tag);
    return found == series.end() ? nullptr : &found->second;
}

double ChartRun::firstWall() const
{
    double first = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [tag, points] : series) {
        for (const SeriesStretch& stretch : points.stretches()) {
            if (!stretch.raw.isEmpty()) {
                first = std::fmin(first, stretch.raw.at(0).wallSeconds);
            }
        }
    }
    return first;
}

XScale ChartRun::scale(XMode mode) const
{
    switch (mode) {
    case XMode::Step:
        return {};
    case XMode::Epoch:
        return {SeriesKey::Step, 0, stepsPerEpoch > 0 ? stepsPerEpoch : 1};
    case XMode::WallClock:
        return {SeriesKey::Wall, 0, 1};
    case XMode::RelativeTime:
        break;
    }
    const double first = firstWall();
    return {SeriesKey::Wall, std::isnan(first) ? 0 : first, 1};
}

double ChartRun::xOfStep(XMode mode, double step) const
{
    const XScale axis = scale(mode);
    if (axis.key == SeriesKey::Step) {
        return axis.toX(step);
    }
    double x = std::numeric_limits<double>::quiet_NaN();
    double distance = std::numeric_limits<double>::infinity();
    for (const auto& [tag, points] : series) {
        const std::optional<SeriesPoint> near = points.nearest(SeriesKey::Step, step);
        if (near && std::abs(near->step - step) < distance) {
            distance = std::abs(near->step - step);
            x = axis.toX(*near);
        }
    }
    return x;
}

const ChartRun* ChartData::find(RunId run) const
{
    const auto found = std::find_if(m_runs.begin(), m_runs.end(),
                                    [run](const ChartRun& r) { return r.id == run; });
    return found == m_runs.end() ? nullptr : &*found;
}

ChartRun* ChartData::find(RunId run)
{
    return const_cast<ChartRun*>(std::as_const(*this).find(run));
}

ChartRun& ChartData::setRun(RunId run, const QString& name, int slot)
{
    ChartRun* known = find(run);
    ChartRun& target = known ? *known : m_runs.emplace_back();
    target.id = run;
    target.name = name;
    target.slot = slot;
    return target;
}

void ChartData::removeRun(RunId run)
{
    std::erase_if(m_runs, [run](const ChartRun& r) { return r.id == run; });
    m_tags.removeIf([this](const QString& tag) {
        return std::none_of(m_runs.begin(), m_runs.end(),
                            [&tag](const ChartRun& r) { return r.find(tag) != nullptr; });
    });
}

void ChartData::clear()
{
    m_runs.clear();
    m_tags.clear();
}

ChartSeries& ChartData::seriesFor(ChartRun& run, const QString& tag)
{
    const auto [place, isNew] = run.series.try_emplace(tag);
    if (isNew) {
        place->second.setSegments(run.segments);
        place->second.setHalfLife(TagRole::of(tag).isSmoothed() ? m_halfLife : 0);
        if (!m_tags.contains(tag)) {
            m_tags.append(tag);
        }
    }
    return place->second;
}

bool ChartData::append(const MetricBatch& batch)
{
    ChartRun* run = find(batch.run);
    if (!run) {
        return false;
    }
    if (!batch.points.isEmpty()) {
        seriesFor(*run, batch.tag).append(batch.segment, batch.points);
    }
    if (!batch.spans.isEmpty()) {
        seriesFor(*run, batch.tag).appendStored(batch.segment, batch.spans);
    }
    return true;
}

ChartSeries* ChartData::find(RunId run, const QString& tag)
{
    ChartRun* const found = find(run);
    const auto series =
        found ? found->series.find(tag) : std::map<QString, ChartSeries>::iterator();
    return found && series != found->series.end() ? &series->second : nullptr;
}

void ChartData::setSegments(RunId run, const QList<SegmentInfo>& segments)
{
    if (ChartRun* found = find(run)) {
        found->segments = segments;
        for (auto& [tag, series] : found->series) {
            series.setSegments(segments);
        }
    }
}

void ChartData::setHalfLife(double steps)
{
    m_halfLife = std::max(0.0, steps);
    for (ChartRun& run : m_runs) {
        for (auto& [tag, series] : run.series) {
            series.setHalfLife(TagRole::of(tag).isSmoothed() ? m_halfLife : 0);
        }
    }
}

bool ChartData::isPausing() const
{
    return std::any_of(m_runs.begin(), m_runs.end(), [](const ChartRun& run) {
        return std::any_of(run.series.begin(), run.series.end(),
                           [](const auto& each) { return each.second.isPausing(); });
    });
}

bool ChartData::passPauses()
{
    bool isOver = false;
    for (ChartRun& run : m_runs) {
        for (auto& [tag, series] : run.series) {
            isOver = series.passPauses() || isOver;
        }
    }
    return isOver;
}

bool ChartData::catchUp(qsizetype maxPoints)
{
    bool done = true;
    for (ChartRun& run : m_runs) {
        for (auto& [tag, series] : run.series) {
            done = series.catchUp(maxPoints) && done;
        }
    }
    return done;
}

std::optional<std::pair<double, double>> ChartData::extent(const ChartRun& run, XMode mode) const
{
    const XScale axis = run.scale(mode);
    std::optional<std::pair<double, double>> all;
    for (const auto& [tag, series] : run.series) {
        for (const SeriesStretch& stretch : series.stretches()) {
            if (stretch.kept == 0) {
                continue;
            }
            const double lower = axis.toX(stretch.raw.at(0));
            const double upper = axis.toX(stretch.raw.at(stretch.kept - 1));
            all = all ? std::pair(std::min(all->first, lower), std::max(all->second, upper))
                      : std::pair(lower, upper);
        }
    }
    return all;
}

} // namespace gui
