// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/jobs/job_keys.h"

#include <filesystem>
#include <string_view>

namespace engine {

// Reads a job file (TOML). `overrides` are "dotted.path=value" in TOML's notation; a value that is
// not TOML is taken as text.
// InvalidArgumentError with file, line and key, a line for each mistake in the order of the file's:
// not TOML; an unknown key or table, with the nearest known one ("fashion.toml, line 14:
// hiden_layers is not a known setting. Did you mean hidden_layers?"); a value that is not accepted.
// If there are none of these: settings that contradict each other or are missing.
// NotFoundError for the file.
JobConfig parseJobFile(const std::filesystem::path& file,
                       const std::vector<std::string>& overrides = {});

// The same for a text; `source` stands for the file's name in messages and gives the run's name.
JobConfig parseJob(std::string_view text, std::string_view source,
                   const std::vector<std::string>& overrides = {});

// InvalidArgumentError for a setting that does nothing where it stands: optimizer.weight_decay with
// adam. Part of parseJobFile(); a stored job may hold such settings.
void requireUsed(const JobConfig& config, std::string_view source);

// A value in TOML's notation.
std::string jobValueText(const JobValue& value);

// All settings as a TOML text that parseJob() reads back to the same configuration.
std::string writeJob(const JobConfig& config);

} // namespace engine
