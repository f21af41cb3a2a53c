// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/stop_at_time_hook.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

namespace engine {

namespace {

Period requirePositive(double seconds)
{
    if (!(seconds > 0)) {
        throw InvalidArgumentError(
            fmt::format("StopAtTimeHook needs a positive number of seconds, not {}", seconds));
    }
    return Period::everySecs(seconds);
}

} // namespace

StopAtTimeHook::StopAtTimeHook(double seconds, Clock* clock)
    : m_seconds(seconds), m_timer(requirePositive(seconds), clock)
{ }

void StopAtTimeHook::afterCreateSession(SessionRunContext&, Coordinator&)
{
    if (!m_timer.lastTriggeredStep()) {
        m_timer.updateLastTriggeredStep(m_runs);
    }
}

void StopAtTimeHook::afterRun(SessionRunContext& context, const SessionRunValues&)
{
    if (m_timer.shouldTriggerForStep(++m_runs)) {
        context.requestStop(fmt::format("the time of {:g} s has passed", m_seconds));
    }
}

} // namespace engine
