// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/watched_metric.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <cmath>

namespace engine {

bool WatchedMetric::isBetter(double value, double than, double minDelta) const
{
    if (std::isnan(value) || std::isnan(than)) {
        return !std::isnan(value);
    }
    return largerIsBetter ? value > than + minDelta : value < than - minDelta;
}

MetricWatcher::MetricWatcher(WatchedMetric metric, Clock* clock) : m_metric(std::move(metric))
{
    if (m_metric.tensor.isValid() == static_cast<bool>(m_metric.latest)) {
        throw InvalidArgumentError(
            fmt::format("{}: exactly one of tensor and latest must be given as what is watched",
                        m_metric.name));
    }
    if (m_metric.tensor.isValid()) {
        m_timer.emplace(m_metric.period, clock);
    }
}

void MetricWatcher::begin(const Graph& graph, std::string_view hookName)
{
    m_step.begin(graph, hookName);
    m_stepArgs.fetches = {m_step.fetch()};
    if (m_metric.tensor.isValid()) {
        m_metricArgs.fetches = {m_step.fetch(), m_metric.tensor};
    }
}

void MetricWatcher::afterCreateSession()
{
    m_step.reset();
    m_nextStep.reset();
    m_seenStep.reset();
    if (m_timer) {
        m_timer->reset();
    }
}

const SessionRunArgs* MetricWatcher::beforeRun()
{
    if (!m_timer) {
        return nullptr;
    }
    m_isDue = !m_nextStep || m_timer->shouldTriggerForStep(*m_nextStep);
    return m_isDue ? &m_metricArgs : &m_stepArgs;
}

std::optional<WatchedMetric::Measured> MetricWatcher::afterRun(Session& session,
                                                               const SessionRunValues& values)
{
    if (!m_timer) {
        const std::optional<WatchedMetric::Measured> latest = m_metric.latest();
        if (!latest || latest->step == m_seenStep) {
            return std::nullopt;
        }
        m_seenStep = latest->step;
        return latest;
    }
    std::int64_t step = m_step.predict(values.results[0]);
    std::optional<WatchedMetric::Measured> measured;
    if (m_isDue) {
        step = m_step.read(session);
        m_timer->updateLastTriggeredStep(step);
        measured = {step, values.results[1].scalarAsDouble()};
    }
    m_nextStep = step + m_step.advance();
    return measured;
}

} // namespace engine
