// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/batch_source.h"
#include "engine/jobs/job_graph.h"
#include "engine/jobs/timed_session.h"
#include "engine/session/session_run_hook.h"

#include <memory>

namespace engine {

// Feeds each hooked run with the next batch. The position in the data is a variable of the graph:
// when a session is (re-)created the source goes to where the restored model was.
class BatchFeedHook final : public SessionRunHook
{
public:
    // Everything borrowed must outlive it; waiting for batches is added to `times`.
    BatchFeedHook(std::unique_ptr<BatchSource> source, const JobGraph& graph, StepTimes& times,
                  const Clock& clock);

    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;

private:
    std::unique_ptr<BatchSource> m_source;
    const JobGraph& m_graph;
    StepTimes& m_times;
    const Clock& m_clock;
    SessionRunArgs m_args;
};

} // namespace engine
