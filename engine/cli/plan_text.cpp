// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/plan_text.h"

#include "engine/ops/processor.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace engine {

namespace {

constexpr double kMega = 1e6;
constexpr std::size_t kWidestName = 44;

double megabytes(std::size_t bytes)
{
    return static_cast<double>(bytes) / kMega;
}

// The end of a name says more than its scopes.
std::string shortened(const std::string& name)
{
    return name.size() <= kWidestName ? name : "…" + name.substr(name.size() - kWidestName + 1);
}

std::string kernelOf(const PlanStepReport& step)
{
    std::string text(step.operation->def().type);
    for (const Operation* follower : step.followers) {
        text += fmt::format("+{}", follower->def().type);
    }
    if (!step.way.empty()) {
        text += fmt::format(", {}", step.way);
    }
    return text;
}

std::string resultsOf(const PlanStepReport& step)
{
    std::string text;
    for (const OutputSpec& output : step.outputs) {
        text += fmt::format(" {}{}", dataTypeName(output.type), output.shape.toString());
    }
    return text;
}

std::string headOf(const PlanReport& plan, std::int64_t runs)
{
    return fmt::format("plan of a step, timed in {} runs\n", runs)
        + fmt::format("  graph      {} operations, of which a step needs {}; {} folded, {} fused "
                      "into the kernel of another\n",
                      plan.graphOperations, plan.neededOperations, plan.foldedOperations,
                      plan.fusedOperations())
        + fmt::format(
               "  memory     {:.2f} MB of results take turns in {:.2f} MB; folded {:.2f} MB; "
               "variables {:.2f} MB\n",
               megabytes(plan.resultBytes), megabytes(plan.arenaBytes), megabytes(plan.foldedBytes),
               megabytes(plan.variableBytes))
        + fmt::format("  processor  {} threads; loops for {} (of {})\n", plan.threads,
                      loopInstructionSet(), usableInstructionSets());
}

struct Line
{
    std::string name;
    double flops = 0;
    std::size_t bytes = 0;
    double nanoseconds = 0; // of one run
    std::string kernel;
};

std::string asText(const Line& line, double allNanoseconds)
{
    const std::string times = allNanoseconds <= 0
        ? fmt::format("{:>9} {:>6} {:>8}", "-", "-", "-")
        : fmt::format("{:>9.1f} {:>6.1f} {:>8.1f}", line.nanoseconds / 1e3,
                      100 * line.nanoseconds / allNanoseconds,
                      line.nanoseconds > 0 ? line.flops / line.nanoseconds : 0.0);
    return fmt::format("  {:<{}} {:>10.3f} {:>9.3f} {}  {}\n", line.name, kWidestName,
                       line.flops / kMega, megabytes(line.bytes), times, line.kernel);
}

} // namespace

std::string planAsText(const PlanReportHook::TimedPlan& timed)
{
    const PlanReport& plan = *timed.plan;
    const auto runs = static_cast<double>(std::max<std::int64_t>(timed.runs, 1));
    const auto& times = timed.nanoseconds;
    const double all =
        static_cast<double>(std::accumulate(times.begin(), times.end(), std::int64_t{0})) / runs;
    std::string text = headOf(plan, timed.runs)
        + fmt::format("  {:<{}} {:>10} {:>9} {:>9} {:>6} {:>8}  {}\n", "operation", kWidestName,
                      "MFLOP", "MB", "us", "%", "GFLOP/s", "kernel and results");
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const PlanStepReport& step = plan.steps[i];
        text += asText({shortened(step.operation->name()), step.flops, step.bytes,
                        static_cast<double>(times[i]) / runs, kernelOf(step) + resultsOf(step)},
                       all);
    }
    return text
        + asText({"the whole step", plan.flops(), plan.bytes(), all,
                  fmt::format("{} kernels", plan.steps.size())},
                 all);
}

} // namespace engine
