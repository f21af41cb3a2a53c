// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensor_bundle.h"

#include "engine/base/errors.h"
#include "engine/formats/bundle_index.h"
#include "engine/formats/crc32c.h"
#include "engine/formats/half_floats.h"
#include "engine/formats/stored_strings.h"
#include "engine/formats/stored_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <mutex>

namespace engine {

namespace {

// Copies elements of `size` bytes, which are turned around if the file is big-endian.
void copyElements(std::string_view from, std::size_t size, bool isBigEndian, void* to)
{
    char* const bytes = static_cast<char*>(to);
    if (!from.empty()) {
        std::memcpy(bytes, from.data(), from.size());
    }
    if (isBigEndian) {
        for (std::size_t begin = 0; begin < from.size(); begin += size) {
            std::reverse(bytes + begin, bytes + begin + size);
        }
    }
}

} // namespace

struct TensorBundleReader::Impl
{
    Impl(const FileSystem& fileSystem, std::filesystem::path bundlePrefix)
        : files(fileSystem), prefix(std::move(bundlePrefix)), index(readBundleIndex(files, prefix))
    { }

    std::string describe(const BundleEntry& entry) const;
    // The stored bytes; within the file, but with their checksum still to be compared.
    std::string_view bytesOf(const BundleEntry& entry) const;
    std::string_view checkedBytesOf(const BundleEntry& entry) const;
    std::vector<std::string_view> checkedStringsOf(const BundleEntry& entry) const;
    void verify(const BundleEntry& entry) const;
    Tensor readStrings(const BundleEntry& entry) const;
    Tensor readNumbers(const BundleEntry& entry) const;

    const FileSystem& files;
    const std::filesystem::path prefix;
    const BundleIndex index;

