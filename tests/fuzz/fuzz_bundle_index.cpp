// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensor_bundle.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/fuzz_table.h"

namespace {

void readIndex(std::string bytes)
{
    FuzzFileSystem files;
    files.contents["/model.ckpt.index"] = std::move(bytes);
    expectAnswer([&] { engine::TensorBundleReader(files, "/model.ckpt").verify(); });
}

} // namespace

// The bytes as the index of a bundle without data: as they are, with right checksums, and as what
// stands in the blocks of a table (a byte for their types, then the data block and the index
// block).
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    readIndex(bytes);
    readIndex(withRightChecksums(bytes));
    FuzzInput input(data, size);
    const unsigned char types = input.byte();
    const std::string block = input.take();
    readIndex(tableOfBlocks({block, (types & 1U) != 0}, {input.rest(), (types & 2U) != 0}));
    return 0;
}
