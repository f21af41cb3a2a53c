// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/jobs/training_job.h"

#include <string>
#include <string_view>

namespace engine {

// The last line of --json: one object with `run`, `segment`, `steps`, `loss`, `metrics`,
// `examples_per_second`, `steps_per_second`, `seconds`, `peak_rss_bytes`, `stop_reason`.
// JSON has no NaN: a loss that is not finite is null.
std::string resultAsJson(const JobResult& result);

// The last line of --json where there is no result: one object with `error` (the message), `code`
// (of the error's class) and `exit_code`; of an opened job also `run`, `segment`, `steps`. `job`
// may be null.
std::string errorAsJson(std::string_view message, std::string_view code, int exitCode,
                        const TrainingJob* job);

// What is about to be trained and where it is kept, in a few lines for people. After open().
std::string openedAsText(const TrainingJob& job);

// The result in a few lines for people.
std::string resultAsText(const JobResult& result, const JobConfig& config);

} // namespace engine
