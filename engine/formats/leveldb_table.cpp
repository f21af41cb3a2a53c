// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/leveldb_table.h"

#include "engine/base/errors.h"
#include "engine/formats/crc32c.h"
#include "engine/formats/varint.h"

#include <fmt/format.h>
#include <leveldb/env.h>
#include <leveldb/options.h>
#include <leveldb/table_builder.h>
#include <snappy.h>

#include <algorithm>
#include <cstdint>

namespace engine {

namespace {

constexpr std::size_t kBlockBytes = 256 * 1024;
constexpr std::size_t kFooterBytes = 48;
constexpr std::size_t kBlockTrailerBytes = 5; // type and checksum
constexpr std::size_t kSmallestBlockBytes = 8; // no entry, one restart
constexpr std::size_t kMaxEntryBytes = std::size_t{256} << 20;
constexpr int kMostShown = 200; // bytes of a key in a message
constexpr char kPlain = 0;
constexpr char kSnappy = 1;
constexpr std::size_t kSnappyGrowth = 32; // three bytes of it stand for at most 64
constexpr std::string_view kMagic = "\x57\xfb\x80\x8b\x24\x75\x47\xdb";

class MemoryWriter final : public leveldb::WritableFile
{
public:
    leveldb::Status Append(const leveldb::Slice& data) override
    {
        m_bytes.append(data.data(), data.size());
        return {};
    }
    leveldb::Status Close() override { return {}; }
    leveldb::Status Flush() override { return {}; }
    leveldb::Status Sync() override { return {}; }

    std::string takeBytes() { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

std::uint32_t fixed32(std::string_view bytes)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < sizeof(value); ++i) {
        value |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
    }
    return value;
}

// Nothing that the bytes say is believed: each length is compared with what there is first.
class TableReader
{
public:
    using Entries = std::vector<std::pair<std::string, std::string>>;

    TableReader(std::string_view bytes, std::string_view name) : m_bytes(bytes), m_name(name) { }

    Entries read() const
    {
        Entries entries;
        std::size_t usedBytes = 0;
        std::size_t nextBlock = 0;
        forEachEntry(plainBlock(indexHandle()), [&](const std::string&, std::string_view bytes) {
            const Handle handle = takeHandle(bytes, "data");
            if (handle.offset < nextBlock) { // or a few bytes could be read without end
                throwDamaged(fmt::format("the block at byte {} is named again", handle.offset));
            }
            nextBlock = handle.offset + handle.size;
            forEachEntry(plainBlock(handle), [&](const std::string& key, std::string_view value) {
                usedBytes += sizeof(Entries::value_type) + key.size() + value.size();
                requireInOrder(entries, key, usedBytes);
                entries.emplace_back(key, value);
            });
        });
        return entries;
    }

private:
    struct Handle
    {
        std::size_t offset;
        std::size_t size; // without the trailer
    };

    [[noreturn]] void throwDamaged(std::string_view what) const
    {
        throw DataLossError(fmt::format("{}: {}", m_name, what));
    }

    void requireInOrder(const Entries& entries, const std::string& key, std::size_t usedBytes) const
    {
        if (usedBytes > kMaxEntryBytes) {
            throwDamaged(fmt::format("the entries need more than {} bytes", kMaxEntryBytes));
        }
        if (!entries.empty() && key <= entries.back().first) {
            throwDamaged(fmt::format("key \"{:.{}}\" follows \"{:.{}}\"", key, kMostShown,
                                     entries.back().first, kMostShown));
        }
    }

    Handle indexHandle() const
    {
        if (m_bytes.size() < kFooterBytes) {
            throwDamaged(fmt::format("{} bytes are too few for a table", m_bytes.size()));
        }
        std::string_view footer = m_bytes.substr(m_bytes.size() - kFooterBytes);
        if (!footer.ends_with(kMagic)) {
            throwDamaged("not a table (wrong magic number)");
        }
        takeHandle(footer, "meta-index"); // not looked at
        return takeHandle(footer, "index");
    }

