// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_marks.h"

#include "gui/charts/point_text.h"
#include "gui/charts/tag_role.h"
#include "gui/settings/number_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

constexpr double kMarkerSpacing = 120; // logical pixels, at least
constexpr int kMostEndLabels = 6;

// The smallest of 1, 2, 5 × 10ⁿ that is not below `least`.
double niceInterval(double least)
{
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least) {
            return factor * power;
        }
    }
    return 10 * power;
}

class MarkBuilder
{
    Q_DECLARE_TR_FUNCTIONS(gui::ChartMarks)

public:
    MarkBuilder(const SceneInput& input, const ValueRange& y, double pixels)
        : m_input(input), m_y(y), m_pixels(pixels), m_mainTag(mainTag(input.tags))
    { }

    ChartMarks build()
    {
        for (const ChartRun& run : m_input.data->runs()) {
            if (run.id == m_input.primary) {
                addEvents(run);
                addForks(run);
                addBest(run);
            }
            addNonFinite(run);
            addOffScale(run);
            addEnds(run);
            if (m_input.data->runs().size() > 1) {
                addMarkers(run);
            }
        }
        std::sort(m_marks.endLabels.begin(), m_marks.endLabels.end(),
                  [](const RunMark& a, const RunMark& b) { return a.at.y() > b.at.y(); });
        if (m_marks.endLabels.size() > kMostEndLabels) {
            m_marks.endLabels.resize(kMostEndLabels);
        }
        addHiddenText();
        return m_marks;
    }

private:
    bool shows(double x) const { return x >= m_input.x.lower && x <= m_input.x.upper; }
    double xOf(const ChartRun& run, const RunEvent& event) const
    {
        return run.scale(m_input.mode).toX(SeriesPoint{double(event.step), event.wallSeconds, 0});
    }

    void addEvents(const ChartRun& run)
    {
        for (const RunEvent& event : run.events) {
            const double x = xOf(run, event);
            if (!shows(x)) {
                continue;
            }
            if (event.kind == RunEventKind::CheckpointSaved) {
                m_marks.checkpoints.append(x);
            } else if (event.kind == RunEventKind::Resumed) {
                m_marks.lines.append({x, LineMark::Kind::Resumed, tr("resumed")});
            }
        }
        for (const ControlMark& control : run.controls) {
            const double x = run.scale(m_input.mode).toX(control.at);
            if (shows(x)) {
                m_marks.lines.append({x, LineMark::Kind::Control, control.text});
            }
        }
        if (run.divergence) {
            const double from = run.xOfStep(m_input.mode, run.divergence->onset);
            const double to = run.xOfStep(m_input.mode, run.divergence->halt);
            if (from < m_input.x.upper && to > m_input.x.lower) {
                m_marks.divergences.append(
                    {std::max(from, m_input.x.lower), std::min(to, m_input.x.upper)});
            }
        }
    }

    void addForks(const ChartRun& run)
    {
        const ChartSeries* series = run.find(m_mainTag);
        if (!series) {
            return;
        }
        for (const SeriesStretch& stretch : series->stretches()) {
            const qsizetype kept = stretch.keptMeans();
            if (kept > 0 && kept < stretch.smooth.size()) {
                const SeriesPoint point = stretch.smooth.at(kept - 1);
                const double x = run.scale(m_input.mode).toX(point);
                if (shows(x) && std::isfinite(point.value)) {
                    m_marks.forks.append({x, point.value});
                }
            }
        }
    }

    void addBest(const ChartRun& run)
    {
        for (const QString& tag : m_input.tags) {
            const TagRole role = TagRole::of(tag);
            const ChartSeries* series = run.find(tag);
            if (!series || role.split != TagSplit::Validation) {
                continue;
            }
            if (const std::optional<SeriesPoint> best = series->best(role.better())) {
                const double x = run.scale(m_input.mode).toX(*best);
                if (shows(x)) {
                    m_marks.best = QPointF(x, best->value);
                }
            }
        }
    }

    // One mark where a stretch of non-finite values begins; the same column has only one.
    void addNonFinite(const ChartRun& run)
    {
        const XScale scale = run.scale(m_input.mode);
        const double column = (m_input.x.upper - m_input.x.lower) / m_input.columns;
        for (const QString& tag : m_input.tags) {
            const ChartSeries* series = run.find(tag);
            if (!series) {
                continue;
            }
            for (const SeriesStretch& stretch : series->stretches()) {
                addNonFiniteOf(stretch, scale, column);
            }
        }
        if (run.divergence) {
            addHalt(run.xOfStep(m_input.mode, run.divergence->halt), column);
        }
        std::sort(m_marks.nonFinite.begin(), m_marks.nonFinite.end(),
                  [](const NonFiniteMark& a, const NonFiniteMark& b) { return a.x < b.x; });
    }

