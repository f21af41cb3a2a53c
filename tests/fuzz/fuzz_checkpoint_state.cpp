// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_retention.h"
#include "engine/checkpoint/checkpoint_state.h"
#include "engine/checkpoint/usable_checkpoint.h"
#include "tests/fuzz/fuzz_input.h"

// The bytes as a directory's state file, and as its retention file.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    FuzzFileSystem files;
    files.contents[std::string("/run/") + engine::kCheckpointStateFile] = bytes;
    files.contents[std::string("/run/") + engine::kCheckpointRetentionFile] = bytes;
    engine::NullLogger logger;
    expectAnswer([&] { engine::checkpointStateFromText(bytes); });
    expectAnswer([&] { engine::findUsableCheckpoint(files, "/run", logger); });
    expectAnswer([&] { engine::readCheckpointRetention(files, "/run", logger); });
    return 0;
}
