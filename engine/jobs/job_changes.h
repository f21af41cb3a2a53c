// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset_split.h"
#include "engine/jobs/job_config.h"
#include "engine/summary/run_store_reader.h"

#include <optional>
#include <string>
#include <vector>

namespace engine {

// The parameter of a run by which other data are noticed.
inline constexpr std::string_view kDataChecksum = "Data checksum";
// Of the bytes of features and labels (CRC-32C), as hexadecimal text: of the examples to train,
// validate and test on, with "/" between them, "-" for none. Runs of before have the first alone.
std::string dataChecksum(const DatasetSplits& splits);

// What differs from how a run was trained before, a line each: settings of data, model, optimizer
// and the seed, fewer steps, and the examples themselves. A job of the store that cannot be read
// any more is a line, too. `now` has absolute paths as the store has (runSpec()).
std::vector<std::string> changesSince(const RunDetails& before, const RunSpec& now);

// The initial learning rate of a run as it was trained before, if its job can be read.
std::optional<double> formerLearningRate(const RunDetails& before);

} // namespace engine
