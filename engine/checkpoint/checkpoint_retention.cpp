// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_retention.h"

#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/checkpoint_state.h"

#include <fmt/format.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>
#include <proto/checkpoint_state.pb.h>

#include <algorithm>

namespace engine {

namespace {

// Without one the parser writes to standard error.
class Silent final : public google::protobuf::io::ErrorCollector
{
    void AddError(int, int, const std::string&) override { }
};

} // namespace

void writeCheckpointRetention(FileSystem& files, const std::filesystem::path& directory,
                              const CheckpointRetention& retention)
{
    proto::CheckpointRetention message;
    for (const RetainedCheckpoint& checkpoint : retention.checkpoints) {
        proto::CheckpointRetention::Checkpoint& stored = *message.add_checkpoint();
        stored.set_path(pathInState(directory, checkpoint.prefix));
        stored.set_saved(checkpoint.wallSeconds);
        if (checkpoint.metric) {
            stored.set_metric(*checkpoint.metric);
        }
        stored.set_pinned(checkpoint.isPinned);
        stored.set_preserved(checkpoint.isPreserved);
    }
    message.set_next_preserved(retention.nextPreservedSeconds);
    std::string text;
    google::protobuf::TextFormat::PrintToString(message, &text);
    writeFileDurably(files, directory / kCheckpointRetentionFile, text);
}

std::optional<CheckpointRetention> readCheckpointRetention(const FileSystem& files,
                                                           const std::filesystem::path& directory,
                                                           Logger& logger)
{
    const std::filesystem::path path = directory / kCheckpointRetentionFile;
    if (!files.exists(path)) {
        return std::nullopt;
    }
    proto::CheckpointRetention message;
    try {
        Silent nobody;
        google::protobuf::TextFormat::Parser parser;
        parser.RecordErrorsTo(&nobody);
        if (!parser.ParseFromString(files.read(path), &message)) {
            throw DataLossError("not the text of a retention file");
        }
    } catch (const Error& error) {
        logger.warning(fmt::format("{}: {}. Pins and best checkpoints of before are not known",
                                   path.string(), error.what()));
        return std::nullopt;
    }
    CheckpointRetention retention;
    for (const proto::CheckpointRetention::Checkpoint& stored : message.checkpoint()) {
        retention.checkpoints.push_back(
            {(directory / stored.path()).string(), stored.saved(),
             stored.has_metric() ? std::optional(stored.metric()) : std::nullopt, stored.pinned(),
             stored.preserved()});
    }
    retention.nextPreservedSeconds = message.next_preserved();
    return retention;
}

void setCheckpointPinned(FileSystem& files, const std::string& prefix, bool isPinned,
                         const Clock& clock, Logger& logger)
{
    if (!checkpointExists(files, prefix)) {
        throw NotFoundError(fmt::format("there is no checkpoint {}", prefix));
    }
    const std::filesystem::path directory = std::filesystem::path(prefix).parent_path();
    CheckpointRetention retention =
        readCheckpointRetention(files, directory, logger).value_or(CheckpointRetention());
    auto known = std::ranges::find(retention.checkpoints, prefix, &RetainedCheckpoint::prefix);
    if (known == retention.checkpoints.end()) {
        RetainedCheckpoint added;
        added.prefix = prefix;
        added.wallSeconds = clock.wallSeconds();
        known = retention.checkpoints.insert(known, std::move(added));
    }
    known->isPinned = isPinned;
    writeCheckpointRetention(files, directory, retention);
}

} // namespace engine
