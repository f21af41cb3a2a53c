// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/summary_saver_hook.h"

#include "engine/base/errors.h"
#include "engine/ops/summary_ops.h"

namespace engine {

SummarySaverHook::SummarySaverHook(Options options)
    : m_options(std::move(options)), m_timer(m_options.period, m_options.clock, "save")
{
    if ((m_options.scaffold != nullptr) == !m_options.summaryOps.empty()) {
        throw InvalidArgumentError("Exactly one of scaffold or summary_op must be provided.");
    }
}

void SummarySaverHook::begin(Graph& graph)
{
    m_step.begin(graph, "SummarySaverHook");
    m_nextStep.reset();
}

void SummarySaverHook::afterCreateSession(SessionRunContext&, Coordinator&)
{
    m_step.reset();
    m_timer.reset();
    m_nextStep.reset();
    prepareArgs();
}

// The scaffold has its summary operation only once the graph is final.
void SummarySaverHook::prepareArgs()
{
    if (m_options.scaffold != nullptr && m_options.scaffold->summaryOp().isValid()) {
        m_options.summaryOps = {m_options.scaffold->summaryOp()};
    }
    m_stepArgs.fetches = {m_step.fetch()};
    m_summaryArgs.fetches = {m_step.fetch()};
    m_summaryArgs.fetches.insert(m_summaryArgs.fetches.end(), m_options.summaryOps.begin(),
                                 m_options.summaryOps.end());
}

const SessionRunArgs* SummarySaverHook::beforeRun(SessionRunContext&)
{
    m_isDue = !m_nextStep || m_timer.shouldTriggerForStep(*m_nextStep);
    return m_isDue ? &m_summaryArgs : &m_stepArgs;
}

void SummarySaverHook::afterRun(SessionRunContext& context, const SessionRunValues& values)
{
    if (m_options.summaryWriter == nullptr) {
        return;
    }
    std::int64_t step = m_step.predict(values.results[0]);
    if (m_isDue) {
        step = m_step.read(context.session());
        if (!m_nextStep) {
            m_options.summaryWriter->addSessionLog(SessionLogKind::Start, {}, step);
        }
        m_timer.updateLastTriggeredStep(step);
        write(values.results.subspan(1), step);
    }
    m_nextStep = step + m_step.advance();
}

void SummarySaverHook::write(std::span<const Tensor> summaries, std::int64_t step)
{
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        const std::vector<std::string>& tags = summaryTags(m_options.summaryOps[i]);
        const std::span<const double> numbers = summaries[i].values<double>();
        for (std::size_t j = 0; j < tags.size(); ++j) {
            m_options.summaryWriter->addScalar(tags[j], numbers[j], step);
        }
    }
}

void SummarySaverHook::end(Session&)
{
    if (m_options.summaryWriter != nullptr) {
        m_options.summaryWriter->flush();
    }
}

} // namespace engine
