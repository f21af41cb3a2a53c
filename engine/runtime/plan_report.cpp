// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/plan_report.h"

#include <numeric>

namespace engine {

namespace {

template <typename T, typename Value>
T sumOver(const std::vector<PlanStepReport>& steps, const Value& value)
{
    return std::accumulate(
        steps.begin(), steps.end(), T(0),
        [&](T sum, const PlanStepReport& step) { return sum + static_cast<T>(value(step)); });
}

} // namespace

std::size_t PlanReport::fusedOperations() const
{
    return sumOver<std::size_t>(steps,
                                [](const PlanStepReport& step) { return step.followers.size(); });
}

double PlanReport::flops() const
{
    return sumOver<double>(steps, [](const PlanStepReport& step) { return step.flops; });
}

std::size_t PlanReport::bytes() const
{
    return sumOver<std::size_t>(steps, [](const PlanStepReport& step) { return step.bytes; });
}

} // namespace engine
