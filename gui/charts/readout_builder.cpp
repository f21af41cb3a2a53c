// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/readout_builder.h"

#include "gui/charts/point_text.h"
#include "gui/charts/tag_role.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

const QString kLoss = QStringLiteral("loss");

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(gui::ReadoutTable)
};

QString columnName(const QString& card)
{
    if (cardShowsRate(card)) {
        return Words::tr("steps/s");
    }
    return QString(card).replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString dashedName(const QString& card, TagSplit split)
{
    if (split == TagSplit::Test) {
        return Words::tr("%1, test").arg(columnName(card));
    }
    return card == kLoss ? Words::tr("%1, validation").arg(columnName(card))
                         : Words::tr("%1, val.").arg(columnName(card));
}

QList<ReadoutColumn> columnsOf(const QList<ReadoutCard>& cards)
{
    using Form = ReadoutColumn::Form;
    QList<ReadoutColumn> columns;
    for (const ReadoutCard& card : cards) {
        for (const QString& tag : card.tags) {
            const TagRole role = TagRole::of(tag);
            if (role.isDashed()) {
                columns.append({tag, Form::Value, dashedName(card.name, role.split)});
                continue;
            }
            columns.append(
                {tag, role.isSmoothed() ? Form::Smoothed : Form::Value, columnName(card.name)});
            if (card.name == kLoss) {
                columns.append({tag, Form::Raw, Words::tr("%1, raw").arg(columnName(card.name))});
            }
        }
    }
    return columns;
}

// Nothing behind the last point of a series, but for the time to its next one.
bool reaches(const ChartSeries& series, const XScale& scale, double key)
{
    const std::optional<SeriesPoint> last = series.lastPoint();
    if (!last) {
        return false;
    }
    const SeriesPoint first = series.stretches().front().raw.at(0);
    const auto of = [&](const SeriesPoint& p) {
        return scale.key == SeriesKey::Step ? p.step : p.wallSeconds;
    };
    const double gap = (of(*last) - of(first)) / double(std::max<qsizetype>(1, series.size() - 1));
    return key <= of(*last) + std::max(gap, 1.0) && key >= of(first) - std::max(gap, 1.0);
}

std::optional<SeriesPoint> pointAt(const ChartRun& run, const ReadoutColumn& column, XMode mode,
                                   double x)
{
    const ChartSeries* series = run.find(column.tag);
    const XScale scale = run.scale(mode);
    const double key = scale.toKey(x);
    if (!series || !reaches(*series, scale, key)) {
        return std::nullopt;
    }
    return column.form == ReadoutColumn::Form::Smoothed ? series->nearestSmooth(scale.key, key)
                                                        : series->nearest(scale.key, key);
}

int decimalsOf(const ReadoutColumn& column, const QList<ReadoutRow>& rows, qsizetype index)
{
    const TagRole role = TagRole::of(column.tag);
    int decimals = 0;
    for (const ReadoutRow& row : rows) {
        const std::optional<double> value = row.values[index];
        if (value && std::isfinite(*value)) {
            const int wanted = role.isStepped() ? settingDecimals(*value) : metricDecimals(*value);
            decimals = std::max(decimals, wanted);
        }
    }
    return cardShowsRate(role.card) ? 0 : decimals;
}

QString positionOf(const ChartRun& run, XMode mode, double x, const QLocale& locale)
{
    const XScale scale = run.scale(mode);
    std::optional<SeriesPoint> nearest;
    double distance = std::numeric_limits<double>::infinity();
    for (const auto& [tag, series] : run.series) {
        const auto point = series.nearest(scale.key, scale.toKey(x));
        if (point && std::abs(scale.toX(*point) - x) < distance) {
            distance = std::abs(scale.toX(*point) - x);
            nearest = point;
        }
    }
    if (!nearest) {
        return {};
    }
    QStringList parts{Words::tr("step %1").arg(stepText(*nearest, locale))};
    if (run.stepsPerEpoch > 0) {
        parts.append(
            Words::tr("epoch %1").arg(formatFixed(nearest->step / run.stepsPerEpoch, 1, locale)));
    }
    parts.append(formatDuration(nearest->wallSeconds - run.firstWall(), locale));
    return parts.join(QStringLiteral(" · "));
}

} // namespace

ReadoutTable buildReadout(const ChartData& data, const QList<ReadoutCard>& cards, XMode mode,
                          double x, RunId primary, const QLocale& locale)
{
    ReadoutTable table;
    table.columns = columnsOf(cards);
    for (const ChartRun& run : data.runs()) {
        ReadoutRow row{run.id, run.name, run.slot, {}};
        for (const ReadoutColumn& column : table.columns) {
            const std::optional<SeriesPoint> point = pointAt(run, column, mode, x);
            row.values.append(point ? std::optional<double>(point->value) : std::nullopt);
            row.approximate.append(point && !point->isExact);
        }
        table.rows.append(row);
    }
    for (qsizetype i = 0; i < table.columns.size(); ++i) {
        table.columns[i].decimals = decimalsOf(table.columns[i], table.rows, i);
    }
    if (table.rows.size() == 2) {
        for (qsizetype i = 0; i < table.columns.size(); ++i) {
            const auto& first = table.rows[0].values[i];
            const auto& second = table.rows[1].values[i];
            table.difference.append(first && second ? std::optional<double>(*first - *second)
                                                    : std::nullopt);
        }
    }
    if (const ChartRun* run = data.find(primary)) {
        table.position = positionOf(*run, mode, x, locale);
    }
    return table;
}

} // namespace gui
