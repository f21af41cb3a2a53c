// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_changes.h"

#include "engine/base/errors.h"
#include "engine/formats/crc32c.h"
#include "engine/jobs/job_keys.h"
#include "engine/jobs/job_parser.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine {

namespace {

std::uint32_t checksumOf(const Tensor& tensor)
{
    return crc32c({static_cast<const char*>(tensor.data()), tensor.byteCount()});
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

std::string dataChecksum(const Dataset& data)
{
    return fmt::format("{:08x}{:08x}", checksumOf(data.features), checksumOf(data.labels));
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
            if (isOfTheModel(key.path) && was != is) {
                changes.push_back(fmt::format("{} {} -> {}", key.path, was, is));
            }
        }
    } catch (const InvalidArgumentError& error) {
        changes.push_back(fmt::format("the former settings cannot be read: {}", error.what()));
    }
    const std::string formerData = parameterOf(before.parameters, kDataChecksum);
    if (!formerData.empty() && formerData != parameterOf(now.parameters, kDataChecksum)) {
        changes.emplace_back("the examples to train on are others than before");
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
