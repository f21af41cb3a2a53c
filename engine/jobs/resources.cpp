// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/resources.h"

#include "engine/base/errors.h"
#include "engine/jobs/job_parser.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

namespace engine {

namespace {

std::filesystem::path fromEnvironment(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return value == nullptr ? "" : value;
}

// Debian keeps data sets there, in a folder for each package: dataset-NAME.
std::string packageOf(const std::filesystem::path& file)
{
    const std::filesystem::path inside = file.lexically_relative("/usr/share/datasets");
    const bool isInside = !inside.empty() && *inside.begin() != ".." && *inside.begin() != ".";
    return isInside ? fmt::format("dataset-{}", inside.begin()->string()) : std::string();
}

std::vector<std::string> offeredPresets()
{
    std::vector<std::string> names = presetNames();
    std::erase_if(names, [](const std::string& name) {
        try {
            return !hasDataFiles(parseJobFile(findJobFile(name)));
        } catch (const InvalidArgumentError&) { // a damaged installation
            return true;
        }
    });
    return names;
}

} // namespace

std::filesystem::path resourceDirectory()
{
    std::error_code error;
    const std::filesystem::path program =
        std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    std::vector<std::filesystem::path> candidates{fromEnvironment("TRAINSPOTTER_RESOURCES"),
                                                  program / "../share/trainspotter"};
    for (std::filesystem::path folder = program; folder != folder.root_path();
         folder = folder.parent_path()) {
        candidates.push_back(folder / "resources");
    }
    for (const std::filesystem::path& candidate : candidates) {
        if (!candidate.empty() && std::filesystem::is_directory(candidate / "jobs", error)) {
            return std::filesystem::canonical(candidate);
        }
    }
    throw NotFoundError(
        "the folder with presets and samples is not found; set TRAINSPOTTER_RESOURCES");
}

std::vector<std::string> presetNames()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(resourceDirectory() / "jobs")) {
        if (entry.path().extension() == ".toml") {
            names.push_back(entry.path().stem().string());
        }
    }
    std::ranges::sort(names);
    return names;
}

std::filesystem::path findJobFile(std::string_view job)
{
    std::error_code error;
    const std::filesystem::path file(job);
    if (std::filesystem::is_regular_file(file, error)) {
        return file;
    }
    const std::filesystem::path preset =
        resourceDirectory() / "jobs" / (std::string(job) + ".toml");
    if (!file.has_parent_path() && std::filesystem::is_regular_file(preset, error)) {
        return preset;
    }
    throw NotFoundError(fmt::format("there is no job file {}, and the presets are {}", job,
                                    fmt::join(offeredPresets(), ", ")));
}

std::filesystem::path findDataFile(const JobConfig& config, const std::string& name)
{
    std::error_code error;
    const std::filesystem::path beside = config.directory / name;
    if (std::filesystem::exists(beside, error)) {
        return beside;
    }
    const std::filesystem::path sample = resourceDirectory() / name;
    if (std::filesystem::exists(sample, error)) {
        return sample;
    }
    if (const std::string package = packageOf(name); !package.empty()) {
        throw NotFoundError(
            fmt::format("data file {} is not there; it comes with the Debian package "
                        "{} (apt install {})",
                        name, package, package));
    }
    if (std::filesystem::path(name).is_absolute()) {
        throw NotFoundError(fmt::format("data file {} is not there", name));
    }
    throw NotFoundError(fmt::format("data file {} is neither in {} nor in {}", name,
                                    config.directory.string(), resourceDirectory().string()));
}

std::vector<std::string*> dataFilesOf(JobConfig& config)
{
    DataConfig& data = config.data;
    std::vector<std::string*> names{&data.trainImages, &data.trainLabels, &data.testImages,
                                    &data.testLabels, &data.file};
    for (std::vector<std::string>* files : {&data.trainFiles, &data.testFiles}) {
        for (std::string& name : *files) {
            names.push_back(&name);
        }
    }
    std::erase_if(names, [](const std::string* name) { return name->empty(); });
    return names;
}

bool hasDataFiles(JobConfig config)
{
    return std::ranges::all_of(dataFilesOf(config), [&](const std::string* name) {
        try {
            return !findDataFile(config, *name).empty();
        } catch (const NotFoundError&) {
            return false;
        }
    });
}

std::filesystem::path defaultStorePath()
{
    std::filesystem::path base = fromEnvironment("XDG_DATA_HOME");
    if (!base.is_absolute()) {
        base = fromEnvironment("HOME") / ".local/share";
    }
    return base / "trainspotter" / "runs.sqlite";
}

} // namespace engine
