// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/formats/tensor_bundle.h"

#include <filesystem>
#include <vector>

namespace engine {

// What the index file of a bundle says.
struct BundleIndex
{
    int shardCount = 0;
    bool isBigEndian = false;
    std::vector<BundleEntry> entries; // sorted by name
    std::vector<BundleEntry> slices; // of partitioned variables; their names are encoded
};

// Every entry has a type that TensorFlow has, a possible shape, and a size and shard that agree
// with them; whether the data files hold the bytes is not looked at.
// Errors as the constructor of TensorBundleReader.
BundleIndex readBundleIndex(const FileSystem& files, const std::filesystem::path& prefix);

} // namespace engine
