// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/plateau_hook.h"

#include "engine/jobs/start_learning_rate_hook.h"

#include <utility>

namespace engine {

namespace {

PlateauParameters parametersOf(const ScheduleConfig& config)
{
    PlateauParameters parameters;
    parameters.direction =
        config.metric.ends_with("accuracy") ? MetricDirection::Maximum : MetricDirection::Minimum;
    parameters.factor = config.factor;
    parameters.patience = config.patience;
    parameters.cooldown = config.cooldown;
    parameters.minRate = config.minRate;
    return parameters;
}

PlateauSchedule::State stateOf(const Tensor& tensor)
{
    const auto numbers = tensor.values<double>();
    return {numbers[0], static_cast<std::int64_t>(numbers[1]),
            static_cast<std::int64_t>(numbers[2])};
}

} // namespace

PlateauSchedule::State initialPlateau(const ScheduleConfig& config)
{
    return PlateauSchedule::initialState(parametersOf(config).direction);
}

Tensor plateauTensor(const PlateauSchedule::State& state)
{
    Tensor tensor(DataType::Double, Shape{3});
    const auto numbers = tensor.values<double>();
    numbers[0] = state.best;
    numbers[1] = static_cast<double>(state.badCount);
    numbers[2] = static_cast<double>(state.cooldownLeft);
    return tensor;
}

PlateauHook::PlateauHook(const JobGraph& graph, const ScheduleConfig& config, WatchedMetric metric,
                         std::shared_ptr<SummaryWriter> writer, Clock* clock)
    : m_graph(graph), m_parameters(parametersOf(config)), m_watcher(std::move(metric), clock),
      m_writer(std::move(writer))
{ }

void PlateauHook::begin(Graph& graph)
{
    m_watcher.begin(graph, "PlateauHook");
}

void PlateauHook::afterCreateSession(SessionRunContext&, Coordinator&)
{
    m_watcher.afterCreateSession();
}

const SessionRunArgs* PlateauHook::beforeRun(SessionRunContext&)
{
    return m_watcher.beforeRun();
}

void PlateauHook::afterRun(SessionRunContext& context, const SessionRunValues& values)
{
    Session& session = context.session();
    const auto measured = m_watcher.afterRun(session, values);
    if (!measured) {
        return;
    }
    const std::vector<Tensor> now =
        session.run({m_graph.learningRate->value(), m_graph.plateau->value()});
    PlateauSchedule schedule(now[0].scalarAsDouble(), m_parameters, stateOf(now[1]));
    const double before = schedule.rate();
    const double after = schedule.next(measured->value);
    session.run(*m_graph.setPlateau, {{m_graph.newPlateau, plateauTensor(schedule.state())}});
    if (after != before) {
        changeLearningRate(session, m_graph, after, *m_writer);
    }
}

} // namespace engine
