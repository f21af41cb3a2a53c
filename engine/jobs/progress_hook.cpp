// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/progress_hook.h"

#include <cmath>
#include <limits>

namespace engine {

ProgressHook::ProgressHook(const JobGraph& graph, std::shared_ptr<SummaryWriter> writer,
                           std::int64_t firstStep)
    : m_graph(graph), m_writer(std::move(writer)), m_globalStep(graph.globalStep->value()),
      m_step(firstStep), m_loss(std::numeric_limits<double>::quiet_NaN())
{
    m_args.fetches = {m_globalStep, graph.learningRate->value()};
    for (const auto& [tag, value] : graph.stepScalars) {
        m_args.fetches.emplace_back(value);
    }
    m_scalars.reserve(graph.stepScalars.size());
}

void ProgressHook::afterCreateSession(SessionRunContext& context, Coordinator&)
{
    m_step = context.session().run(m_globalStep).scalarValue<std::int64_t>();
    m_scalars.clear();
}

const SessionRunArgs* ProgressHook::beforeRun(SessionRunContext&)
{
    return &m_args;
}

void ProgressHook::afterRun(SessionRunContext&, const SessionRunValues& values)
{
    const std::int64_t step = values.results[0].scalarValue<std::int64_t>() + 1;
    m_scalars.clear();
    m_baseLearningRate = values.results[1].scalarAsDouble();
    for (const Tensor& scalar : values.results.subspan(2)) {
        m_scalars.push_back(scalar.scalarAsDouble());
    }
    m_step = step;
    m_loss = m_scalars.front(); // stepScalars begin with the loss
    m_learningRate = m_scalars.back(); // and end with the learning rate
    m_trend.add(step, m_loss);
}

void ProgressHook::end(Session&)
{
    recordLastStep();
}

void ProgressHook::onError(const Error&)
{
    recordLastStep();
}

void ProgressHook::recordLastStep()
{
    for (std::size_t i = 0; i < m_scalars.size(); ++i) {
        m_writer->addScalar(m_graph.stepScalars[i].first, m_scalars[i], m_step);
    }
}

} // namespace engine
