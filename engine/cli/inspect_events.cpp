// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/inspection.h"

#include "engine/base/errors.h"
#include "engine/cli/statistics.h"
#include "engine/formats/event_codec.h"
#include "engine/formats/record_file.h"
#include "engine/formats/record_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

struct TagFacts
{
    std::string type;
    std::string plugin; // from the first record that had metadata
    std::int64_t count = 0;
    std::int64_t firstStep = 0;
    std::int64_t lastStep = 0;
    Json lastValue;
};

struct FileFacts
{
    std::int64_t records = 0;
    std::string version;
    std::int64_t graphs = 0;
    Json sessionLog = Json::array();
    std::map<std::string, TagFacts, std::less<>> tags;
};

// "scalars" of a plugin is a scalar like TensorFlow 1's.
std::string typeOf(const SummaryValue& value, const std::string& plugin)
{
    switch (value.kind) {
    case SummaryValue::Kind::Scalar:
        return "scalar";
    case SummaryValue::Kind::Histogram:
    case SummaryValue::Kind::OldStyleHistogram:
        return "histogram";
    case SummaryValue::Kind::Image:
        return "image";
    case SummaryValue::Kind::Audio:
        return "audio";
    case SummaryValue::Kind::None:
    case SummaryValue::Kind::Tensor:
        break;
    }
    static const std::map<std::string, std::string, std::less<>> kSingular{
        {"scalars", "scalar"}, {"histograms", "histogram"}, {"images", "image"}};
    const auto found = kSingular.find(plugin);
    if (found != kSingular.end()) {
        return found->second;
    }
    if (!plugin.empty()) {
        return plugin;
    }
    return value.kind == SummaryValue::Kind::Tensor ? "tensor" : "none";
}

Json scalarOf(const SummaryValue& value)
{
    if (value.kind == SummaryValue::Kind::Scalar) {
        return numberFact(value.scalar);
    }
    return value.tensor.numbers.size() == 1 ? numberFact(value.tensor.numbers.front())
                                            : Json(nullptr);
}

void addValue(const SummaryValue& value, std::int64_t step, FileFacts& facts)
{
    TagFacts& tag = facts.tags[value.tag];
    if (!value.plugin.empty()) {
        tag.plugin = value.plugin;
    }
    tag.type = typeOf(value, tag.plugin);
    if (tag.count++ == 0) {
        tag.firstStep = step;
    }
    tag.lastStep = step;
    if (tag.type == "scalar") {
        tag.lastValue = scalarOf(value);
    }
}

void addEvent(const Event& event, FileFacts& facts)
{
    switch (event.kind) {
    case Event::Kind::FileVersion:
        facts.version = event.text;
        break;
    case Event::Kind::GraphDef:
        ++facts.graphs;
        break;
    case Event::Kind::SessionLog: {
        static constexpr const char* kNames[] = {"UNSPECIFIED", "START", "STOP", "CHECKPOINT"};
        const auto status = static_cast<std::size_t>(event.sessionLog);
        facts.sessionLog.push_back(
            {{"step", event.step}, {"status", status < 4 ? kNames[status] : "UNKNOWN"}});
        break;
    }
    case Event::Kind::Summary:
        for (const SummaryValue& value : event.values) {
            addValue(value, event.step, facts);
        }
        break;
    case Event::Kind::RunMetadata:
    case Event::Kind::Other:
        break;
    }
}

// How the file ends; `damage` in words unless cleanly.
std::string readAll(RecordFile& file, RecordReader& reader, FileFacts& facts, std::string& damage)
{
    std::string record;
    try {
        while (reader.next(record)) {
            ++facts.records;
            addEvent(decodeEvent(record), facts);
        }
        return file.isCut() ? "truncated" : "clean";
    } catch (const DataLossError& error) {
        damage = error.what();
        return reader.isTruncated() ? "truncated" : "corrupted";
    }
}

const char* nameOf(RecordCompression compression)
{
    switch (compression) {
    case RecordCompression::None:
        return "none";
    case RecordCompression::Gzip:
        return "gzip";
    case RecordCompression::Zlib:
        break;
    }
    return "zlib";
}

Json tagsOf(const FileFacts& facts)
{
    Json tags = Json::array();
    for (const auto& [name, tag] : facts.tags) {
        Json entry{{"tag", name},
                   {"type", tag.type},
                   {"count", tag.count},
                   {"first_step", tag.firstStep},
                   {"last_step", tag.lastStep}};
        if (tag.type == "scalar") {
            entry["last_value"] = tag.lastValue;
        }
        tags.push_back(std::move(entry));
    }
    return tags;
}

std::string textOf(const Json& facts)
{
    std::string text =
        fmt::format("event file {}: {} records, {} bytes, ends {}\n",
                    facts["path"].get<std::string>(), facts["records"].get<std::int64_t>(),
                    facts["bytes"].get<std::int64_t>(), facts["end"].get<std::string>());
    for (const Json& log : facts["session_log"]) {
        text += fmt::format("  session {} at step {}\n", log["status"].get<std::string>(),
                            log["step"].get<std::int64_t>());
    }
    for (const Json& tag : facts["tags"]) {
        text += fmt::format("  {}: {} {}, steps {} to {}\n", tag["tag"].get<std::string>(),
                            tag["count"].get<std::int64_t>(), tag["type"].get<std::string>(),
                            tag["first_step"].get<std::int64_t>(),
                            tag["last_step"].get<std::int64_t>());
    }
    return text;
}

} // namespace

Inspection inspectEventFile(const std::filesystem::path& path)
{
    RecordFile file(path);
    RecordReader reader(file.stream());
    FileFacts facts;
    Inspection result;
    const std::string end = readAll(file, reader, facts, result.damage);
    result.facts = {{"path", path.string()},
                    {"kind", "event file"},
                    {"bytes", std::filesystem::file_size(path)},
                    {"compression", nameOf(file.compression())},
                    {"records", facts.records},
                    {"good_bytes", reader.offset()},
                    {"end", end},
                    {"version", facts.version},
                    {"session_log", std::move(facts.sessionLog)},
                    {"graphs", facts.graphs},
                    {"tags", tagsOf(facts)}};
    result.text = textOf(result.facts);
    if (end == "truncated") {
        result.damage.clear(); // it may still be growing
    }
    return result;
}

bool isEventFile(const std::filesystem::path& path)
{
    return path.filename().string().find("tfevents") != std::string::npos;
}

Inspection inspectEventDirectory(const FileSystem& files, const std::filesystem::path& directory)
{
    Inspection result;
    result.facts = {{"path", directory.string()},
                    {"kind", "directory of event files"},
                    {"files", Json::array()}};
    std::vector<std::string> names = files.list(directory);
    std::ranges::sort(names);
    for (const std::string& name : names) {
        if (!isEventFile(name)) {
            continue;
        }
        Inspection file = inspectEventFile(directory / name);
        result.facts["files"].push_back(std::move(file.facts));
        result.text += file.text;
        result.damage = file.damage.empty() ? result.damage : name + ": " + file.damage;
    }
    result.text = fmt::format("directory of event files {}: {} file(s)\n{}", directory.string(),
                              result.facts["files"].size(), result.text);
    return result;
}

} // namespace engine
