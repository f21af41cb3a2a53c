// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/jobs/job_graph.h"
#include "engine/jobs/loss_trend.h"
#include "engine/session/session_run_hook.h"
#include "engine/summary/summary_writer.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace engine {

// Knows how far a run is: step, loss, and where the loss began to climb. Sees a step before
// anything can refuse it, and records the last one however the run ends: also between two
// summaries, and the non-finite loss that NanTensorHook refuses, as what it is.
//
// Thread rule: step(), loss(), learningRate() from any thread, the rest by the thread of the
// session.
class ProgressHook final : public SessionRunHook
{
public:
    // `firstStep`: what step() is before there is a session. `graph` must outlive it.
    ProgressHook(const JobGraph& graph, std::shared_ptr<SummaryWriter> writer,
                 std::int64_t firstStep);

    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;
    void end(Session& session) override;
    void onError(const Error& error) override;
    bool isGuard() const override { return true; } // so that it comes ahead of NanTensorHook

    std::int64_t step() const { return m_step; } // updates done
    double loss() const { return m_loss; } // of the last step; NaN before the first
    double learningRate() const { return m_learningRate; } // of the last step
    double baseLearningRate() const { return m_baseLearningRate; } // without the schedule's factor
    const LossTrend& trend() const { return m_trend; }

private:
    void recordLastStep();

    const JobGraph& m_graph;
    std::shared_ptr<SummaryWriter> m_writer;
    SessionRunArgs m_args;
    Fetch m_globalStep;
    std::vector<double> m_scalars; // of the last step, as in stepScalars; empty: none was done
    std::atomic<std::int64_t> m_step;
    std::atomic<double> m_loss;
    std::atomic<double> m_learningRate{0};
    std::atomic<double> m_baseLearningRate{0};
    LossTrend m_trend;
};

} // namespace engine
