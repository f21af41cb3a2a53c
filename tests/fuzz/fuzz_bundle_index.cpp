// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensor_bundle.h"
#include "tests/fuzz/fuzz_input.h"

// The bytes as the index of a bundle without data.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzFileSystem files;
    files.contents["/model.ckpt.index"].assign(reinterpret_cast<const char*>(data), size);
    expectAnswer([&] { engine::TensorBundleReader(files, "/model.ckpt").verify(); });
    return 0;
}
