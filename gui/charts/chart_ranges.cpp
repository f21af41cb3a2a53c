// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_ranges.h"

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

constexpr double kGrowth = 1.05; // a whole view grows by this at a time
constexpr double kRoom = 1.02; // a whole view is larger than the data by this at least
constexpr double kAhead = 0.04; // of the width, free behind the live edge

// The smallest power of kGrowth that is not below `x`: depends on x alone, so that the same data
// give the same view however they arrived.
double grown(double x)
{
    return x > 0 ? std::pow(kGrowth, std::ceil(std::log(x) / std::log(kGrowth) - 1e-9)) : 0;
}

ValueRange wholeOf(const ValueRange& extent)
{
    // Steps and seconds since the start are counted from zero.
    const double lower = extent.lower > 0 && extent.lower < 0.5 * extent.upper ? 0 : extent.lower;
    return {lower, lower + std::max(grown(kRoom * (extent.upper - lower)), 1e-9)};
}

} // namespace

bool isUsable(const ValueRange& range)
{
    return std::isfinite(range.lower) && std::isfinite(range.upper)
        && range.upper - range.lower
        > 1e-12 * std::max({std::abs(range.lower), std::abs(range.upper), 1e-280});
}

void XView::setExtents(const ValueRange& everything, const ValueRange& followed)
{
    m_everything = everything;
    m_followed = followed;
    update();
}

void XView::update()
{
    if (!m_follows) {
        return;
    }
    if (m_whole) {
        m_range = wholeOf(m_followed);
        return;
    }
    const double width = m_range.upper - m_range.lower;
    m_range.upper = m_followed.upper + kAhead * width;
    m_range.lower = m_range.upper - width;
}

void XView::setFollows(bool on)
{
    m_follows = on;
    m_whole = m_whole && on;
    update();
}

void XView::fit()
{
    if (m_follows) {
        m_whole = true;
        update();
    } else {
        m_range = wholeOf(m_everything);
    }
}

void XView::setRange(const ValueRange& range)
{
    if (isUsable(range)) {
        m_range = range;
        m_follows = false;
        m_whole = false;
    }
}

void XView::setState(const State& state)
{
    m_follows = state.follows;
    m_whole = state.whole;
    if (isUsable(state.range)) {
        m_range = state.range;
    }
    update();
}

ValueRange fittedValues(const ValueRange& values, bool logY, bool withZero, int height, int lane,
                        int foot)
{
    const auto toAxis = [logY](double v) { return logY ? std::log10(v) : v; };
    const auto fromAxis = [logY](double v) { return logY ? std::pow(10, v) : v; };
    double lower = toAxis(values.lower);
    double upper = toAxis(values.upper);
    if (withZero && !logY) {
        lower = std::min(lower, 0.0);
        upper = std::max(upper, 0.0);
    }
    double size = upper - lower;
    if (!(size > 1e-9 * std::max(std::abs(lower), std::abs(upper)))) {
        // A constant: in the middle of a range as large as a tenth of it.
        size = logY ? 0.5 : std::max(0.1 * std::abs(upper), 1e-6);
        lower -= size / 2;
        upper += size / 2;
    }
    const double perPixel = size / std::max(24, height - lane - foot);
    const bool zeroBase = withZero && !logY && lower == 0;
    const double margin = 0.04 * size;
    lower -= zeroBase ? 0 : margin + foot * perPixel;
    upper += margin + lane * perPixel + (zeroBase ? 0.12 * size : 0);
    const double step = std::pow(10, std::floor(std::log10(upper - lower))) / 50;
    return {fromAxis(std::floor(lower / step + 1e-9) * step),
            fromAxis(std::ceil(upper / step - 1e-9) * step)};
}

} // namespace gui
