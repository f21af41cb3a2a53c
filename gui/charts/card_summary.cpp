// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/card_summary.h"

#include "gui/charts/chart_scene.h"
#include "gui/charts/point_text.h"
#include "gui/charts/tag_role.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

constexpr qsizetype kMostForMedian = 100'000; // beyond, a median is no work for a header
constexpr double kTrendShare = 0.01; // a smaller change over the last tenth is none

class Summarizer
{
    Q_DECLARE_TR_FUNCTIONS(gui::CardSummary)

public:
    Summarizer(const ChartRun& run, const QString& card, const QStringList& tags,
               const QLocale& locale)
        : m_run(run), m_card(card), m_locale(locale)
    {
        for (const QString& tag : tags) {
            const TagRole role = TagRole::of(tag);
            const ChartSeries* series = run.find(tag);
            if (role.isDashed() && role.split == TagSplit::Validation) {
                m_validation = series;
            }
        }
        m_mainTag = mainTag(tags);
        m_main = run.find(m_mainTag);
        m_role = TagRole::of(m_mainTag);
    }

    CardSummary summarize()
    {
        CardSummary summary;
        if (!m_main || !m_main->lastPoint()) {
            summary.narrow.value = kUnknown;
            return summary;
        }
        const SummaryPart last = lastPart();
        summary.wide.append(last);
        summary.narrow = {QString(), last.value, QString(), last.isDanger};
        if (last.isDanger) {
            addLastFinite(summary);
        } else if (cardShowsRate(m_card)) {
            summary.caption = rateCaption();
        } else if (m_role.isStepped()) {
            summary.caption = settingCaption();
        } else {
            addValidation(summary);
            addBest(summary);
        }
        summary.trend = trend();
        return summary;
    }

private:
    QString text(double value) const
    {
        if (cardShowsRate(m_card) && std::isfinite(value)) {
            return formatStepRate(value, m_locale).value;
        }
        return m_role.isStepped() ? formatSettingField(value, m_locale)
                                  : formatMetric(value, m_locale);
    }
    QString step(const SeriesPoint& point) const { return stepText(point, m_locale); }

    SummaryPart lastPart() const
    {
        const double raw = m_main->lastPoint()->value;
        const QString before = m_role.split == TagSplit::Training ? tr("training") : QString();
        if (!std::isfinite(raw)) {
            return {before, formatMetric(raw, m_locale), QString(), true};
        }
        const auto mean = m_main->lastSmooth(SeriesKey::Step, m_main->lastPoint()->step);
        const bool isMean = mean && mean->value != raw;
        return {isMean && !before.isEmpty() ? tr("training, smoothed") : before,
                text(mean ? mean->value : raw), QString(), false};
    }

    void addLastFinite(CardSummary& summary) const
    {
        if (const std::optional<SeriesPoint> finite = m_main->lastFinite()) {
            const QString at = tr("at %1").arg(step(*finite));
            summary.wide.append({tr("last finite"), text(finite->value), at, false});
            summary.caption = tr("was %1 %2").arg(text(finite->value), at);
        }
    }

    void addValidation(CardSummary& summary) const
    {
        if (const std::optional<SeriesPoint> last =
                m_validation ? m_validation->lastPoint() : std::nullopt) {
            summary.wide.append({tr("validation"), formatMetric(last->value, m_locale), QString(),
                                 !std::isfinite(last->value)});
        }
    }

    void addBest(CardSummary& summary) const
    {
        const ChartSeries& judged = m_validation ? *m_validation : *m_main;
        const std::optional<SeriesPoint> best = judged.best(m_role.better());
        if (!best) {
            return;
        }
        const QString value = formatMetric(best->value, m_locale);
        const QString at = tr("at %1").arg(step(*best));
        summary.wide.append({tr("best"), value, at, false});
        summary.caption =
            (m_validation ? tr("best validation %1 %2") : tr("best %1 %2")).arg(value, at);
    }

    QString rateCaption() const
    {
        const QString slowest = text(m_main->summary().min);
        if (m_main->size() > kMostForMedian || !m_main->isWhole()) {
            return tr("slowest %1").arg(slowest);
        }
        std::vector<double> values;
        for (const SeriesStretch& stretch : m_main->stretches()) {
            for (qsizetype i = 0; i < stretch.kept; ++i) {
                if (std::isfinite(stretch.raw.value(i))) {
                    values.push_back(stretch.raw.value(i));
                }
            }
        }
        if (values.empty()) {
            return {};
        }
        const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        return tr("median %1 · slowest %2").arg(text(*middle), slowest);
    }

    QString settingCaption() const
    {
        const QString name = QString(m_mainTag).replace(u'_', u' '); // as marks say it
        const ControlMark* change = nullptr;
        for (const ControlMark& control : m_run.controls) {
            change = control.text.startsWith(name) ? &control : change;
        }
        const std::optional<SeriesPoint> before =
            change ? m_main->neighbour(SeriesKey::Step, change->at.step, -1) : std::nullopt;
        if (!before) {
            const SeriesSummary all = m_main->summary();
            return all.min == all.max ? tr("unchanged since the start") : QString();
        }
        const double now = m_main->lastPoint()->value;
        const int decimals = std::max(settingDecimals(before->value), settingDecimals(now));
        return tr("%1 until step %2")
            .arg(withApproximation(formatFixed(before->value, decimals, m_locale), before->isExact),
                 step(change->at));
    }

    // Of the mean, over the last tenth of the steps.
    QString trend() const
    {
        const std::optional<SeriesPoint> last = m_main->lastFinite();
        if (!last) {
            return {};
        }
        const auto then = m_main->lastSmooth(SeriesKey::Step, 0.9 * last->step);
        const auto now = m_main->lastSmooth(SeriesKey::Step, last->step);
        if (!then || !now) {
            return {};
        }
        const double change = now->value - then->value;
        if (std::abs(change) <= kTrendShare * std::abs(then->value)) {
            return tr("level");
        }
        return change < 0 ? tr("falling") : tr("rising");
    }

    const ChartRun& m_run;
    QString m_card;
    QLocale m_locale;
    QString m_mainTag;
    TagRole m_role;
    const ChartSeries* m_main = nullptr;
    const ChartSeries* m_validation = nullptr;
};

} // namespace

CardSummary summarize(const ChartRun& run, const QString& card, const QStringList& tags,
                      const QLocale& locale)
{
    return Summarizer(run, card, tags, locale).summarize();
}

} // namespace gui