    Handle takeHandle(std::string_view& bytes, std::string_view block) const
    {
        const std::size_t end = m_bytes.size() - kFooterBytes;
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
        if (!takeVarint(bytes, offset) || !takeVarint(bytes, size) || offset > end
            || size < kSmallestBlockBytes || size > end - offset
            || end - offset - size < kBlockTrailerBytes) {
            throwDamaged(fmt::format("the {} block lies outside the file", block));
        }
        return {offset, size};
    }

    std::string plainBlock(Handle handle) const
    {
        const std::string_view block = m_bytes.substr(handle.offset, handle.size);
        const std::string_view checked = m_bytes.substr(handle.offset, handle.size + 1);
        const std::string_view checksum = m_bytes.substr(handle.offset + checked.size());
        if (fixed32(checksum) != maskCrc32c(crc32c(checked))) {
            throwDamaged(fmt::format("the block at byte {} has a wrong checksum", handle.offset));
        }
        switch (checked.back()) {
        case kPlain:
            return std::string(block);
        case kSnappy:
            return uncompressed(block);
        default:
            throwDamaged(
                fmt::format("the block at byte {} is compressed in an unknown way", handle.offset));
        }
    }

    std::string uncompressed(std::string_view block) const
    {
        std::size_t length = 0;
        std::string plain;
        if (!snappy::GetUncompressedLength(block.data(), block.size(), &length)) {
            throwDamaged("a compressed block is damaged");
        }
        if (length > std::min(kMaxEntryBytes, kSnappyGrowth * block.size())) {
            throwDamaged("a compressed block promises more than it can hold");
        }
        if (!snappy::Uncompress(block.data(), block.size(), &plain)) {
            throwDamaged("a compressed block is damaged");
        }
        return plain;
    }

    // Of an entry: how much of the key before its own begins with, how long the rest and the value
    // are, these two. Behind the entries: where restarts are, which only a search needs.
    template <typename Take>
    void forEachEntry(const std::string& block, const Take& take) const
    {
        constexpr std::size_t kNumber = sizeof(std::uint32_t);
        const std::size_t numbers = block.size() / kNumber; // that fit
        std::string_view entries = block;
        const std::size_t restarts =
            numbers == 0 ? 0 : fixed32(entries.substr(block.size() - kNumber));
        if (numbers == 0 || restarts > numbers - 1) {
            throwDamaged("a block is too short for its restarts");
        }
        entries.remove_suffix((restarts + 1) * kNumber);
        std::string key;
        while (!entries.empty()) {
            std::uint64_t shared = 0;
            std::uint64_t own = 0;
            std::uint64_t length = 0;
            if (!takeVarint(entries, shared) || !takeVarint(entries, own)
                || !takeVarint(entries, length) || shared > key.size() || own > entries.size()
                || length > entries.size() - own) {
                throwDamaged("an entry reaches beyond its block");
            }
            key.resize(shared);
            key += entries.substr(0, own);
            take(key, entries.substr(own, length));
            entries.remove_prefix(own + length);
        }
    }

    std::string_view m_bytes;
    std::string_view m_name;
};

} // namespace

std::string writeLeveldbTable(const std::map<std::string, std::string, std::less<>>& entries)
{
    leveldb::Options options;
    options.block_size = kBlockBytes;
    options.compression = leveldb::kNoCompression;
    MemoryWriter file;
    leveldb::TableBuilder builder(options, &file);
    for (const auto& [key, value] : entries) {
        builder.Add(key, value);
    }
    const leveldb::Status status = builder.Finish();
    if (!status.ok()) {
        throw InternalError(status.ToString());
    }
    return file.takeBytes();
}

std::vector<std::pair<std::string, std::string>> readLeveldbTable(std::string_view bytes,
                                                                  std::string_view name)
{
    return TableReader(bytes, name).read();
}

} // namespace engine
