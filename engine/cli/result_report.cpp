// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/result_report.h"

#include "engine/cli/console.h"

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

std::string errorAsJson(std::string_view message, std::string_view code, int exitCode,
                        const TrainingJob* job)
{
    nlohmann::ordered_json json{{"error", message}, {"code", code}, {"exit_code", exitCode}};
    if (job != nullptr && job->isOpen()) {
        json["run"] = job->run();
        json["segment"] = job->segment();
        json["steps"] = job->progress().step();
    }
    // A path in the message need not be UTF-8.
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string openedAsText(const TrainingJob& job)
{
    const JobRequest& request = job.request();
    const RunConfig& run = request.config.run;
    std::string text = request.continueRun == 0
        ? fmt::format("run {}: {}, {} steps\n", job.run(), run.name, run.steps)
        : fmt::format("run {}: {}, continued from step {} to {}\n", job.run(), run.name,
                      job.firstStep(), run.steps);
    text += fmt::format("  store        {}\n  checkpoints  {}\n", request.store.string(),
                        request.checkpointDir.string());
    for (const std::string& remark : job.remarks()) {
        text += fmt::format("  data         {}\n", remark);
    }
    return text;
}

std::string resultAsText(const JobResult& result, const JobConfig& config)
{
    std::string text = fmt::format("{} {} at step {} after {:.1f} s ({:.0f} steps/s): {}\n",
                                   config.run.name, runStatusName(result.status), result.step,
                                   result.seconds, result.stepsPerSecond, result.stopReason);
    for (const auto& [name, value] : result.metrics) {
        text += fmt::format("  {:<20} {}\n", name, shortNumber(value));
    }
    return text;
}

} // namespace engine
