// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_state.h"

#include "engine/base/errors.h"

#include <fmt/format.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/stubs/strutil.h>
#include <google/protobuf/text_format.h>
#include <proto/checkpoint_state.pb.h>

namespace engine {

namespace {

// Keeps the first thing that the parser complains of.
class FirstError final : public google::protobuf::io::ErrorCollector
{
public:
    void AddError(int line, int column, const std::string& message) override
    {
        if (m_text.empty()) {
            m_text = fmt::format("line {}, column {}: {}", line + 1, column + 1, message);
        }
    }
    const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

// As TensorFlow's Python writes it: quotes and controls escaped, other letters as UTF-8.
std::string quotedText(std::string_view text)
{
    std::string result = "\"";
    for (const char letter : text) {
        switch (letter) {
        case '"':
        case '\'':
        case '\\':
            result += '\\';
            result += letter;
            break;
        case '\n':
            result += "\\n";
            break;
        case '\t':
            result += "\\t";
            break;
        case '\r':
            result += "\\r";
            break;
        default:
            const auto byte = static_cast<unsigned char>(letter);
            result += byte < 0x20 || byte == 0x7f ? fmt::format("\\{:03o}", byte)
                                                  : std::string(1, letter);
        }
    }
    return result + '"';
}

// The shortest that reads back, never without a sign that it is no integer.
std::string numberText(double value)
{
    std::string text = fmt::format("{}", value);
    if (text.find_first_not_of("-0123456789") == std::string::npos) {
        text += ".0";
    }
    return text;
}

std::string joined(const std::filesystem::path& directory, const std::string& path)
{
    return (directory / path).string();
}

void requireFileName(const std::string& fileName)
{
    if (fileName.empty() || std::filesystem::path(fileName).has_parent_path()) {
        throw InvalidArgumentError(
            fmt::format("state file \"{}\" must be a name without a directory", fileName));
    }
}

} // namespace

std::string pathInState(const std::filesystem::path& directory, const std::string& path)
{
    const std::filesystem::path whole = std::filesystem::absolute(path).lexically_normal();
    const std::filesystem::path home =
        std::filesystem::absolute(directory / ".").lexically_normal();
    const std::filesystem::path relative = whole.lexically_relative(home);
    if (relative.empty() || *relative.begin() == "..") {
        return whole.string();
    }
    return relative.string();
}

CheckpointState makeCheckpointState(const std::filesystem::path& directory,
                                    const std::string& newest, const std::vector<std::string>& all,
                                    const std::vector<double>& timestamps)
{
    if (!timestamps.empty() && timestamps.size() != all.size()) {
        throw InvalidArgumentError(
            fmt::format("{} time stamps for {} checkpoints", timestamps.size(), all.size()));
    }
    CheckpointState state;
    state.modelCheckpointPath = pathInState(directory, newest);
    for (const std::string& path : all) {
        state.allModelCheckpointPaths.push_back(pathInState(directory, path));
    }
    state.allModelCheckpointTimestamps = timestamps;
    if (all.empty() || state.allModelCheckpointPaths.back() != state.modelCheckpointPath) {
        state.allModelCheckpointPaths.push_back(state.modelCheckpointPath);
        if (!timestamps.empty()) {
            throw InvalidArgumentError(fmt::format("{} has no time stamp", newest));
        }
    }
    return state;
}

std::string toText(const CheckpointState& state)
{
    std::string text =
        fmt::format("model_checkpoint_path: {}\n", quotedText(state.modelCheckpointPath));
    for (const std::string& path : state.allModelCheckpointPaths) {
        text += fmt::format("all_model_checkpoint_paths: {}\n", quotedText(path));
    }
    for (const double timestamp : state.allModelCheckpointTimestamps) {
        text += fmt::format("all_model_checkpoint_timestamps: {}\n", numberText(timestamp));
    }
    if (state.lastPreservedTimestamp) {
        text += fmt::format("last_preserved_timestamp: {}\n",
                            numberText(*state.lastPreservedTimestamp));
    }
    return text;
}

CheckpointState checkpointStateFromText(std::string_view text)
{
    if (!google::protobuf::internal::IsStructurallyValidUTF8(text.data(),
                                                             static_cast<int>(text.size()))) {
        throw InvalidArgumentError("the text is not UTF-8");
    }
    FirstError error;
    google::protobuf::TextFormat::Parser parser;
    parser.RecordErrorsTo(&error);
    proto::CheckpointState stored;
    // Merge and not Parse: a field that stands twice is legal, and the last one counts.
    if (!parser.MergeFromString(std::string(text), &stored)) {
        throw InvalidArgumentError(error.text());
    }
    CheckpointState state;
    state.modelCheckpointPath = stored.model_checkpoint_path();
    state.allModelCheckpointPaths.assign(stored.all_model_checkpoint_paths().begin(),
                                         stored.all_model_checkpoint_paths().end());
    state.allModelCheckpointTimestamps.assign(stored.all_model_checkpoint_timestamps().begin(),
                                              stored.all_model_checkpoint_timestamps().end());
    if (stored.has_last_preserved_timestamp()) {
        state.lastPreservedTimestamp = stored.last_preserved_timestamp();
    }
    return state;
}

void writeCheckpointState(FileSystem& files, const std::filesystem::path& directory,
                          const CheckpointState& state, const std::string& fileName)
{
    requireFileName(fileName);
    if (state.modelCheckpointPath == fileName) {
        throw FailedPreconditionError(
            fmt::format("{} conflicts with the path of the checkpoint state file",
                        (directory / fileName).string()));
    }
    writeFileDurably(files, directory / fileName, toText(state));
}

std::optional<CheckpointState> readCheckpointState(const FileSystem& files,
                                                   const std::filesystem::path& directory,
                                                   Logger& logger, const std::string& fileName)
{
    requireFileName(fileName);
    const std::filesystem::path path = directory / fileName;
    if (!files.exists(path)) {
        return std::nullopt;
    }
    CheckpointState state;
    try {
        state = checkpointStateFromText(files.read(path));
    } catch (const Error& error) {
        logger.warning(fmt::format("{}: {}. Checkpoint ignored", path.string(), error.what()));
        return std::nullopt;
    }
    if (state.modelCheckpointPath.empty()) {
        throw InvalidArgumentError(
            fmt::format("Invalid checkpoint state loaded from {}", directory.string()));
    }
    state.modelCheckpointPath = joined(directory, state.modelCheckpointPath);
    for (std::string& checkpoint : state.allModelCheckpointPaths) {
        checkpoint = joined(directory, checkpoint);
    }
    return state;
}

} // namespace engine
