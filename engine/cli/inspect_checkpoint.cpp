// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/inspection.h"

#include "engine/base/errors.h"
#include "engine/base/logger.h"
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/cli/statistics.h"
#include "engine/formats/tensor_bundle.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

Json stepOf(const std::string& prefix)
{
    const std::optional<std::int64_t> step = stepOfCheckpoint(prefix);
    return step ? Json(*step) : Json(nullptr);
}

// Adds what can be said of the elements; throws if they are damaged.
void describeElements(const TensorBundleReader& reader, const BundleEntry& entry, Json& facts)
{
    if (entry.isSliced || entry.dataType() == DataType::Invalid) {
        return;
    }
    const Tensor tensor = reader.read(entry.name);
    if (tensor.dataType() != DataType::String) {
        addStatistics(statisticsOf(tensor), facts);
    }
}

void addTensors(const TensorBundleReader& reader, Inspection& result)
{
    std::size_t width = 0;
    for (const BundleEntry& entry : reader.entries()) {
        width = std::max(width, entry.name.size());
    }
    Json& tensors = result.facts["tensors"] = Json::array();
    for (const BundleEntry& entry : reader.entries()) {
        Json facts{{"name", entry.name},
                   {"dtype", entry.dataTypeName()},
                   {"shape", entry.shape.dims()},
                   {"bytes", entry.size}};
        try {
            describeElements(reader, entry, facts);
        } catch (const Error& error) {
            result.damage = error.what();
            facts["error"] = error.what();
        }
        result.text += fmt::format("  {:<{}}  {:<8} [{}]{}\n", entry.name,
                                   std::min<std::size_t>(width, 48), entry.dataTypeName(),
                                   fmt::join(entry.shape.dims(), ","), statisticsText(facts));
        tensors.push_back(std::move(facts));
    }
}

std::int64_t bytesOf(const TensorBundleReader& reader)
{
    std::int64_t bytes = 0;
    for (const BundleEntry& entry : reader.entries()) {
        bytes += entry.size;
    }
    return bytes;
}

Json eventFilesIn(const FileSystem& files, const std::filesystem::path& directory)
{
    std::vector<std::string> names = files.list(directory);
    std::erase_if(names, [](const std::string& name) { return !isEventFile(name); });
    std::ranges::sort(names);
    return names;
}

void verify(const TensorBundleReader& reader, Inspection& result)
{
    try {
        reader.verify();
    } catch (const Error& error) {
        result.damage = error.what();
    }
}

} // namespace

Inspection inspectCheckpoint(const FileSystem& files, const std::string& prefix)
{
    const TensorBundleReader reader(files, prefix);
    Inspection result;
    result.facts = {{"path", prefix},
                    {"kind", "checkpoint"},
                    {"step", stepOf(prefix)},
                    {"shards", reader.shardCount()},
                    {"bytes", bytesOf(reader)}};
    result.text = fmt::format("checkpoint {}: {} tensors, {} bytes in {} data file(s)\n", prefix,
                              reader.entries().size(), bytesOf(reader), reader.shardCount());
    addTensors(reader, result);
    verify(reader, result);
    return result;
}

Inspection inspectCheckpointDirectory(const FileSystem& files,
                                      const std::filesystem::path& directory)
{
    NullLogger logger;
    Inspection result;
    const auto newest = latestCheckpoint(files, directory, logger);
    result.facts = {{"path", directory.string()},
                    {"kind", "checkpoint directory"},
                    {"newest", newest ? Json(*newest) : Json(nullptr)},
                    {"checkpoints", Json::array()},
                    {"event_files", eventFilesIn(files, directory)}};
    std::string whole;
    std::string list;
    for (const std::string& prefix : listCheckpoints(files, directory)) {
        std::string problem;
        try {
            verifyCheckpoint(files, prefix);
            whole = prefix;
        } catch (const Error& error) {
            problem = result.damage = error.what();
        }
        result.facts["checkpoints"].push_back(
            {{"prefix", prefix}, {"step", stepOf(prefix)}, {"complete", problem.empty()}});
        list +=
            fmt::format("  {} {}{}\n", prefix, problem.empty() ? "complete" : "DAMAGED: ", problem);
    }
    result.text = fmt::format("checkpoint directory {}: {} checkpoints, {} event file(s)\n{}",
                              directory.string(), result.facts["checkpoints"].size(),
                              result.facts["event_files"].size(), list);
    if (!whole.empty()) {
        result.text += fmt::format("{}\n", whole);
        addTensors(TensorBundleReader(files, whole), result);
    }
    return result;
}

} // namespace engine
