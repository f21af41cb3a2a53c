// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// What the user typed: trainspotter-train JOB.toml [--steps N] [--store FILE]
// [--checkpoint-dir DIR] [--resume] [--seed N] [--threads N] [--set key=value]… [--json]
// [--explain-plan]
struct CommandLine
{
    std::string job; // a file, or the name of a preset
    std::optional<std::int64_t> steps;
    std::filesystem::path store;
    std::filesystem::path checkpointDir;
    bool resume = false;
    std::optional<std::int64_t> seed;
    std::optional<std::int64_t> threads;
    std::vector<std::string> settings;
    bool json = false;
    bool explainPlan = false;
};

// Nothing to do: help or version were printed (code 0), or the arguments are wrong and the reason
// stands on standard error (code 2).
struct ExitCode
{
    int code = 0;
};

// Nothing in `exit` means: go on.
CommandLine parseCommandLine(int argc, char** argv, std::optional<ExitCode>& exit);

} // namespace engine
