// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/jobs/job_graph.h"
#include "engine/session/session_run_hook.h"
#include "engine/summary/summary_writer.h"

#include <memory>

namespace engine {

// Starts a segment with another learning rate than the restored one. Acts at the first creation of
// the session, ahead of the saver, so that the checkpoint made there has it and a recovery keeps
// it.
class StartLearningRateHook final : public SessionRunHook
{
public:
    StartLearningRateHook(const JobGraph& graph, double learningRate,
                          std::shared_ptr<SummaryWriter> writer);

    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;

private:
    const JobGraph& m_graph;
    double m_learningRate;
    std::shared_ptr<SummaryWriter> m_writer;
    bool m_isDone = false;
};

// Sets the learning rate of a session, and records the change if it is one. Returns the value
// before. For the thread of the session, between steps.
double changeLearningRate(Session& session, const JobGraph& graph, double learningRate,
                          SummaryWriter& writer);

} // namespace engine
