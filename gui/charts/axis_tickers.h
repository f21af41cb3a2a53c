// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/x_scale.h"

#include "gui/charts/custom_plot.h"

namespace gui {

// 1, 2 or 5 × 10ⁿ, so that about the wanted number of ticks fits: not much less than `wanted`.
double niceStep(double wanted);
// That a multiple of such a step needs.
int decimalsOf(double step);

// Labels grouped in threes with equal decimals along the axis, derived from the tick step.
class NumberTicker : public QCPAxisTicker
{
public:
    void setSmallestStep(double step) { m_smallestStep = step; }

protected:
    double getTickStep(const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar,
                         int precision) override;

private:
    double m_smallestStep = 0;
    double m_step = 1;
};

// Seconds since a start: 0:30, 1:00, 2 h.
class DurationTicker : public QCPAxisTicker
{
protected:
    double getTickStep(const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar,
                         int precision) override;

private:
    double m_step = 1;
};

// Time of day of seconds since 1970.
class ClockTicker : public QCPAxisTickerDateTime
{
protected:
    double getTickStep(const QCPRange& range) override;
};

// Powers of ten: labels as plain numbers near one, as 10ⁿ far from it.
class PowerTicker : public QCPAxisTickerLog
{
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar,
                         int precision) override;
};

QSharedPointer<QCPAxisTicker> makeXTicker(XMode mode);

// A position on the x axis for readers: "3 620", "8.4", "4.6 s", "14:03:22".
QString xText(XMode mode, double x, const QLocale& locale);

} // namespace gui