    mutable std::mutex mutex; // guards shards, whose strings never change once they are there
    mutable std::map<int, std::string> shards;
};

std::string_view TensorBundleReader::Impl::bytesOf(const BundleEntry& entry) const
{
    const std::filesystem::path path = bundleDataPath(prefix, entry.shard, index.shardCount);
    const std::lock_guard lock(mutex);
    auto shard = shards.find(entry.shard);
    if (shard == shards.end()) {
        shard = shards.emplace(entry.shard, files.read(path)).first;
    }
    const std::string_view bytes = shard->second;
    const auto length = static_cast<std::int64_t>(bytes.size());
    if (entry.offset > length || entry.size > length - entry.offset) {
        throw DataLossError(fmt::format("{} ends after {} bytes, before tensor {} at {}, {} bytes",
                                        path.string(), length, entry.name, entry.offset,
                                        entry.size));
    }
    return bytes.substr(static_cast<std::size_t>(entry.offset),
                        static_cast<std::size_t>(entry.size));
}

std::string TensorBundleReader::Impl::describe(const BundleEntry& entry) const
{
    return fmt::format("{}: tensor {}", prefix.string(), entry.name);
}

std::string_view TensorBundleReader::Impl::checkedBytesOf(const BundleEntry& entry) const
{
    const std::string_view bytes = bytesOf(entry);
    const std::uint32_t found = maskCrc32c(crc32c(bytes));
    if (found != entry.maskedCrc32c) {
        throw DataLossError(
            fmt::format("{}: the checksum does not match: stored {:08x}, found {:08x}",
                        describe(entry), entry.maskedCrc32c, found));
    }
    return bytes;
}

std::vector<std::string_view>
TensorBundleReader::Impl::checkedStringsOf(const BundleEntry& entry) const
{
    return viewStoredStrings(bytesOf(entry), entry.maskedCrc32c,
                             static_cast<std::size_t>(entry.shape.elementCount()), describe(entry));
}

void TensorBundleReader::Impl::verify(const BundleEntry& entry) const
{
    if (entry.isSliced) {
        return; // its bytes are those of its slices
    }
    const StoredType& type = *storedType(entry.dataTypeNumber);
    if (type.dataType == DataType::String) {
        checkedStringsOf(entry);
    } else if (type.bytes != 0) {
        checkedBytesOf(entry);
    } else {
        bytesOf(entry);
    }
}

Tensor TensorBundleReader::Impl::readStrings(const BundleEntry& entry) const
{
    const std::vector<std::string_view> strings = checkedStringsOf(entry);
    Tensor tensor(DataType::String, entry.shape);
    std::ranges::copy(strings, tensor.values<std::string>().begin());
    return tensor;
}

Tensor TensorBundleReader::Impl::readNumbers(const BundleEntry& entry) const
{
    const std::string_view bytes = checkedBytesOf(entry);
    const StoredType& type = *storedType(entry.dataTypeNumber);
    if (type.dataType == DataType::Bool
        && std::ranges::any_of(bytes, [](char byte) { return byte != 0 && byte != 1; })) {
        throw DataLossError(fmt::format("{}: a bool is neither 0 nor 1", describe(entry)));
    }
    Tensor tensor(type.dataType, entry.shape);
    if (type.bytes == sizeOf(type.dataType)) {
        copyElements(bytes, type.bytes, index.isBigEndian, tensor.data());
        return tensor;
    }
    std::vector<std::uint16_t> halves(bytes.size() / type.bytes);
    copyElements(bytes, type.bytes, index.isBigEndian, halves.data());
    std::ranges::transform(halves, tensor.values<float>().begin(),
                           type.name == "bfloat16" ? fromBFloat16 : fromFloat16);
    return tensor;
}

std::string_view BundleEntry::dataTypeName() const
{
    return storedType(dataTypeNumber)->name;
}

DataType BundleEntry::dataType() const
{
    return storedType(dataTypeNumber)->dataType;
}

std::filesystem::path bundleIndexPath(const std::filesystem::path& prefix)
{
    return prefix.string() + ".index";
}

std::filesystem::path bundleDataPath(const std::filesystem::path& prefix, int shard, int shardCount)
{
    return fmt::format("{}.data-{:05}-of-{:05}", prefix.string(), shard, shardCount);
}

TensorBundleReader::TensorBundleReader(const FileSystem& files, std::filesystem::path prefix)
    : m_impl(std::make_unique<Impl>(files, std::move(prefix)))
{ }

TensorBundleReader::~TensorBundleReader() = default;

const std::vector<BundleEntry>& TensorBundleReader::entries() const
{
    return m_impl->index.entries;
}

const BundleEntry* TensorBundleReader::find(std::string_view name) const
{
    const auto entry = std::ranges::lower_bound(
        m_impl->index.entries, name, {},
        [](const BundleEntry& other) -> std::string_view { return other.name; });
    return entry != m_impl->index.entries.end() && entry->name == name ? &*entry : nullptr;
}

int TensorBundleReader::shardCount() const
{
    return m_impl->index.shardCount;
}

const std::filesystem::path& TensorBundleReader::prefix() const
{
    return m_impl->prefix;
}

Tensor TensorBundleReader::read(std::string_view name) const
{
    const BundleEntry* entry = find(name);
    if (entry == nullptr) {
        throw NotFoundError(
            fmt::format("{}: key {} not found in checkpoint", m_impl->prefix.string(), name));
    }
    const DataType type = storedType(entry->dataTypeNumber)->dataType;
    const bool isForeignText = type == DataType::String && m_impl->index.isBigEndian;
    if (type == DataType::Invalid || entry->isSliced || isForeignText) {
        throw UnimplementedError(
            fmt::format("{} is {}{}, which is not supported", m_impl->describe(*entry),
                        isForeignText ? "big-endian " : "",
                        entry->isSliced ? "cut into slices" : entry->dataTypeName()));
    }
    return type == DataType::String ? m_impl->readStrings(*entry) : m_impl->readNumbers(*entry);
}

void TensorBundleReader::verify() const
{
    for (int shard = 0; shard < m_impl->index.shardCount; ++shard) {
        const std::filesystem::path path =
            bundleDataPath(m_impl->prefix, shard, m_impl->index.shardCount);
        if (!m_impl->files.exists(path)) {
            throw NotFoundError(fmt::format("{} is missing", path.string()));
        }
    }
    for (const std::vector<BundleEntry>* list : {&m_impl->index.entries, &m_impl->index.slices}) {
        for (const BundleEntry& entry : *list) {
            m_impl->verify(entry);
        }
    }
}

} // namespace engine
