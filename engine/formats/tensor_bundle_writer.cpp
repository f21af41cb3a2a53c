// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensor_bundle.h"

#include "engine/base/errors.h"
#include "engine/formats/crc32c.h"
#include "engine/formats/leveldb_table.h"
#include "engine/formats/stored_strings.h"

#include <fmt/format.h>
#include <proto/tensor_bundle.pb.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

namespace engine {

namespace {

static_assert(std::endian::native == std::endian::little,
              "tensors are stored as they are in memory");

constexpr int kVersion = 1; // kTensorBundleVersion of TensorFlow

// A file under a temporary name; removed unless it is kept, also from its place.
class PendingFile
{
public:
    PendingFile(FileSystem& files, std::filesystem::path path)
        : m_files(files), m_path(std::move(path)), m_temporary(temporaryNameFor(m_path)),
          m_file(m_files.create(m_temporary, true))
    { }
    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;
    ~PendingFile()
    {
        if (m_isKept) {
            return;
        }
        m_file.reset();
        try {
            m_files.remove(m_isInPlace ? m_path : m_temporary);
        } catch (const Error&) { // the error that is under way is the one to tell
        }
    }

    void append(std::string_view bytes) { m_file->append(bytes); }
    void finish()
    {
        m_file->sync();
        m_file->close();
    }
    void putInPlace()
    {
        m_files.rename(m_temporary, m_path);
        m_isInPlace = true;
    }
    void keep() { m_isKept = true; }

private:
    FileSystem& m_files;
    std::filesystem::path m_path;
    std::filesystem::path m_temporary;
    std::unique_ptr<WritableFile> m_file;
    bool m_isInPlace = false;
    bool m_isKept = false;
};

// What stands at `prefix` now; null if that is nothing that can be read.
std::unique_ptr<TensorBundleReader> existingBundle(const FileSystem& files,
                                                   const std::filesystem::path& prefix)
{
    if (!files.exists(bundleIndexPath(prefix))) {
        return nullptr;
    }
    try {
        return std::make_unique<TensorBundleReader>(files, prefix);
    } catch (const Error&) { // damaged: nothing is lost with it
        return nullptr;
    }
}

bool isSame(const Tensor& a, const Tensor& b)
{
    if (a.dataType() != b.dataType() || !(a.shape() == b.shape())) {
        return false;
    }
    if (a.dataType() == DataType::String) {
        return std::ranges::equal(a.values<std::string>(), b.values<std::string>());
    }
    return a.byteCount() == 0 || std::memcmp(a.data(), b.data(), a.byteCount()) == 0;
}

bool holds(const TensorBundleReader& bundle, const NamedTensors& tensors)
{
    try {
        return bundle.entries().size() == tensors.size()
            && std::ranges::all_of(tensors, [&](const auto& named) {
                   return bundle.find(named.first) != nullptr
                       && isSame(bundle.read(named.first), named.second);
               });
    } catch (const Error&) { // damaged
        return false;
    }
}

void removeData(FileSystem& files, const std::filesystem::path& prefix, int shardCount)
{
    for (int shard = 0; shard < shardCount; ++shard) {
        try {
            files.remove(bundleDataPath(prefix, shard, shardCount));
        } catch (const Error&) { // nobody looks at it any more
        }
    }
}

std::string headerBytes(int shardCount)
{
    proto::BundleHeader header;
    header.set_num_shards(shardCount);
    header.mutable_version()->set_producer(kVersion);
    return header.SerializeAsString();
}

// Appends the tensor's bytes to `data` and describes them.
std::string storeTensor(const Tensor& tensor, std::int64_t offset, PendingFile& data,
                        std::int64_t& size)
{
    proto::BundleEntry entry;
    entry.set_dtype(static_cast<int>(tensor.dataType()));
    proto::BundleShape* shape = entry.mutable_shape();
    for (const std::int64_t dim : tensor.shape().dims()) {
        shape->add_dim()->set_size(dim);
    }
    if (tensor.dataType() == DataType::String) {
        const StoredStrings stored = storeStrings(tensor.values<std::string>());
        data.append(stored.bytes);
        size = static_cast<std::int64_t>(stored.bytes.size());
        entry.set_crc32c(stored.maskedCrc32c);
    } else {
        const std::string_view bytes(static_cast<const char*>(tensor.data()), tensor.byteCount());
        data.append(bytes);
        size = static_cast<std::int64_t>(bytes.size());
        entry.set_crc32c(maskCrc32c(crc32c(bytes)));
    }
    entry.set_offset(offset);
    entry.set_size(size);
    return entry.SerializeAsString();
}

void requireStorable(const std::filesystem::path& prefix, const NamedTensors& tensors)
{
    for (const auto& [name, tensor] : tensors) {
        if (name.empty() || !tensor.isValid()) {
            throw InvalidArgumentError(fmt::format("{}: tensor \"{}\" has no {}", prefix.string(),
                                                   name, name.empty() ? "name" : "elements' type"));
        }
    }
}

} // namespace

void writeTensorBundle(FileSystem& files, const std::filesystem::path& prefix,
                       const NamedTensors& tensors)
{
    requireStorable(prefix, tensors);
    const std::unique_ptr<TensorBundleReader> existing = existingBundle(files, prefix);
    if (existing && holds(*existing, tensors)) {
        files.syncDirectory(prefix.parent_path());
        return;
    }
    // Data of another number of shards has other names, so that the old index keeps its own until
    // the new index takes its place.
    const int shardCount = existing && existing->shardCount() == 1 ? 2 : 1;
    PendingFile data(files, bundleDataPath(prefix, 0, shardCount));
    std::map<std::string, std::string, std::less<>> entries;
    entries[""] = headerBytes(shardCount);
    std::int64_t offset = 0;
    for (const auto& [name, tensor] : tensors) {
        std::int64_t size = 0;
        entries[name] = storeTensor(tensor, offset, data, size);
        offset += size;
    }
    data.finish();
    std::optional<PendingFile> empty;
    if (shardCount > 1) { // readers look for every shard
        empty.emplace(files, bundleDataPath(prefix, 1, shardCount));
        empty->finish();
    }
    PendingFile index(files, bundleIndexPath(prefix));
    index.append(writeLeveldbTable(entries));
    index.finish();
    // In this order, so that an index that can be seen has its data, also after a power cut.
    data.putInPlace();
    if (empty) {
        empty->putInPlace();
    }
    files.syncDirectory(prefix.parent_path());
    index.putInPlace();
    index.keep();
    data.keep();
    if (empty) {
        empty->keep();
    }
    files.syncDirectory(prefix.parent_path());
    if (existing) {
        removeData(files, prefix, existing->shardCount());
    }
}

} // namespace engine
