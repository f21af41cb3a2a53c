// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/file_system.h"
#include "engine/base/tensor.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// Tensors by name, in the order of a bundle.
using NamedTensors = std::map<std::string, Tensor, std::less<>>;

// A tensor bundle is what TensorFlow calls a V2 checkpoint (core/util/tensor_bundle): of a PREFIX
//   PREFIX.index                  a LevelDB table, name -> BundleEntryProto, "" -> the header
//   PREFIX.data-0000i-of-0000n    the bytes of the tensors, little-endian, without any header
struct BundleEntry
{
    std::string name;
    int dataTypeNumber = 0; // TensorFlow's; may be of a type that no Tensor here holds
    Shape shape;
    bool isSliced = false; // a partitioned variable: its bytes are under other keys
    int shard = 0;
    std::int64_t offset = 0;
    std::int64_t size = 0; // bytes
    std::uint32_t maskedCrc32c = 0;

    // TensorFlow's name of the type: "float32", "bfloat16" …
    std::string_view dataTypeName() const;
    // Of the tensor that holds such values here; Invalid if none does.
    DataType dataType() const;
};

std::filesystem::path bundleIndexPath(const std::filesystem::path& prefix);
std::filesystem::path bundleDataPath(const std::filesystem::path& prefix, int shard,
                                     int shardCount);

// Writes a bundle of one shard. It appears whole or not at all: temporary names, fsync, the data
// renamed first and the index second, with an fsync of the directory after each. A bundle that
// stands at this prefix stays whole until the index is renamed: the new one then has two shards, of
// which the second is empty, or one again. If it holds the very same tensors it is left as it is.
// On an error what was written is removed.
// InvalidArgumentError for an empty name or a tensor that is not valid; the file system's errors.
void writeTensorBundle(FileSystem& files, const std::filesystem::path& prefix,
                       const NamedTensors& tensors);

// Reads a bundle. The index is checked at construction, a data file when a tensor of it is read.
// All lengths are checked before they are believed. Thread-safe.
class TensorBundleReader
{
public:
    // NotFoundError without an index; DataLossError for a damaged one; InvalidArgumentError for a
    // version that excludes this reader; UnimplementedError for the older V1 format.
    TensorBundleReader(const FileSystem& files, std::filesystem::path prefix);
    TensorBundleReader(const FileSystem&& files, std::filesystem::path prefix) = delete;
    ~TensorBundleReader();

    // Sorted by the bytes of their names.
    const std::vector<BundleEntry>& entries() const;
    // Null if there is none of this name.
    const BundleEntry* find(std::string_view name) const;
    int shardCount() const;
    const std::filesystem::path& prefix() const;

    // Values of float16 and bfloat16 are given as floats, which hold them all.
    // NotFoundError for an unknown name or a missing data file; DataLossError if the checksum, the
    // size or a string's length is wrong; UnimplementedError for types that no Tensor holds and
    // for partitioned variables.
    Tensor read(std::string_view name) const;
    // Opens every data file and compares every checksum, those of slices and of types that no
    // Tensor holds included. Errors as read().
    void verify() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace engine
