// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_changes.h"

#include "engine/base/errors.h"
#include "engine/formats/crc32c.h"
#include "engine/jobs/job_keys.h"
#include "engine/jobs/job_parser.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace engine {

namespace {

std::uint32_t checksumOf(const Tensor& tensor)
{
    return crc32c({static_cast<const char*>(tensor.data()), tensor.byteCount()});
}

std::string checksumOf(const Dataset& data)
{
    return data.size() == 0
        ? "-"
        : fmt::format("{:08x}{:08x}", checksumOf(data.features), checksumOf(data.labels));
}

// What the examples of whose checksum differ are for. A part that there is on one side only is for
// the settings to tell.
std::vector<std::string_view> changedParts(const std::string& before, const std::string& now)
{
    std::vector<std::string_view> parts;
    std::istringstream formerSums(before);
    std::istringstream sums(now);
    std::string former;
    std::string sum;
    for (const std::string_view purpose : {"train", "validate", "test"}) {
        if (!std::getline(formerSums, former, '/') || !std::getline(sums, sum, '/')) {
            break;
        }
        if (former != sum && former != "-" && sum != "-") {
            parts.push_back(purpose);
        }
    }
    return parts;
}

// Settings that decide what is computed; the others may change freely.
bool isOfTheModel(std::string_view key)
{
    return key.starts_with("data.") || key.starts_with("model.") || key.starts_with("optimizer.")
        || key.starts_with("schedule.") || key == "run.seed";
}

std::string textOf(const std::optional<JobValue>& value)
{
    return value ? jobValueText(*value) : "not set";
}

std::string parameterOf(const std::vector<std::pair<std::string, std::string>>& parameters,
                        std::string_view name)
{
    const auto found = std::ranges::find(
        parameters, name, [](const auto& parameter) { return std::string_view(parameter.first); });
    return found == parameters.end() ? std::string() : found->second;
}

} // namespace

std::string dataChecksum(const DatasetSplits& splits)
{
    return fmt::format("{}/{}/{}", checksumOf(splits.train), checksumOf(splits.validation),
                       checksumOf(splits.test));
}

std::vector<std::string> changesSince(const RunDetails& before, const RunSpec& now)
{
    std::vector<std::string> changes;
    try {
        const JobConfig former = parseJob(before.job, before.info.name);
        const JobConfig current = parseJob(now.job, now.name);
        for (const JobKey& key : jobKeys()) {
            const std::string was = textOf(key.access.read(former));
            const std::string is = textOf(key.access.read(current));
            const bool isShorter = key.path == "run.steps" && current.run.steps < former.run.steps;
            if ((isOfTheModel(key.path) && was != is) || isShorter) {
                changes.push_back(fmt::format("{} {} -> {}", key.path, was, is));
            }
        }
    } catch (const InvalidArgumentError& error) {
        changes.push_back(fmt::format("the former settings cannot be read: {}", error.what()));
    }
    const std::vector<std::string_view> parts = changedParts(
        parameterOf(before.parameters, kDataChecksum), parameterOf(now.parameters, kDataChecksum));
    if (!parts.empty()) {
        changes.push_back(
            fmt::format("the examples to {} on are others than before", fmt::join(parts, " and ")));
    }
    return changes;
}

std::optional<double> formerLearningRate(const RunDetails& before)
{
    try {
        return parseJob(before.job, before.info.name).optimizer.learningRate;
    } catch (const InvalidArgumentError&) {
        return std::nullopt;
    }
}

} // namespace engine
