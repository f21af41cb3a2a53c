// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/jobs/training_job.h"

#include <string>

namespace engine {

// The last line of --json: one object with `run`, `segment`, `steps`, `loss`, `metrics`,
// `examples_per_second`, `steps_per_second`, `seconds`, `peak_rss_bytes`, `stop_reason`.
// JSON has no NaN: a loss that is not finite is null.
std::string resultAsJson(const JobResult& result);

// The same in a few lines for people.
std::string resultAsText(const JobResult& result, const JobConfig& config);

} // namespace engine
