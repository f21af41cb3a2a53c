// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/cli/inspection.h"
#include "engine/cli/statistics.h"
#include "engine/formats/cifar.h"
#include "engine/formats/csv.h"
#include "engine/formats/idx.h"
#include "engine/jobs/job_keys.h"
#include "engine/jobs/job_parser.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>
#include <vector>

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

Json columnFacts(const CsvColumn& column)
{
    Json facts{{"name", column.name}, {"type", column.isText ? "text" : "number"}};
    if (column.isText) {
        facts["values"] = column.texts.size();
    } else {
        addStatistics(statisticsOf(column.numbers), facts);
    }
    return facts;
}

} // namespace

Inspection inspectIdx(const std::filesystem::path& path)
{
    const Tensor tensor = readIdx(path);
    Inspection result;
    result.facts = {{"path", path.string()},
                    {"kind", "IDX array"},
                    {"dtype", dataTypeName(tensor.dataType())},
                    {"shape", tensor.shape().dims()}};
    addStatistics(statisticsOf(tensor), result.facts);
    result.text =
        fmt::format("IDX array {}: {} [{}]{}\n", path.string(), dataTypeName(tensor.dataType()),
                    fmt::join(tensor.shape().dims(), ","), statisticsText(result.facts));
    return result;
}

namespace {

constexpr std::array<std::pair<CifarKind, const char*>, 2> kCifarKinds{
    {{CifarKind::Cifar10, "CIFAR-10 pictures"}, {CifarKind::Cifar100, "CIFAR-100 pictures"}}};

Inspection cifarInspection(const std::filesystem::path& path, const CifarPictures& data,
                           CifarKind kind, const char* name)
{
    std::vector<std::int64_t> counts(kind == CifarKind::Cifar10 ? 10 : 100);
    for (const std::uint8_t label : data.labels.values<std::uint8_t>()) {
        ++counts.at(label);
    }
    const Shape& shape = data.pictures.shape();
    Inspection result;
    result.facts = {{"path", path.string()},
                    {"kind", name},
                    {"dtype", dataTypeName(data.pictures.dataType())},
                    {"shape", shape.dims()},
                    {"classes", counts}};
    result.text = fmt::format("{} {}: {} [{}]\n  of each class: {}\n", name, path.string(),
                              dataTypeName(data.pictures.dataType()), fmt::join(shape.dims(), ","),
                              fmt::join(counts, ", "));
    return result;
}

} // namespace

std::optional<Inspection> inspectCifar(const std::filesystem::path& path)
{
    for (const auto& [kind, name] : kCifarKinds) {
        try {
            return cifarInspection(path, readCifar(path, kind), kind, name);
        } catch (const DataLossError&) { // it is not of this kind
        }
    }
    return std::nullopt;
}

Inspection inspectCsv(const std::filesystem::path& path)
{
    const CsvTable table = readCsv(path);
    Inspection result;
    result.facts = {{"path", path.string()},     {"kind", "CSV table"},
                    {"rows", table.rowCount},    {"separator", std::string(1, table.separator)},
                    {"header", table.hasHeader}, {"left_out_rows", table.leftOutRows.size()},
                    {"columns", Json::array()}};
    result.text = fmt::format("CSV table {}: {} rows, {} left out\n", path.string(), table.rowCount,
                              table.leftOutRows.size());
    for (const CsvColumn& column : table.columns) {
        const Json facts = columnFacts(column);
        result.text += column.isText
            ? fmt::format("  {}: {} different texts\n", column.name, column.texts.size())
            : fmt::format("  {}:{}\n", column.name, statisticsText(facts));
        result.facts["columns"].push_back(facts);
    }
    return result;
}

Inspection inspectJob(const std::filesystem::path& path)
{
    const JobConfig config = parseJobFile(path);
    Inspection result;
    result.facts = {{"path", path.string()}, {"kind", "job"}, {"settings", Json::object()}};
    for (const JobKey& key : jobKeys()) {
        if (const std::optional<JobValue> value = key.access.read(config)) {
            std::visit(
                [&](const auto& known) { result.facts["settings"][std::string(key.path)] = known; },
                *value);
        }
    }
    result.text = fmt::format("job {}\n{}", path.string(), writeJob(config));
    return result;
}

} // namespace engine
