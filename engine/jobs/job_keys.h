// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/jobs/job_config.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace engine {

using JobValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>,
                              std::vector<std::string>>;

// How a setting is written to and read from a configuration.
struct JobAccess
{
    // InvalidArgumentError that says what is accepted.
    std::function<void(JobConfig&, const JobValue&)> apply;
    std::function<std::optional<JobValue>(const JobConfig&)> read; // nothing: not set
    std::string accepts; // for people: "a whole number of 1 or more"
};

struct JobKey
{
    std::string_view path; // dotted: "session.save_checkpoint_steps"
    JobAccess access;
    std::string_view meaning; // for people
};

// Every known key. To add one: a line in job_keys.cpp.
std::span<const JobKey> jobKeys();

const JobKey* findJobKey(std::string_view path); // null if unknown
// The known path that looks most like `path`; empty if none comes near.
std::string_view nearestJobKey(std::string_view path);
// The same for tables: "optimizer" for "optimiser".
std::string nearestJobTable(std::string_view path);
// True if some known key lies below this table ("session", "hooks.logging_tensor").
bool isJobTable(std::string_view path);

// An empty list in a file has no element type.
bool isEmptyList(const JobValue& value);

} // namespace engine
