// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/logger.h"
#include "engine/base/or_default.h"
#include "engine/hooks/global_step_reader.h"
#include "engine/hooks/second_or_step_timer.h"
#include "engine/session/session_run_hook.h"
#include "engine/summary/summary_writer.h"

#include <memory>
#include <string>

namespace engine {

// Measures steps per second (tf.train.StepCounterHook, spec section 2.6). The tag is the name of
// the global step and "/sec".
class StepCounterHook final : public SessionRunHook
{
public:
    struct Options
    {
        Period period = Period::everySteps(100);
        std::shared_ptr<SummaryWriter> summaryWriter; // null: only logged
        Clock* clock = nullptr;
        Logger* logger = nullptr;
    };

    // InvalidArgumentError: both periods or none.
    explicit StepCounterHook(Options options);

    void begin(Graph& graph) override; // FailedPreconditionError: no global step
    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;

private:
    void record(std::int64_t step);
    void warnNotIncreased(std::int64_t step);

    Options m_options;
    OrDefault<Logger, NullLogger> m_logger;
    SecondOrStepTimer m_timer;
    GlobalStepReader m_step;
    SessionRunArgs m_args;
    std::string m_tag;
    int m_warnings = 0; // a few are enough
};

} // namespace engine
