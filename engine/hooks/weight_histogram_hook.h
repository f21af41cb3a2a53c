// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/logger.h"
#include "engine/hooks/global_step_reader.h"
#include "engine/hooks/second_or_step_timer.h"
#include "engine/ops/variable_ops.h"
#include "engine/session/session_run_hook.h"
#include "engine/summary/summary_writer.h"

#include <memory>
#include <optional>
#include <vector>

namespace engine {

// Records now and then how the values of each trainable variable are distributed, as a histogram
// under the variable's name: the values after the update of the step, read by a run of their own.
// Every 100 steps: at 1, 101, 201 … A variable with NaN or infinity has no histogram; the logger is
// told.
class WeightHistogramHook final : public SessionRunHook
{
public:
    struct Options
    {
        std::optional<Period> period = Period::everySteps(100); // none: off until setPeriod()
        std::shared_ptr<SummaryWriter> summaryWriter;
        Clock* clock = nullptr;
        Logger* logger = nullptr;
    };

    // InvalidArgumentError: no writer; a period of seconds and steps, or of neither.
    explicit WeightHistogramHook(Options options);

    // Another period, or one for a hook that was off: from the next run on, of which there will be
    // histograms. On the session's thread. InvalidArgumentError as above.
    void setPeriod(const Period& period);

    void begin(Graph& graph) override; // FailedPreconditionError: no global step
    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;

private:
    void record(Session& session, std::int64_t step);

    Options m_options;
    std::optional<SecondOrStepTimer> m_timer;
    GlobalStepReader m_step;
    SessionRunArgs m_args;
    std::vector<Fetch> m_variables;
    std::vector<Tensor> m_values; // kept for their memory
};

} // namespace engine
