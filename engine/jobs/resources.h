// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/jobs/job_config.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// Files that come with the program: presets in jobs/, sample data in samples/.

// $TRAINSPOTTER_RESOURCES, or share/trainspotter of the installation, or resources/ of the source
// tree in which this executable was built. NotFoundError if none of them is there.
std::filesystem::path resourceDirectory();

// Names of the presets, sorted: "fashion-mlp", "iris", "spirals"; also those whose data is not
// there.
std::vector<std::string> presetNames();

// `job` as it is if there is such a file, otherwise the preset of that name.
// NotFoundError that lists the presets whose data is there.
std::filesystem::path findJobFile(std::string_view job);

// A data file of a job: absolute, or beside the job file, or in the resources. NotFoundError naming
// both places, and the Debian package of a file in /usr/share/datasets.
std::filesystem::path findDataFile(const JobConfig& config, const std::string& name);

// The members of `config` that name data files.
std::vector<std::string*> dataFilesOf(JobConfig& config);

// True if every data file that the job names is there.
bool hasDataFiles(JobConfig config);

// The user's run store: $XDG_DATA_HOME/trainspotter/runs.sqlite (~/.local/share without it).
std::filesystem::path defaultStorePath();

} // namespace engine
