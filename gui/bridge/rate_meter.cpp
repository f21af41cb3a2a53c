// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/rate_meter.h"

#include <algorithm>

namespace gui {

void RateMeter::reset(qint64 step, double seconds)
{
    m_samples = {{step, seconds}};
    m_firstStep = step;
}

void RateMeter::add(qint64 step, double seconds)
{
    m_samples.push_back({step, seconds});
    while (m_samples.size() > 2 && m_samples[1].seconds <= seconds - kWindowSeconds) {
        m_samples.pop_front();
    }
}

double RateMeter::stepsPerSecond() const
{
    if (m_samples.size() < 2) {
        return 0;
    }
    const double seconds = m_samples.back().seconds - m_samples.front().seconds;
    return seconds > 0
        ? static_cast<double>(m_samples.back().step - m_samples.front().step) / seconds
        : 0;
}

double RateMeter::secondsLeft(qint64 targetSteps) const
{
    const double rate = stepsPerSecond();
    if (rate <= 0 || m_samples.back().step - m_firstStep < kTrustedSteps) {
        return -1;
    }
    return static_cast<double>(std::max<qint64>(0, targetSteps - m_samples.back().step)) / rate;
}

} // namespace gui
