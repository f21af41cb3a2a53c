// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/periodic_scalar_hook.h"

namespace engine {

PeriodicScalarHook::PeriodicScalarHook(std::string hookName, std::string tag, const Period& period,
                                       std::shared_ptr<SummaryWriter> summaryWriter, Clock* clock)
    : m_hookName(std::move(hookName)), m_tag(std::move(tag)), m_period(period),
      m_writer(std::move(summaryWriter)), m_clock(clock)
{
    SecondOrStepTimer(m_period, m_clock); // refuses what is no period
}

void PeriodicScalarHook::begin(Graph& graph)
{
    WatchedMetric metric;
    metric.name = m_tag;
    metric.tensor = m_scalar;
    metric.period = m_period;
    m_watcher.emplace(std::move(metric), m_clock);
    m_watcher->begin(graph, m_hookName);
}

void PeriodicScalarHook::afterCreateSession(SessionRunContext&, Coordinator&)
{
    m_watcher->afterCreateSession();
}

const SessionRunArgs* PeriodicScalarHook::beforeRun(SessionRunContext&)
{
    return m_watcher->beforeRun();
}

void PeriodicScalarHook::afterRun(SessionRunContext& context, const SessionRunValues& values)
{
    if (const auto measured = m_watcher->afterRun(context.session(), values)) {
        record(measured->value, measured->step);
    }
}

void PeriodicScalarHook::record(double value, std::int64_t step)
{
    if (m_writer != nullptr) {
        m_writer->addScalar(m_tag, value, step);
    }
}

} // namespace engine
