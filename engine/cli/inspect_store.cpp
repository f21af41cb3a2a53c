// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/inspection.h"

#include "engine/cli/statistics.h"
#include "engine/summary/run_store_reader.h"

#include <fmt/format.h>

#include <cmath>

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

Json seriesOf(RunStoreReader& reader, RunId run)
{
    Json list = Json::array();
    for (const StoredSeries& series : reader.series(run)) {
        list.push_back({{"segment", series.segment},
                        {"tag", series.tag},
                        {"points", series.pointCount},
                        {"nonfinite", series.nonFiniteCount},
                        {"last_step", series.lastStep},
                        {"last_value", numberFact(series.lastValue)},
                        {"min", series.minimum},
                        {"max", series.maximum}});
    }
    return list;
}

Json checkpointsOf(RunStoreReader& reader, RunId run)
{
    Json list = Json::array();
    for (const StoredCheckpoint& checkpoint : reader.checkpoints(run)) {
        list.push_back(
            {{"segment", checkpoint.segment},
             {"step", checkpoint.step},
             {"prefix", checkpoint.prefix},
             {"loss", std::isnan(checkpoint.loss) ? Json(nullptr) : numberFact(checkpoint.loss)},
             {"complete", checkpoint.isComplete},
             {"pinned", checkpoint.isPinned}});
    }
    return list;
}

Json segmentsOf(RunStoreReader& reader, RunId run)
{
    Json list = Json::array();
    for (const StoredSegment& segment : reader.segments(run)) {
        list.push_back({{"number", segment.number},
                        {"first_step", segment.firstStep},
                        {"last_step", segment.lastStep},
                        {"stop_reason", segment.stopReason}});
    }
    return list;
}

Json summariesOf(RunStoreReader& reader, RunId run)
{
    Json list = Json::array();
    for (const StoredSummary& summary : reader.summaries(run)) {
        list.push_back({{"segment", summary.segment},
                        {"tag", summary.tag},
                        {"step", summary.step},
                        {"kind", summary.kind},
                        {"bytes", summary.bytes}});
    }
    return list;
}

Json eventsOf(RunStoreReader& reader, RunId run)
{
    Json list = Json::array();
    for (const StoredEvent& event : reader.events(run)) {
        list.push_back({{"segment", event.segment},
                        {"step", event.step},
                        {"kind", event.kind},
                        {"message", event.message}});
    }
    return list;
}

struct ParameterFact
{
    Json operator()(double number) const { return numberFact(number); }
    Json operator()(bool truth) const { return truth; }
    Json operator()(const std::string& text) const { return text; }
};

// Those for tools, and what a run says for people where it has none: of a store before format 3.
Json parametersOf(RunStoreReader& reader, RunId run)
{
    Json parameters = Json::object();
    for (const auto& [key, value] : reader.hyperParameters(run)) {
        parameters[key] = std::visit(ParameterFact{}, value);
    }
    if (parameters.empty()) {
        for (const auto& [key, value] : reader.details(run).parameters) {
            parameters[key] = value;
        }
    }
    return parameters;
}

Json factsOf(RunStoreReader& reader, const RunInfo& info)
{
    return {{"run", info.id},
            {"name", info.name},
            {"status", runStatusName(info.status)},
            {"steps", info.lastStep},
            {"target_steps", info.targetSteps},
            {"last_loss", info.hasLoss ? numberFact(info.lastLoss) : Json(nullptr)},
            {"in_trash", info.isInTrash},
            {"parameters", parametersOf(reader, info.id)},
            {"segments", segmentsOf(reader, info.id)},
            {"series", seriesOf(reader, info.id)},
            {"summaries", summariesOf(reader, info.id)},
            {"events", eventsOf(reader, info.id)},
            {"checkpoints", checkpointsOf(reader, info.id)}};
}

std::string textOf(const Json& run)
{
    std::string text = fmt::format(
        "  run {} {}: {} at step {}, {} segment(s), {} event(s), {} summaries, {} "
        "checkpoint(s)\n",
        run["run"].get<std::int64_t>(), run["name"].get<std::string>(),
        run["status"].get<std::string>(), run["steps"].get<std::int64_t>(), run["segments"].size(),
        run["events"].size(), run["summaries"].size(), run["checkpoints"].size());
    for (const Json& series : run["series"]) {
        text +=
            fmt::format("    {} (segment {}): {} points to step {}, last {}\n",
                        series["tag"].get<std::string>(), series["segment"].get<int>(),
                        series["points"].get<std::int64_t>(),
                        series["last_step"].get<std::int64_t>(), numberText(series["last_value"]));
    }
    return text;
}

} // namespace

Inspection inspectStore(const std::filesystem::path& path)
{
    const SystemClock clock;
    const std::int64_t format =
        Database(path, Database::Access::Snapshot).queryInteger("PRAGMA user_version");
    RunStoreReader reader(path, clock, Database::Access::Snapshot);
    Inspection result;
    result.facts = {{"path", path.string()},
                    {"kind", "run store"},
                    {"format", format},
                    {"bytes", reader.sizeInBytes()},
                    {"runs", Json::array()}};
    for (const RunInfo& info : reader.runs(true)) {
        result.facts["runs"].push_back(factsOf(reader, info));
        result.text += textOf(result.facts["runs"].back());
    }
    result.text = fmt::format("run store {}, format {}: {} run(s)\n{}", path.string(), format,
                              result.facts["runs"].size(), result.text);
    return result;
}

} // namespace engine
