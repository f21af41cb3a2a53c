// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/file_system.h"
#include "engine/base/logger.h"
#include "engine/checkpoint/checkpoint_state.h"
#include "engine/formats/tensor_bundle.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// Which checkpoints are kept and how they are named; as the arguments of tf.train.Saver.
struct CheckpointStoreOptions
{
    int maxToKeep = 5; // 0 or less: all, and the state file lists the newest only
    double keepCheckpointEveryNHours = 10000.0;
    bool padStepNumber = false; // "-00000200" instead of "-200"
};

struct SaveRequest
{
    std::string path; // "dir/model.ckpt"
    std::optional<std::int64_t> globalStep; // appended as "-<step>"
    std::string latestFilename = kCheckpointStateFile;
    bool writeState = true; // false: neither state file nor retention
};

// The half of Saver that knows files and no graph: writes checkpoints, keeps the state file, and
// deletes superseded ones. File system, clock and logger must outlive it. Not thread-safe.
class CheckpointStore
{
public:
    CheckpointStore(FileSystem& files, Clock& clock, Logger& logger,
                    CheckpointStoreOptions options = {});

    // Writes the tensors, then the state file, then deletes at most one superseded checkpoint.
    // Returns the prefix. When it returns everything is on the disk.
    // InvalidArgumentError for a `latestFilename` with a directory part, a path that collides with
    // the state file, or a missing parent directory; otherwise errors of the file system, after
    // which older checkpoints and the state file are as they were.
    std::string save(const SaveRequest& request, const NamedTensors& tensors);

    // Oldest first.
    std::vector<std::string> lastCheckpoints() const;
    void setLastCheckpoints(const std::vector<std::string>& prefixes);
    // After a restart: those of these that exist.
    void recoverLastCheckpoints(const std::vector<std::string>& prefixes);

private:
    struct Kept
    {
        std::string prefix;
        double wallSeconds;
    };

    void remember(const std::string& prefix);
    void deleteOneSuperseded();

    FileSystem& m_files;
    Clock& m_clock;
    Logger& m_logger;
    CheckpointStoreOptions m_options;
    std::vector<Kept> m_kept; // oldest first, as in the state file
    std::vector<Kept> m_superseded; // to be deleted, one a save
    double m_nextKeepSeconds; // a checkpoint evicted after this time stays for ever
};

} // namespace engine
