// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/second_or_step_timer.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

namespace engine {

SecondOrStepTimer::SecondOrStepTimer(const Period& period, Clock* clock, std::string_view prefix)
    : m_period(period), m_clock(clock)
{
    if (period.isAbsent()) {
        throw InvalidArgumentError(
            fmt::format("Either {0}_secs or {0}_steps should be provided and positive.", prefix));
    }
    if (period.hasSecs() && period.hasSteps()) {
        throw InvalidArgumentError(
            fmt::format("Can not provide both {0}_secs ({1:g}) and {0}_steps ({2}).", prefix,
                        *period.secs, *period.steps));
    }
}

void SecondOrStepTimer::reset()
{
    m_lastStep.reset();
}

bool SecondOrStepTimer::shouldTriggerForStep(std::int64_t step) const
{
    if (!m_lastStep) {
        return true;
    }
    if (step == *m_lastStep) {
        return false;
    }
    if (m_period.hasSecs()) {
        return m_clock->monotonicSeconds() >= m_lastSecs + *m_period.secs;
    }
    return step >= *m_lastStep + *m_period.steps;
}

std::optional<SecondOrStepTimer::Elapsed> SecondOrStepTimer::elapsed(std::int64_t step) const
{
    if (!m_lastStep) {
        return std::nullopt;
    }
    return Elapsed{m_clock->monotonicSeconds() - m_lastSecs, step - *m_lastStep};
}

std::optional<SecondOrStepTimer::Elapsed>
SecondOrStepTimer::updateLastTriggeredStep(std::int64_t step)
{
    const std::optional<Elapsed> passed = elapsed(step);
    m_lastStep = step;
    m_lastSecs = m_clock->monotonicSeconds();
    return passed;
}

} // namespace engine
