// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"
#include "gui/charts/chart_series.h"
#include "gui/charts/x_scale.h"

#include <map>
#include <optional>
#include <vector>

namespace gui {

// The steps between the onset of a divergence and the halt.
struct DivergenceSpan
{
    double onset = 0;
    double halt = 0;
};

// A control that was changed while the run was training, already worded.
struct ControlMark
{
    SeriesPoint at;
    QString text; // "learning rate → 0.05"
};

// One shown run with all its points.
struct ChartRun
{
    RunId id = 0;
    QString name;
    int slot = 0; // 0-based
    double stepsPerEpoch = 0; // 0: not known
    QList<SegmentInfo> segments;
    std::map<QString, ChartSeries> series; // by tag
    QList<RunEvent> events;
    QList<ControlMark> controls;
    std::optional<DivergenceSpan> divergence;

    const ChartSeries* find(const QString& tag) const;
    XScale scale(XMode mode) const;
    // Where a step without a time of its own lies.
    double xOfStep(XMode mode, double step) const;
    double firstWall() const; // of all points; NaN without any
};

// Everything the charts draw: the runs in the order in which they were shown.
class ChartData
{
public:
    const std::vector<ChartRun>& runs() const { return m_runs; }
    const ChartRun* find(RunId run) const;
    ChartRun* find(RunId run);
    ChartSeries* find(RunId run, const QString& tag); // null if there is none

    ChartRun& setRun(RunId run, const QString& name, int slot);
    void removeRun(RunId run);
    void clear();

    // False when the run is not shown.
    bool append(const MetricBatch& batch);
    void setSegments(RunId run, const QList<SegmentInfo>& segments);
    void setHalfLife(double steps);
    double halfLife() const { return m_halfLife; }
    bool catchUp(qsizetype maxPoints);
    // As of each series.
    bool isPausing() const;
    bool passPauses();

    // All tags in the order in which they first appeared.
    const QStringList& tags() const { return m_tags; }
    // Smallest and largest x of the run's kept points; empty without points.
    std::optional<std::pair<double, double>> extent(const ChartRun& run, XMode mode) const;

private:
    ChartSeries& seriesFor(ChartRun& run, const QString& tag);

    std::vector<ChartRun> m_runs;
    QStringList m_tags;
    double m_halfLife = 0;
};

} // namespace gui
