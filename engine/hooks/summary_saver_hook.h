// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/hooks/global_step_reader.h"
#include "engine/hooks/second_or_step_timer.h"
#include "engine/session/scaffold.h"
#include "engine/session/session_run_hook.h"
#include "engine/summary/summary_writer.h"

#include <memory>
#include <optional>
#include <vector>

namespace engine {

// Writes summaries periodically: scalars, histograms and images, evaluated in the training run
// itself and only when due (tf.train.SummarySaverHook, spec section 2.8). Every 8 steps: at 1, 9,
// 17 …
class SummarySaverHook final : public SessionRunHook
{
public:
    struct Options
    {
        Period period; // save_steps or save_secs
        std::shared_ptr<SummaryWriter> summaryWriter; // null: nothing is written
        std::shared_ptr<Scaffold> scaffold; // whose summaryOp() is written; or:
        std::vector<Output> summaryOps;
        Clock* clock = nullptr;
    };

    // InvalidArgumentError: scaffold and summaryOps, or neither; both periods or none.
    explicit SummarySaverHook(Options options);

    void begin(Graph& graph) override; // FailedPreconditionError: no global step
    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;
    void end(Session& session) override; // flushes

private:
    void prepareArgs();
    void write(std::span<const Tensor> summaries, std::int64_t step);
    void writeContent(Output summary, const Tensor& value, std::int64_t step);

    Options m_options;
    SecondOrStepTimer m_timer;
    GlobalStepReader m_step;
    SessionRunArgs m_stepArgs; // between summaries
    std::vector<Output> m_contents; // histograms and images among summaryOps
    SessionRunArgs m_summaryArgs; // the step, summaryOps, m_contents
    std::vector<TaggedScalar> m_scalars; // of the step that is written
    std::optional<std::int64_t> m_nextStep; // that the next run leads to; unknown in the first
    bool m_isDue = false;
};

} // namespace engine
