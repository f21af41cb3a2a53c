// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/progress_hook.h"

#include <cmath>
#include <limits>
#include <typeinfo>

namespace engine {

ProgressHook::ProgressHook(const JobGraph& graph, std::shared_ptr<SummaryWriter> writer)
    : m_writer(std::move(writer)), m_globalStep(graph.globalStep->value()),
      m_loss(std::numeric_limits<double>::quiet_NaN())
{
    m_args.fetches = {m_globalStep, graph.loss, graph.learningRate->value()};
}

void ProgressHook::afterCreateSession(SessionRunContext& context, Coordinator&)
{
    m_step = context.session().run(m_globalStep).scalarValue<std::int64_t>();
}

const SessionRunArgs* ProgressHook::beforeRun(SessionRunContext&)
{
    return &m_args;
}

void ProgressHook::afterRun(SessionRunContext&, const SessionRunValues& values)
{
    const std::int64_t step = values.results[0].scalarValue<std::int64_t>() + 1;
    const double loss = values.results[1].scalarAsDouble();
    m_step = step;
    m_loss = loss;
    m_learningRate = values.results[2].scalarAsDouble();
    m_trend.add(step, loss);
}

void ProgressHook::onError(const Error& error)
{
    if (typeid(error) == typeid(NanLossDuringTrainingError)) {
        m_writer->addScalar("train/loss", m_loss, m_step);
    }
}

} // namespace engine
