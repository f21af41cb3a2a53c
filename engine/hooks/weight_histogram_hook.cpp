// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/weight_histogram_hook.h"

#include "engine/base/errors.h"
#include "engine/hooks/tensor_histogram.h"

#include <utility>

namespace engine {

WeightHistogramHook::WeightHistogramHook(Options options) : m_options(std::move(options))
{
    if (m_options.period) {
        setPeriod(*m_options.period);
    }
    if (m_options.summaryWriter == nullptr) {
        throw InvalidArgumentError("WeightHistogramHook needs a summary writer");
    }
}

void WeightHistogramHook::setPeriod(const Period& period)
{
    m_timer.emplace(period, m_options.clock);
}

void WeightHistogramHook::begin(Graph& graph)
{
    m_step.begin(graph, "WeightHistogramHook");
    m_args.fetches = {m_step.fetch()};
    m_variables.clear();
    for (const auto& variable : graph.collectionOf<Variable>(keys::kTrainableVariables)) {
        m_variables.push_back(variable->value());
    }
}

void WeightHistogramHook::afterCreateSession(SessionRunContext&, Coordinator&)
{
    m_step.reset();
    if (m_timer) {
        m_timer->reset();
    }
}

const SessionRunArgs* WeightHistogramHook::beforeRun(SessionRunContext&)
{
    return m_timer ? &m_args : nullptr;
}

void WeightHistogramHook::afterRun(SessionRunContext& context, const SessionRunValues& values)
{
    const bool isOn = m_timer && !values.results.empty(); // empty: turned on during the run
    if (!isOn || !m_timer->shouldTriggerForStep(m_step.predict(values.results[0]))) {
        return;
    }
    const std::int64_t step = m_step.read(context.session());
    m_timer->updateLastTriggeredStep(step);
    record(context.session(), step);
}

void WeightHistogramHook::record(Session& session, std::int64_t step)
{
    session.run(RunRequest{m_variables, {}}, m_values);
    for (std::size_t i = 0; i < m_variables.size(); ++i) {
        const std::string& tag = m_variables[i].operation->name();
        try {
            m_options.summaryWriter->addSummary(tag, histogramOf(m_values[i], tag), step);
        } catch (const InvalidArgumentError& error) { // a guard decides what that means
            if (m_options.logger != nullptr) {
                m_options.logger->warning(error.what());
            }
        }
    }
}

} // namespace engine
