// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/logger.h"
#include "engine/base/or_default.h"
#include "engine/hooks/global_step_reader.h"
#include "engine/session/session_run_hook.h"

#include <cstdint>

namespace engine {

// Delays the first run until others have brought the global step far enough
// (tf.train.GlobalStepWaiterHook, spec section 2.9).
class GlobalStepWaiterHook final : public SessionRunHook
{
public:
    explicit GlobalStepWaiterHook(std::int64_t waitUntilStep, Clock* clock = nullptr,
                                  Logger* logger = nullptr);

    void begin(Graph& graph) override; // FailedPreconditionError: no global step
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;

private:
    void wait(Session& session);

    std::int64_t m_waitUntilStep;
    OrDefault<Clock, SystemClock> m_clock;
    OrDefault<Logger, NullLogger> m_logger;
    GlobalStepReader m_step;
    bool m_isWorkerStarted = false;
};

} // namespace engine
