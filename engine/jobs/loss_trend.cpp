// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/loss_trend.h"

#include <cmath>
#include <limits>

namespace engine {

LossTrend::LossTrend(double halfLifeSteps) : m_decay(std::exp2(-1 / halfLifeSteps)) { }

void LossTrend::add(std::int64_t step, double loss)
{
    if (!std::isfinite(loss)) {
        return;
    }
    m_sum = m_decay * m_sum + (1 - m_decay) * loss;
    m_weight = m_decay * m_weight + (1 - m_decay);
    if (m_lowestStep < 0 || average() <= m_lowest) {
        m_lowest = average();
        m_lowestStep = step;
    }
}

double LossTrend::average() const
{
    return isEmpty() ? std::numeric_limits<double>::quiet_NaN() : m_sum / m_weight;
}

} // namespace engine
