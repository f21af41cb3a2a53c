// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset_split.h"
#include "engine/jobs/job_config.h"

#include <string>
#include <vector>

namespace engine {

// Reads, splits and (tables) standardizes the data that a job asks for: features, and labels that
// are values. Pictures get the job's augmentation. Without a test part of its own `test` may be
// empty; `validation` too.
// Errors of the readers; InvalidArgumentError if nothing is left for training, all values to
// predict are equal, or the augmentation does not fit the data.
DatasetSplits loadJobData(const JobConfig& config);

// What people should know of the data before they trust the training, a line each.
std::vector<std::string> remarksOn(const DataConfig& config, const Dataset& trainingData);

} // namespace engine
