// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_scene.h"

#include "gui/charts/tag_role.h"

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

CurveWindow windowOf(const SceneInput& input, const ChartRun& run, bool onePerColumn = false)
{
    return {run.scale(input.mode), input.x.lower, input.x.upper,
            input.columns,         input.logY,    onePerColumn};
}

CurveRole roleOf(const TagRole& tag)
{
    switch (tag.split) {
    case TagSplit::Validation:
        return CurveRole::Validation;
    case TagSplit::Test:
        return CurveRole::Test;
    case TagSplit::Plain:
    case TagSplit::Training:
        break;
    }
    return CurveRole::Mean;
}

bool drawsRaw(const SceneInput& input, const ChartRun& run, const TagRole& tag)
{
    return input.showRaw && tag.isSmoothed() && input.data->halfLife() > 0
        && (run.id == input.primary || input.data->runs().size() == 1);
}

// The kept points of all segments as one line, the abandoned tails as lines of their own.
void addSeries(QList<ChartCurve>& curves, const SceneInput& input, const ChartRun& run,
               const QString& tag)
{
    const ChartSeries* series = run.find(tag);
    if (!series) {
        return;
    }
    const TagRole role = TagRole::of(tag);
    const CurveWindow window = windowOf(input, run, role.isDashed());
    ChartCurve raw{run.id, run.slot, CurveRole::Raw, false, {}};
    ChartCurve line{run.id, run.slot, roleOf(role), role.isStepped(), {}};
    for (const SeriesStretch& stretch : series->stretches()) {
        const qsizetype keptMeans = stretch.keptMeans();
        // Until the means of a stored stretch have come, its values show where the line will be.
        if (drawsRaw(input, run, role) || (stretch.stored && stretch.smooth.isEmpty())) {
            raw.points += reduceCurve(stretch.raw, 0, stretch.kept, window);
        }
        line.points += reduceCurve(stretch.smooth, 0, keptMeans, window);
        if (keptMeans < stretch.smooth.size()) {
            // The tail starts at the last kept point: it leaves the line there.
            curves.append({run.id, run.slot, CurveRole::Ghost, role.isStepped(),
                           reduceCurve(stretch.smooth, std::max<qsizetype>(0, keptMeans - 1),
                                       stretch.smooth.size(), window)});
        }
    }
    if (!raw.points.isEmpty()) {
        curves.append(raw);
    }
    curves.append(line);
}

// Calls `visit(run, series, role)` for each series of the card.
template <typename Visit>
void forEachSeries(const SceneInput& input, Visit visit)
{
    for (const ChartRun& run : input.data->runs()) {
        for (const QString& tag : input.tags) {
            if (const ChartSeries* series = run.find(tag)) {
                visit(run, *series, TagRole::of(tag));
            }
        }
    }
}

// The middle of the values, and beyond it what is not far out.
ValueRange middle(std::vector<double> values)
{
    constexpr double kOutside = 0.05; // of the values at each end
    constexpr double kNear = 0.15; // of the middle's size
    std::sort(values.begin(), values.end());
    const size_t cut = size_t(kOutside * double(values.size()));
    const double lower = values[cut];
    const double upper = values[values.size() - 1 - cut];
    const double near = kNear * (upper - lower);
    return {std::max(values.front(), lower - near), std::min(values.back(), upper + near)};
}

} // namespace

QString mainTag(const QStringList& tags)
{
    for (const QString& tag : tags) {
        if (!TagRole::of(tag).isDashed()) {
            return tag;
        }
    }
    return tags.value(0);
}

QList<ChartCurve> buildCurves(const SceneInput& input)
{
    QList<ChartCurve> curves;
    const auto add = [&](bool primary) {
        for (const ChartRun& run : input.data->runs()) {
            if ((run.id == input.primary) == primary) {
                for (const QString& tag : input.tags) {
                    addSeries(curves, input, run, tag);
                }
            }
        }
    };
    add(false);
    add(true);
    return curves;
}

std::optional<ValueRange> visibleValues(const SceneInput& input, bool outlierProof)
{
    std::vector<double> values;
    forEachSeries(input, [&](const ChartRun& run, const ChartSeries& series, const TagRole& role) {
        CurveWindow window = windowOf(input, run);
        const bool raw = drawsRaw(input, run, role);
        for (const SeriesStretch& stretch : series.stretches()) {
            const bool isPending = stretch.stored && stretch.smooth.isEmpty();
            const SeriesPyramid& points = raw || isPending ? stretch.raw : stretch.smooth;
            if (outlierProof) {
                for (const QPointF& point : reduceCurve(points, 0, points.size(), window)) {
                    values.push_back(point.y());
                }
            } else {
                const SeriesSummary all = visibleSummary(points, 0, points.size(), window);
                values.push_back(input.logY ? all.minPositive : all.min);
                values.push_back(all.max);
            }
        }
    });
    std::erase_if(values, [&](double v) { return std::isnan(v) || (input.logY && v <= 0); });
    if (values.empty()) {
        return std::nullopt;
    }
    if (outlierProof) {
        return middle(std::move(values));
    }
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    return ValueRange{*low, *high};
}

HiddenValues hiddenValues(const SceneInput& input)
{
    HiddenValues hidden;
    forEachSeries(input, [&](const ChartRun& run, const ChartSeries& series, const TagRole&) {
        for (const SeriesStretch& stretch : series.stretches()) {
            hidden.count +=
                visibleSummary(stretch.raw, 0, stretch.kept, windowOf(input, run)).nonPositive;
        }
        hidden.isAtLeast = hidden.isAtLeast || !series.isWhole();
    });
    return hidden;
}

std::optional<SeriesPoint> meanNear(const SceneInput& input, const ChartRun& run, double x)
{
    const ChartSeries* series = run.find(mainTag(input.tags));
    if (!series) {
        return std::nullopt;
    }
    const XScale scale = run.scale(input.mode);
    const std::optional<SeriesPoint> point = series->nearestSmooth(scale.key, scale.toKey(x));
    return point && std::isfinite(point->value) ? point : std::nullopt;
}

std::optional<QPointF> curvePoint(const SceneInput& input, const ChartRun& run, double x)
{
    const std::optional<SeriesPoint> point = meanNear(input, run, x);
    return point ? std::optional(QPointF(run.scale(input.mode).toX(*point), point->value))
                 : std::nullopt;
}

std::optional<QPointF> curveEnd(const SceneInput& input, const ChartRun& run, double x)
{
    const ChartSeries* series = run.find(mainTag(input.tags));
    const XScale scale = run.scale(input.mode);
    const std::optional<SeriesPoint> point =
        series ? series->lastSmooth(scale.key, scale.toKey(x)) : std::nullopt;
    return point ? std::optional<QPointF>(QPointF(scale.toX(*point), point->value)) : std::nullopt;
}

} // namespace gui
