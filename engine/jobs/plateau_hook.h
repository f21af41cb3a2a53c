// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hooks/watched_metric.h"
#include "engine/jobs/job_config.h"
#include "engine/jobs/job_graph.h"
#include "engine/nn/plateau_schedule.h"
#include "engine/session/session_run_hook.h"
#include "engine/summary/summary_writer.h"

#include <memory>

namespace engine {

// A plateau schedule's state before its first metric, and as JobGraph::plateau holds it.
PlateauSchedule::State initialPlateau(const ScheduleConfig& config);
Tensor plateauTensor(const PlateauSchedule::State& state);

// Lowers the learning rate when the metric of [schedule] no longer improves; says so as an event.
// What it has seen stands in JobGraph::plateau, so a run goes on exactly. Thread rule of hooks.
class PlateauHook final : public SessionRunHook
{
public:
    // `graph` must outlive this.
    PlateauHook(const JobGraph& graph, const ScheduleConfig& config, WatchedMetric metric,
                std::shared_ptr<SummaryWriter> writer, Clock* clock);

    void begin(Graph& graph) override;
    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;

private:
    const JobGraph& m_graph;
    PlateauParameters m_parameters;
    MetricWatcher m_watcher;
    std::shared_ptr<SummaryWriter> m_writer;
};

} // namespace engine
