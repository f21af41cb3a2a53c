// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/chart_data.h"
#include "gui/charts/curve_reduction.h"

#include <QPointF>
#include <QStringList>

#include <optional>

namespace gui {

struct ValueRange
{
    double lower = 0;
    double upper = 1;

    bool operator==(const ValueRange&) const = default;
};

// What a chart is asked to show. `data` outlives the call it is passed to.
struct SceneInput
{
    const ChartData* data = nullptr;
    QStringList tags; // of this card, in drawing order
    XMode mode = XMode::Step;
    ValueRange x;
    int columns = 1; // device pixels across
    bool logY = false;
    bool showRaw = true;
    RunId primary = 0; // the selected run: its raw values, its events
    RunId live = 0;
    RunId emphasised = 0; // the others are dimmed; 0: all alike
};

enum class CurveRole
{
    Raw,
    Ghost,
    Mean,
    Validation,
    Test
};

// A polyline of one run, already reduced to the pixels of the view. NaN in y breaks it.
struct ChartCurve
{
    RunId run = 0;
    int slot = 0; // 0-based
    CurveRole role = CurveRole::Mean;
    bool stepped = false;
    QList<QPointF> points;
};

// Reduced curves of all shown runs, the primary run's last so that it lies on top.
QList<ChartCurve> buildCurves(const SceneInput& input);

// Smallest and largest value that the curves reach inside the window; on a logarithmic axis of the
// positive ones. Outlier-proof: the middle nine tenths of what the columns reach.
std::optional<ValueRange> visibleValues(const SceneInput& input, bool outlierProof);

// How many values ≤ 0 a logarithmic axis hides inside the window.
struct HiddenValues
{
    qint64 count = 0;
    bool isAtLeast = false; // of spans only the extremes are known
};
HiddenValues hiddenValues(const SceneInput& input);

// The mean of a run at the point nearest to `x`; none where it is not finite.
std::optional<SeriesPoint> meanNear(const SceneInput& input, const ChartRun& run, double x);

// Where the curves of a run are at `x`, for the crosshair.
std::optional<QPointF> curvePoint(const SceneInput& input, const ChartRun& run, double x);

// The last finite mean of a run at or before `x`: where its curve ends.
std::optional<QPointF> curveEnd(const SceneInput& input, const ChartRun& run, double x);

// The tag that stands for the card: the first that is not dashed, else the first.
QString mainTag(const QStringList& tags);

} // namespace gui
