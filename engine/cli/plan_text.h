// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hooks/plan_report_hook.h"

#include <string>

namespace engine {

// A plan for people: what was dropped, folded and fused, memory, instruction sets, and a line for
// each kernel in the order of a run: floating-point operations, bytes and, where it was timed, mean
// time. The last line is the whole step.
std::string planAsText(const PlanReportHook::TimedPlan& timed);

} // namespace engine
