// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/smoother.h"

#include <cmath>
#include <limits>

namespace gui {

double Smoother::add(double step, double value)
{
    if (!std::isfinite(value)) {
        return m_weight > 0 ? m_mean : std::numeric_limits<double>::quiet_NaN();
    }
    m_weight = m_weight * decay(step - m_lastStep) + 1;
    // The difference, and not a weighted sum, keeps a constant exactly constant.
    m_mean = m_weight == 1 ? value : m_mean + (value - m_mean) / m_weight;
    m_lastStep = step;
    return m_mean;
}

double Smoother::decay(double steps)
{
    if (steps != m_decaySteps) {
        m_decaySteps = steps;
        m_decay = m_halfLife > 0 ? std::exp2(-steps / m_halfLife) : 0;
    }
    return m_decay;
}

} // namespace gui
