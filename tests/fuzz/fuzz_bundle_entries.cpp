// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/leveldb_table.h"
#include "engine/formats/tensor_bundle.h"
#include "tests/fuzz/fuzz_input.h"

constexpr int kMostShards = 3;

// Keys and values by turns, each with its length, up to an empty key after the first one; the rest
// is each data file. The table around them is made here, so its checksums are right.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    std::map<std::string, std::string, std::less<>> entries;
    entries[""] = input.take();
    while (!input.isEmpty()) {
        const std::string key = input.take();
        if (key.empty()) {
            break;
        }
        entries[key] = input.take();
    }
    FuzzFileSystem files;
    files.contents["/model.ckpt.index"] = engine::writeLeveldbTable(entries);
    for (int count = 1; count <= kMostShards; ++count) {
        for (int shard = 0; shard < count; ++shard) {
            files.contents[engine::bundleDataPath("/model.ckpt", shard, count).string()] =
                input.rest();
        }
    }
    expectAnswer([&] {
        const engine::TensorBundleReader reader(files, "/model.ckpt");
        for (const engine::BundleEntry& entry : reader.entries()) {
            expectAnswer([&] { reader.read(entry.name); });
        }
        reader.verify();
    });
    return 0;
}
