// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/inspection.h"

#include "engine/summary/run_store_reader.h"
#include "engine/summary/schema.h"

#include <fmt/format.h>

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
                        {"last_value", series.lastValue},
                        {"min", series.minimum},
                        {"max", series.maximum}});
    }
    return list;
}

Json checkpointsOf(RunStoreReader& reader, RunId run)
{
    Json list = Json::array();
    for (const StoredCheckpoint& checkpoint : reader.checkpoints(run)) {
        list.push_back({{"step", checkpoint.step},
                        {"prefix", checkpoint.prefix},
                        {"complete", checkpoint.isComplete}});
    }
    return list;
}

Json factsOf(RunStoreReader& reader, const RunInfo& info)
{
    return {{"run", info.id},
            {"name", info.name},
            {"status", runStatusName(info.status)},
            {"steps", info.lastStep},
            {"target_steps", info.targetSteps},
            {"last_loss", info.hasLoss ? Json(info.lastLoss) : Json(nullptr)},
            {"in_trash", info.isInTrash},
            {"segments", reader.segments(info.id).size()},
            {"series", seriesOf(reader, info.id)},
            {"summaries", reader.summaries(info.id).size()},
            {"events", reader.events(info.id).size()},
            {"checkpoints", checkpointsOf(reader, info.id)}};
}

std::string textOf(const Json& run)
{
    std::string text =
        fmt::format("  run {} {}: {} at step {}, {} segment(s), {} event(s), {} checkpoint(s)\n",
                    run["run"].get<std::int64_t>(), run["name"].get<std::string>(),
                    run["status"].get<std::string>(), run["steps"].get<std::int64_t>(),
                    run["segments"].get<std::int64_t>(), run["events"].get<std::int64_t>(),
                    run["checkpoints"].size());
    for (const Json& series : run["series"]) {
        text += fmt::format("    {} (segment {}): {} points to step {}, last {:.6g}\n",
                            series["tag"].get<std::string>(), series["segment"].get<int>(),
                            series["points"].get<std::int64_t>(),
                            series["last_step"].get<std::int64_t>(),
                            series["last_value"].get<double>());
    }
    return text;
}

} // namespace

Inspection inspectStore(const std::filesystem::path& path)
{
    SystemClock clock;
    RunStoreReader reader(path, clock);
    Inspection result;
    result.facts = {{"path", path.string()},
                    {"kind", "run store"},
                    {"format", kStoreFormat},
                    {"bytes", reader.sizeInBytes()},
                    {"runs", Json::array()}};
    for (const RunInfo& info : reader.runs(true)) {
        result.facts["runs"].push_back(factsOf(reader, info));
        result.text += textOf(result.facts["runs"].back());
    }
    result.text = fmt::format("run store {}, format {}: {} run(s)\n{}", path.string(), kStoreFormat,
                              result.facts["runs"].size(), result.text);
    return result;
}

} // namespace engine
