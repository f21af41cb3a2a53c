// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_directory.h"

#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/checkpoint_state.h"
#include "engine/formats/tensor_bundle.h"
#include "engine/jobs/resources.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace engine {

namespace {

constexpr const char* kBasename = "model.ckpt";

// A run's name as a folder's.
std::string folderName(std::string name)
{
    std::ranges::replace_if(
        name,
        [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '.' && c < 128; },
        '_');
    return name.empty() || name[0] == '.' ? "run" + name : name;
}

std::filesystem::path newDirectory(const JobRequest& request, const Clock& clock)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(clock.wallTime()).count();
    const std::string stem = fmt::format("{}-{:%Y%m%d-%H%M%S}", folderName(request.config.run.name),
                                         fmt::localtime(static_cast<std::time_t>(seconds)));
    const std::filesystem::path parent = request.store.parent_path() / "checkpoints";
    std::filesystem::path directory = parent / stem;
    std::filesystem::create_directories(parent);
    // Making it claims it: another process may start a run in the same second.
    for (int i = 2; !std::filesystem::create_directory(directory); ++i) {
        directory = parent / fmt::format("{}-{}", stem, i);
    }
    return directory;
}

} // namespace

std::filesystem::path normalDirectory(const std::filesystem::path& directory)
{
    if (directory.empty()) {
        return {}; // which absolute() refuses
    }
    const std::filesystem::path normal = std::filesystem::absolute(directory).lexically_normal();
    return normal.has_filename() ? normal : normal.parent_path();
}

JobRequest withPaths(JobRequest request, const Clock& clock)
{
    request.store =
        std::filesystem::absolute(request.store.empty() ? defaultStorePath() : request.store);
    std::filesystem::create_directories(request.store.parent_path());
    request.checkpointDir = request.checkpointDir.empty() ? newDirectory(request, clock)
                                                          : normalDirectory(request.checkpointDir);
    return request;
}

void requireNoCheckpoints(const FileSystem& files, const std::filesystem::path& directory)
{
    const std::vector<std::string> prefixes = listCheckpoints(files, directory);
    if (!prefixes.empty()) {
        throw AlreadyExistsError(fmt::format(
            "{} holds checkpoints up to step {}; continue that run (--resume) or choose "
            "another directory",
            directory.string(), stepOfCheckpoint(prefixes.back()).value_or(0)));
    }
}

std::string prefixOfStep(const FileSystem& files, const std::filesystem::path& directory,
                         std::int64_t step)
{
    const std::string prefix = (directory / fmt::format("{}-{}", kBasename, step)).string();
    if (!checkpointExists(files, prefix)) {
        std::vector<std::int64_t> steps;
        for (const std::string& other : listCheckpoints(files, directory)) {
            steps.push_back(stepOfCheckpoint(other).value_or(0));
        }
        throw NotFoundError(
            fmt::format("there is no checkpoint of step {} in {}; there are those of {}", step,
                        directory.string(), fmt::join(steps, ", ")));
    }
    return prefix;
}

std::string checkpointOfStep(const FileSystem& files, const std::filesystem::path& directory,
                             std::int64_t step)
{
    std::string prefix = prefixOfStep(files, directory, step);
    verifyCheckpoint(files, prefix);
    return prefix;
}

void makeNewestCheckpoint(FileSystem& files, const std::filesystem::path& directory,
                          const std::string& prefix, Logger& logger)
{
    const auto state = readCheckpointState(files, directory, logger);
    std::vector<std::string> all =
        state ? state->allModelCheckpointPaths : listCheckpoints(files, directory);
    std::erase(all, prefix);
    all.push_back(prefix);
    writeCheckpointState(files, directory, makeCheckpointState(directory, prefix, all));
}

double readLearningRate(const FileSystem& files, const std::string& prefix, const JobGraph& graph)
{
    return TensorBundleReader(files, prefix).read(graph.learningRate->name()).scalarAsDouble();
}

} // namespace engine