    // The halt goes through all charts, also those whose own values stayed finite.
    void addHalt(double x, double column)
    {
        const bool marked = std::any_of(
            m_marks.nonFinite.begin(), m_marks.nonFinite.end(),
            [&](const NonFiniteMark& mark) { return std::abs(mark.x - x) < 4 * column; });
        if (shows(x) && !marked) {
            m_marks.nonFinite.append({x, SeriesSummary::kNone, QString()});
        }
    }

    void addNonFiniteOf(const SeriesStretch& stretch, const XScale& scale, double column)
    {
        const SeriesPyramid& raw = stretch.raw;
        const auto bound = [&](double x) {
            return std::min(raw.lowerBound(scale.key, scale.toKey(x)), stretch.kept);
        };
        const qsizetype end = bound(m_input.x.upper + column);
        qsizetype index = raw.findNonFinite(bound(m_input.x.lower), end);
        double previous = -std::numeric_limits<double>::infinity();
        while (index >= 0) {
            const SeriesPoint point = raw.at(index);
            const double x = scale.toX(point);
            if (x - previous > 1.5 * column) {
                m_marks.nonFinite.append({x, point.value, nonFiniteText(point)});
            }
            previous = x;
            index = raw.findNonFinite(std::max(index + 1, bound(x + column)), end);
        }
    }

    QString nonFiniteText(const SeriesPoint& point) const
    {
        const QLocale locale;
        const QString value = point.isExact ? formatMetric(point.value, locale) : tr("Not finite");
        return tr("%1 at step %2").arg(value, stepText(point, locale));
    }

    void addOffScale(const ChartRun& run)
    {
        const ChartSeries* series = run.find(m_mainTag);
        if (!series) {
            return;
        }
        const bool raw = m_input.showRaw && run.id == m_input.primary;
        const CurveWindow window{run.scale(m_input.mode), m_input.x.lower, m_input.x.upper, 1};
        for (const bool above : {true, false}) {
            std::optional<OffScaleMark> worst;
            for (const SeriesStretch& stretch : series->stretches()) {
                const SeriesPyramid& points = raw ? stretch.raw : stretch.smooth;
                addOffScaleOf(worst, points, raw ? stretch.kept : stretch.keptMeans(), window,
                              above);
            }
            if (worst) {
                worst->slot = run.slot;
                worst->text = run.id == m_input.primary ? worst->text : QString();
                m_marks.offScale.append(*worst);
            }
        }
    }

    void addOffScaleOf(std::optional<OffScaleMark>& worst, const SeriesPyramid& points,
                       qsizetype kept, const CurveWindow& window, bool above) const
    {
        const SeriesSummary all = visibleSummary(points, 0, kept, window);
        const double value = above ? all.max : all.min;
        const bool beyond =
            above ? value > m_y.upper : value < m_y.lower && !(m_input.logY && value <= 0);
        if (!beyond || (worst && (above ? worst->value >= value : worst->value <= value))) {
            return;
        }
        const qsizetype from =
            points.lowerBound(window.scale.key, window.scale.toKey(window.lower));
        const qsizetype index = points.findExtreme(value, from, kept);
        if (index < 0) {
            return;
        }
        const SeriesPoint point = points.at(index);
        const QLocale locale;
        worst = OffScaleMark{
            window.scale.toX(point), value, above, 0,
            tr("%1 at step %2").arg(formatMetric(value, locale), stepText(point, locale))};
    }

    void addEnds(const ChartRun& run)
    {
        const std::optional<QPointF> end = curveEnd(m_input, run, m_input.x.upper);
        if (!end || end->x() < m_input.x.lower) {
            return;
        }
        m_marks.endLabels.append({*end, run.slot, run.name});
        if (run.id == m_input.live && shows(end->x())) {
            m_marks.liveEnd = RunMark{*end, run.slot, {}};
        }
    }

    void addMarkers(const ChartRun& run)
    {
        const double width = m_input.x.upper - m_input.x.lower;
        const double interval = niceInterval(kMarkerSpacing * width / std::max(1.0, m_pixels));
        for (double x = (std::floor(m_input.x.lower / interval) + 1) * interval;
             x <= m_input.x.upper; x += interval) {
            const std::optional<QPointF> point = curvePoint(m_input, run, x);
            if (point && std::abs(point->x() - x) < interval / 2 && shows(point->x())) {
                m_marks.markers.append({*point, run.slot, {}});
            }
        }
    }

    void addHiddenText()
    {
        const HiddenValues hidden = m_input.logY ? hiddenValues(m_input) : HiddenValues();
        if (hidden.count > 0) {
            m_marks.hiddenText = hidden.isAtLeast
                ? tr("points ≤ 0 hidden")
                : tr("%1 points ≤ 0 hidden").arg(formatInteger(hidden.count, QLocale()));
        }
    }

    const SceneInput& m_input;
    ValueRange m_y;
    double m_pixels;
    QString m_mainTag;
    ChartMarks m_marks;
};

} // namespace

ChartMarks buildMarks(const SceneInput& input, const ValueRange& y, double pixels)
{
    return MarkBuilder(input, y, pixels).build();
}

} // namespace gui
