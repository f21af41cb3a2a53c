// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/or_default.h"
#include "engine/hooks/second_or_step_timer.h"
#include "engine/session/session_run_hook.h"

#include <cstdint>
#include <optional>

namespace engine {

// Ends training after a time: after the first run that ends so many seconds after the session was
// first ready, times of recovery included.
class StopAtTimeHook final : public SessionRunHook
{
public:
    // InvalidArgumentError: not positive. `clock` is borrowed; null: the system's.
    explicit StopAtTimeHook(double seconds, Clock* clock = nullptr);

    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;

private:
    double m_seconds;
    SecondOrStepTimer m_timer; // triggered at the first creation; its steps are runs
    std::int64_t m_runs = 0;
};

} // namespace engine
