// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/inspect_command.h"

#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/checkpoint_state.h"
#include "engine/cli/inspection.h"
#include "engine/cli/train_command.h"
#include "engine/formats/gzip_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kHeadBytes = 16;

// The first bytes, decompressed if the file is gzip.
std::string headOf(const std::filesystem::path& path)
{
    std::array<char, kHeadBytes> bytes{};
    GzipFile file(path);
    return {bytes.data(), file.read(bytes)};
}

bool isIdxHead(std::string_view head)
{
    constexpr std::string_view kTypes = "\x08\x09\x0b\x0c\x0d\x0e";
    return head.size() >= 4 && head[0] == '\0' && head[1] == '\0'
        && kTypes.find(head[2]) != std::string_view::npos && head[3] != '\0';
}

// The footer of a LevelDB table: TensorFlow's checkpoints before the V2 format are one such file.
bool isTable(const std::filesystem::path& path)
{
    constexpr std::string_view kMagic = "\x57\xfb\x80\x8b\x24\x75\x47\xdb";
    std::ifstream file(path, std::ios::binary);
    std::string end(kMagic.size(), '\0');
    file.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end);
    return file.read(end.data(), static_cast<std::streamsize>(end.size())) && end == kMagic;
}

// "data_batch_1.bin" and the like, as they are called in CIFAR's archives.
bool isBinaryName(const std::string& name)
{
    return name.ends_with(".bin") || name.ends_with(".bin.gz");
}

// Of ".index" and ".data-00000-of-00001"; nothing if the name is not of a checkpoint's file.
std::string prefixOf(const std::string& path)
{
    for (const char* const ending : {".index", ".data-"}) {
        const std::size_t at = path.rfind(ending);
        if (at != std::string::npos && path.find('/', at) == std::string::npos) {
            return path.substr(0, at);
        }
    }
    return {};
}

Inspection inspectFile(const FileSystem& files, const std::filesystem::path& path)
{
    const std::string prefix = prefixOf(path.string());
    if (!prefix.empty()) {
        return inspectCheckpoint(files, prefix);
    }
    if (path.filename() == kCheckpointStateFile) {
        return inspectCheckpointDirectory(files, path.parent_path());
    }
    if (isEventFile(path)) {
        return inspectEventFile(path);
    }
    const std::string head = headOf(path);
    if (head.starts_with("SQLite format 3")) {
        return inspectStore(path);
    }
    if (isIdxHead(head)) {
        return inspectIdx(path);
    }
    if (path.extension() == ".toml") {
        return inspectJob(path);
    }
    const std::string name = path.filename().string();
    if (name.find(".csv") != std::string::npos || name.find(".tsv") != std::string::npos
        || path.extension() == ".data" || path.extension() == ".txt") {
        return inspectCsv(path);
    }
    if (isBinaryName(name)) {
        if (std::optional<Inspection> pictures = inspectCifar(path)) {
            return *std::move(pictures);
        }
    }
    if (isTable(path)) {
        return inspectCheckpoint(files, path.string());
    }
    throw InvalidArgumentError(fmt::format(
        "{} is no checkpoint, event file, run store, job, IDX array, CIFAR file or CSV table",
        path.string()));
}

Inspection inspectDirectory(const FileSystem& files, const std::filesystem::path& directory)
{
    const std::vector<std::string> names = files.list(directory);
    const bool hasEvents =
        std::ranges::any_of(names, [](const std::string& name) { return isEventFile(name); });
    const bool hasCheckpoints = !listCheckpoints(files, directory).empty()
        || std::ranges::find(names, kCheckpointStateFile) != names.end();
    if (hasEvents && !hasCheckpoints) {
        return inspectEventDirectory(files, directory);
    }
    if (!hasCheckpoints) {
        throw InvalidArgumentError(
            fmt::format("{} holds no checkpoint and no event file", directory.string()));
    }
    return inspectCheckpointDirectory(files, directory);
}

int exitCodeOf(const Error& error)
{
    switch (error.code()) {
    case ErrorCode::DataLoss:
    case ErrorCode::Unknown:
    case ErrorCode::Internal:
        return TrainExit::kFailed;
    default:
        return TrainExit::kUsage;
    }
}

int report(const Inspection& result, bool asJson)
{
    // Names in files of others need not be UTF-8.
    fmt::print("{}{}",
               asJson ? result.facts.dump(-1, ' ', false, Json::error_handler_t::replace)
                      : result.text,
               asJson ? "\n" : "");
    if (result.damage.empty()) {
        return TrainExit::kSuccess;
    }
    fmt::print(stderr, "trainspotter-train: {}\n", result.damage);
    return TrainExit::kFailed;
}

} // namespace

Inspection inspect(const FileSystem& files, const std::filesystem::path& path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        return inspectDirectory(files, path);
    }
    if (files.exists(path)) {
        return inspectFile(files, path);
    }
    if (checkpointExists(files, path.string())) {
        return inspectCheckpoint(files, path.string());
    }
    throw NotFoundError(fmt::format("there is no {}", path.string()));
}

int runInspectCommand(int argc, char** argv)
{
    std::string path;
    bool asJson = false;
    CLI::App app("Says what a file is and holds, and changes nothing: checkpoint (prefix, file or "
                 "directory), event file (or a directory of them), run store, job file, IDX array, "
                 "CIFAR file, CSV table.",
                 "trainspotter-train inspect");
    app.add_option("path", path, "What to look at")->required();
    app.add_flag("--json", asJson, "One JSON object on standard output");
    app.footer("Exit codes: 0 looked at, 2 wrong arguments or nothing known there, 3 damaged.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? TrainExit::kSuccess : TrainExit::kUsage;
    }
    try {
        const LocalFileSystem files;
        return report(inspect(files, path), asJson);
    } catch (const Error& error) {
        fmt::print(stderr, "trainspotter-train: {}\n", error.what());
        return exitCodeOf(error);
    } catch (const std::exception& error) { // the standard library's, of folders and files
        fmt::print(stderr, "trainspotter-train: {}\n", error.what());
        return TrainExit::kFailed;
    }
}

} // namespace engine
