// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/result_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

namespace engine {

namespace {

std::int64_t peakRssBytes()
{
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return std::int64_t{usage.ru_maxrss} * 1024; // Linux counts in KiB
}

} // namespace

std::string resultAsJson(const JobResult& result)
{
    nlohmann::ordered_json json{{"run", result.run},
                                {"segment", result.segment},
                                {"steps", result.step},
                                {"loss", result.loss},
                                {"metrics", nlohmann::json::object()},
                                {"examples_per_second", result.examplesPerSecond},
                                {"steps_per_second", result.stepsPerSecond},
                                {"seconds", result.seconds},
                                {"peak_rss_bytes", peakRssBytes()},
                                {"stop_reason", result.stopReason}};
    for (const auto& [name, value] : result.metrics) {
        json["metrics"][name] = value;
    }
    return json.dump();
}

std::string resultAsText(const JobResult& result, const JobConfig& config)
{
    std::string text = fmt::format("{} {} at step {} after {:.1f} s ({:.0f} steps/s): {}\n",
                                   config.run.name, runStatusName(result.status), result.step,
                                   result.seconds, result.stepsPerSecond, result.stopReason);
    for (const auto& [name, value] : result.metrics) {
        text += fmt::format("  {:<20} {:.4f}\n", name, value);
    }
    return text;
}

} // namespace engine
