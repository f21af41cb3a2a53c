// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/plateau_schedule.h"

#include <algorithm>

namespace engine {

bool PlateauSchedule::isBetter(double metric) const
{
    const double threshold = m_parameters.threshold;
    if (m_parameters.direction == MetricDirection::Minimum) {
        return metric
            < (m_parameters.isAbsolute ? m_state.best - threshold : m_state.best * (1 - threshold));
    }
    return metric
        > (m_parameters.isAbsolute ? m_state.best + threshold : m_state.best * (1 + threshold));
}

double PlateauSchedule::next(double metric)
{
    if (isBetter(metric)) {
        m_state.best = metric;
        m_state.badCount = 0;
    } else {
        ++m_state.badCount;
    }
    if (m_state.cooldownLeft > 0) {
        --m_state.cooldownLeft;
        m_state.badCount = 0;
    }
    if (m_state.badCount > m_parameters.patience) {
        const double reduced = std::max(m_rate * m_parameters.factor, m_parameters.minRate);
        if (m_rate - reduced > m_parameters.epsilon) {
            m_rate = reduced;
        }
        m_state.cooldownLeft = m_parameters.cooldown;
        m_state.badCount = 0;
    }
    return m_rate;
}

} // namespace engine
