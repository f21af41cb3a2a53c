// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"

#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_state.h"
#include "engine/formats/tensor_bundle.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace engine {

namespace {

constexpr std::string_view kIndexSuffix = ".index";

bool areDigits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// ".data-00000-of-00001"
bool isDataSuffix(std::string_view suffix)
{
    constexpr std::string_view kBegin = ".data-";
    constexpr std::string_view kMiddle = "-of-";
    return suffix.size() == 20 && suffix.starts_with(kBegin) && areDigits(suffix.substr(6, 5))
        && suffix.substr(11, 4) == kMiddle && areDigits(suffix.substr(15));
}

// What there is of a checkpoint, in the order in which it may be taken away: an index that can be
// seen always has its data.
std::vector<std::filesystem::path> filesOf(const FileSystem& files, const std::string& prefix)
{
    const std::filesystem::path path(prefix);
    const std::string base = path.filename().string();
    std::vector<std::string> suffixes;
    for (const std::string& name : files.list(path.has_parent_path() ? path.parent_path() : ".")) {
        if (!name.starts_with(base)) {
            continue;
        }
        const std::string suffix = name.substr(base.size());
        if (suffix == ".meta" || suffix == kIndexSuffix || isDataSuffix(suffix)) {
            suffixes.push_back(suffix);
        }
    }
    std::ranges::sort(suffixes, std::greater()); // ".meta", ".index", ".data-…"
    std::vector<std::filesystem::path> result;
    for (const std::string& suffix : suffixes) {
        result.emplace_back(prefix + suffix);
    }
    return result;
}

} // namespace

bool checkpointExists(const FileSystem& files, const std::string& prefix)
{
    return files.exists(bundleIndexPath(prefix));
}

std::optional<std::int64_t> stepOfCheckpoint(const std::string& prefix)
{
    const std::size_t dash = prefix.rfind('-');
    if (dash == std::string::npos || !areDigits(std::string_view(prefix).substr(dash + 1))) {
        return std::nullopt;
    }
    std::int64_t step = 0;
    const char* end = prefix.data() + prefix.size();
    const std::from_chars_result result = std::from_chars(prefix.data() + dash + 1, end, step);
    return result.ec == std::errc() ? std::optional(step) : std::nullopt;
}

std::vector<std::string> listCheckpoints(const FileSystem& files,
                                         const std::filesystem::path& directory)
{
    std::vector<std::string> prefixes;
    for (const std::string& name : files.list(directory)) {
        if (name.ends_with(kIndexSuffix) && name.size() > kIndexSuffix.size()) {
            const std::string base = name.substr(0, name.size() - kIndexSuffix.size());
            prefixes.push_back((directory / base).string());
        }
    }
    std::ranges::stable_sort(prefixes, {}, [](const std::string& prefix) {
        return stepOfCheckpoint(prefix).value_or(-1);
    });
    return prefixes;
}

void verifyCheckpoint(const FileSystem& files, const std::string& prefix)
{
    TensorBundleReader(files, prefix).verify();
}

void removeCheckpoint(FileSystem& files, const std::string& prefix, Logger& logger)
{
    for (const std::filesystem::path& file : filesOf(files, prefix)) {
        try {
            files.remove(file);
        } catch (const Error& error) {
            logger.warning(fmt::format("Ignoring: {}", error.what()));
        }
    }
}

void setAsideDamaged(FileSystem& files, const std::string& prefix, Logger& logger)
{
    for (const std::filesystem::path& file : filesOf(files, prefix)) {
        try {
            files.rename(file, file.string() + ".damaged");
        } catch (const Error& error) {
            logger.warning(fmt::format("Ignoring: {}", error.what()));
        }
    }
}

std::optional<std::string> latestCheckpoint(const FileSystem& files,
                                            const std::filesystem::path& directory, Logger& logger)
{
    const std::optional<CheckpointState> state = readCheckpointState(files, directory, logger);
    if (!state) {
        return std::nullopt;
    }
    if (!checkpointExists(files, state->modelCheckpointPath)) {
        logger.error(
            fmt::format("Couldn't match files for checkpoint {}", state->modelCheckpointPath));
        return std::nullopt;
    }
    return state->modelCheckpointPath;
}

} // namespace engine
