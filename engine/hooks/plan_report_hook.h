// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/session/session_run_hook.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace engine {

// How the steps of a session were compiled and where their time goes. Every run is traced, which
// costs two readings of the clock an operation; the first run of each plan is not counted, for it
// meets cold memory.
class PlanReportHook final : public SessionRunHook
{
public:
    struct TimedPlan
    {
        std::shared_ptr<const PlanReport> plan;
        std::int64_t runs = 0; // that were timed
        std::vector<std::int64_t> nanoseconds; // of each step of the plan, in all these runs
    };

    PlanReportHook();

    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;

    // The plan that most runs followed; null before the first run.
    const TimedPlan* mostUsed() const;

private:
    SessionRunArgs m_args;
    std::vector<TimedPlan> m_plans;
};

} // namespace engine
