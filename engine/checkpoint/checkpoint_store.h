// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/file_system.h"
#include "engine/base/logger.h"
#include "engine/checkpoint/checkpoint_retention.h"
#include "engine/checkpoint/checkpoint_state.h"
#include "engine/formats/tensor_bundle.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// Which checkpoints are kept and how they are named; as the arguments of tf.train.Saver, but for
// keepBest. With that, pinned checkpoints or a rule of hours the directory also holds a retention
// file, so that all this goes on after a restart.
struct CheckpointStoreOptions
{
    int maxToKeep = 5; // 0 or less: all, and the state file lists the newest only
    double keepCheckpointEveryNHours = 10000.0;
    bool padStepNumber = false; // "-00000200" instead of "-200"
    int keepBest = 0; // so many with the lowest metric stay, besides the last maxToKeep
};

struct SaveRequest
{
    std::string path; // "dir/model.ckpt"
    std::optional<std::int64_t> globalStep; // appended as "-<step>"
    std::string latestFilename = kCheckpointStateFile;
    bool writeState = true; // false: neither state file nor retention
    std::optional<double> metric; // for keepBest; less is better, NaN is none
};

// The half of Saver that knows files and no graph: writes checkpoints, keeps the state file, and
// deletes superseded ones. File system, clock and logger must outlive it.
//
// Thread rule: one thread at a time, but for setPinned(), which any thread may call meanwhile.
class CheckpointStore
{
public:
    CheckpointStore(FileSystem& files, Clock& clock, Logger& logger,
                    CheckpointStoreOptions options = {});

    // Writes the tensors, then the files of retention and state, then deletes what is superseded:
    // as in TensorFlow one checkpoint, unless one of the best has been overtaken. Returns the
    // prefix. When it returns everything is on the disk. InvalidArgumentError for a
    // `latestFilename` with a directory part, a path that collides with the state file, or a
    // missing parent directory; otherwise errors of the file system, after which older checkpoints
    // and the state file are as they were.
    std::string save(const SaveRequest& request, const NamedTensors& tensors);

    // Oldest first.
    std::vector<std::string> lastCheckpoints() const;
    void setLastCheckpoints(const std::vector<std::string>& prefixes);
    // After a restart: those of these that exist.
    // With what the retention file of their directory says of these and of others.
    void recoverLastCheckpoints(const std::vector<std::string>& prefixes);
    // A pinned checkpoint is never deleted, also after a restart. From any thread: does not wait
    // for tensors that are being written. NotFoundError; errors of writing the retention file:
    // then all is as before.
    void setPinned(const std::string& prefix, bool isPinned);

private:
    using Checkpoints = std::vector<RetainedCheckpoint>;

    // All of these with the lock.
    std::vector<std::string> keptPrefixes() const;
    void keepOnly(const std::vector<std::string>& prefixes);
    void remember(const std::string& prefix, std::optional<double> metric);
    void dismissSpared();
    void spareSuperseded();
    void deleteSuperseded();
    bool isSpared(const RetainedCheckpoint& checkpoint) const;
    bool isAmongBest(const RetainedCheckpoint& checkpoint) const;
    bool needsFile() const;
    void writeRetention(const std::filesystem::path& directory);

    FileSystem& m_files;
    Clock& m_clock;
    Logger& m_logger;
    CheckpointStoreOptions m_options;
    mutable std::mutex m_mutex; // guards everything below
    Checkpoints m_kept; // oldest first, as in the state file
    Checkpoints m_spared; // superseded, yet pinned, preserved or among the best
    Checkpoints m_superseded; // to be deleted by the save that is going on
    double m_nextKeepSeconds; // a checkpoint evicted after this time stays for ever
};

} // namespace engine
