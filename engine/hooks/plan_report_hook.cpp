// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/plan_report_hook.h"

#include <algorithm>

namespace engine {

PlanReportHook::PlanReportHook()
{
    m_args.options.emplace();
    m_args.options->traceLevel = 3;
    m_args.options->outputPartitionGraphs = true;
}

const SessionRunArgs* PlanReportHook::beforeRun(SessionRunContext&)
{
    return &m_args;
}

void PlanReportHook::afterRun(SessionRunContext&, const SessionRunValues& values)
{
    if (values.metadata.partitionGraphs.empty()) {
        return;
    }
    const std::shared_ptr<const PlanReport>& plan = values.metadata.partitionGraphs.front();
    const auto found = std::ranges::find(m_plans, plan, &TimedPlan::plan);
    if (found == m_plans.end()) {
        m_plans.push_back({plan, 0, std::vector<std::int64_t>(plan->steps.size())});
        return;
    }
    const std::vector<OperationTiming>& timings = values.metadata.timings;
    for (std::size_t i = 0; i < std::min(timings.size(), found->nanoseconds.size()); ++i) {
        found->nanoseconds[i] += timings[i].durationNanoseconds;
    }
    ++found->runs;
}

const PlanReportHook::TimedPlan* PlanReportHook::mostUsed() const
{
    const auto most = std::ranges::max_element(m_plans, {}, &TimedPlan::runs);
    return most == m_plans.end() ? nullptr : &*most;
}

} // namespace engine
