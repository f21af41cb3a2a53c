// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/axis_tickers.h"

#include "gui/settings/number_format.h"

#include <array>
#include <cmath>

namespace gui {

int decimalsOf(double step)
{
    return std::max(0, int(std::ceil(-std::log10(step) - 1e-9)));
}

double niceStep(double wanted)
{
    const double least = 0.7 * wanted;
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least) {
            return factor * power;
        }
    }
    return 10 * power;
}

double NumberTicker::getTickStep(const QCPRange& range)
{
    m_step = std::max(m_smallestStep, niceStep(range.size() / mTickCount));
    return m_step;
}

QString NumberTicker::getTickLabel(double tick, const QLocale& locale, QChar, int)
{
    // A multiple of the step that should be zero is not quite.
    const double value = std::abs(tick) < m_step * 1e-6 ? 0 : tick;
    const int decimals = decimalsOf(m_step);
    // Far from one a fixed number of decimals would be a row of zeros.
    return decimals > 6 || std::abs(value) >= 1e12 ? formatMetric(value, locale)
                                                   : formatFixed(value, decimals, locale);
}

double DurationTicker::getTickStep(const QCPRange& range)
{
    static constexpr std::array<double, 20> kSteps{1,     2,     5,     10,    15,     30,    60,
                                                   120,   300,   600,   900,   1800,   3600,  7200,
                                                   14400, 21600, 43200, 86400, 172800, 604800};
    const double wanted = range.size() / (mTickCount + 1e-10);
    if (wanted < kSteps.front() || wanted > kSteps.back()) {
        m_step = niceStep(wanted);
    } else {
        m_step = pickClosest(wanted, QVector<double>(kSteps.begin(), kSteps.end()));
    }
    return m_step;
}

QString DurationTicker::getTickLabel(double tick, const QLocale& locale, QChar, int)
{
    if (std::abs(tick) < m_step * 1e-6) {
        return QStringLiteral("0");
    }
    if (m_step < 1) {
        return formatFixed(tick, decimalsOf(m_step), locale);
    }
    return formatTimeLeft(tick);
}

double ClockTicker::getTickStep(const QCPRange& range)
{
    const double step = QCPAxisTickerDateTime::getTickStep(range);
    if (step >= 86400) {
        setDateTimeFormat(QStringLiteral("d MMM"));
    } else {
        setDateTimeFormat(step >= 60 ? QStringLiteral("HH:mm") : QStringLiteral("HH:mm:ss"));
    }
    return step;
}

QString PowerTicker::getTickLabel(double tick, const QLocale& locale, QChar, int)
{
    if (tick >= 1e-3 && tick < 1e6) {
        return formatFixed(tick, decimalsOf(tick), locale);
    }
    static const QString kDigits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    const int exponent = int(std::lround(std::log10(tick)));
    QString text = exponent < 0 ? QStringLiteral("10⁻") : QStringLiteral("10");
    for (const QChar digit : QString::number(std::abs(exponent))) {
        text += kDigits.at(digit.digitValue());
    }
    return text;
}

QSharedPointer<QCPAxisTicker> makeXTicker(XMode mode)
{
    switch (mode) {
    case XMode::Step:
    case XMode::Epoch:
        break;
    case XMode::RelativeTime:
        return QSharedPointer<DurationTicker>::create();
    case XMode::WallClock:
        return QSharedPointer<ClockTicker>::create();
    }
    const auto ticker = QSharedPointer<NumberTicker>::create();
    ticker->setSmallestStep(mode == XMode::Step ? 1 : 0);
    return ticker;
}

QString xText(XMode mode, double x, const QLocale& locale)
{
    switch (mode) {
    case XMode::Step:
        break;
    case XMode::Epoch:
        return formatFixed(x, 1, locale);
    case XMode::RelativeTime:
        return formatDuration(x, locale);
    case XMode::WallClock:
        return QDateTime::fromMSecsSinceEpoch(qint64(x * 1000))
            .time()
            .toString(QStringLiteral("HH:mm:ss"));
    }
    return formatInteger(std::llround(x), locale);
}

} // namespace gui
