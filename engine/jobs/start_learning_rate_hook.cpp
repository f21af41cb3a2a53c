// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/start_learning_rate_hook.h"

#include "engine/summary/run_store_types.h"

#include <fmt/format.h>

namespace engine {

double changeLearningRate(Session& session, const JobGraph& graph, double learningRate,
                          SummaryWriter& writer)
{
    const auto wanted = static_cast<float>(learningRate);
    const std::vector<Tensor> before =
        session.run({graph.learningRate->value(), graph.globalStep->value()});
    const float current = before[0].scalarValue<float>();
    if (current != wanted) {
        session.run(graph.setLearningRate, {{graph.newLearningRate, Tensor::scalar(wanted)}});
        writer.addEvent(EventKind::kControlChanged,
                        fmt::format("learning_rate {} -> {}", current, wanted),
                        before[1].scalarValue<std::int64_t>());
    }
    return current;
}

StartLearningRateHook::StartLearningRateHook(const JobGraph& graph, double learningRate,
                                             std::shared_ptr<SummaryWriter> writer)
    : m_graph(graph), m_learningRate(learningRate), m_writer(std::move(writer))
{ }

void StartLearningRateHook::afterCreateSession(SessionRunContext& context, Coordinator&)
{
    if (!m_isDone) {
        changeLearningRate(context.session(), m_graph, m_learningRate, *m_writer);
        m_isDone = true;
    }
}

} // namespace engine
