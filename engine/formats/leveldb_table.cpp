// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/leveldb_table.h"

#include "engine/base/errors.h"
#include "engine/formats/crc32c.h"
#include "engine/formats/varint.h"

#include <fmt/format.h>
#include <leveldb/env.h>
#include <leveldb/iterator.h>
#include <leveldb/options.h>
#include <leveldb/table.h>
#include <leveldb/table_builder.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>

namespace engine {

namespace {

constexpr std::size_t kBlockBytes = 256 * 1024;
constexpr std::size_t kFooterBytes = 48;
constexpr std::size_t kBlockTrailerBytes = 5;
constexpr std::size_t kSmallestBlockBytes = 8; // no entry, one restart
constexpr std::size_t kMaxEntryBytes = std::size_t{256} << 20;
constexpr char kPlain = 0;
constexpr char kSnappy = 1;
constexpr std::uint64_t kSnappyGrowth = 32; // three bytes of it stand for at most 64
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

// LevelDB allocates the length that stands at the front of a compressed block before it looks at
// the block. `block` is with its trailer: type and checksum.
bool promisesTooMuch(std::string_view block)
{
    if (block[block.size() - kBlockTrailerBytes] != kSnappy) {
        return false; // the footer has a byte of its magic number there
    }
    std::uint64_t length = 0;
    return takeVarint(block, length)
        && length > std::min<std::uint64_t>(kMaxEntryBytes, kSnappyGrowth * block.size());
}

class MemoryReader final : public leveldb::RandomAccessFile
{
public:
    explicit MemoryReader(std::string_view bytes) : m_bytes(bytes) { }

    leveldb::Status Read(std::uint64_t offset, std::size_t count, leveldb::Slice* result,
                         char*) const override
    {
        const std::string_view block = m_bytes.substr(offset, count);
        if (promisesTooMuch(block)) {
            return leveldb::Status::Corruption("a block promises more than it can hold");
        }
        *result = leveldb::Slice(block.data(), block.size());
        return {};
    }

private:
    std::string_view m_bytes;
};

[[noreturn]] void throwDamaged(std::string_view name, std::string_view what)
{
    throw DataLossError(fmt::format("{}: {}", name, what));
}

// A handle may hold any number, and LevelDB allocates the size in it before it looks further; near
// 2^64 its sum of size and trailer wraps round to less than any block has. `end`: of the blocks.
std::string_view takeHandle(std::string_view& bytes, std::size_t end, std::string_view name,
                            std::string_view block)
{
    const std::string_view before = bytes;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    if (!takeVarint(bytes, offset) || !takeVarint(bytes, size) || offset > end
        || size < kSmallestBlockBytes || size > end - offset
        || end - offset - size < kBlockTrailerBytes) {
        throwDamaged(name, fmt::format("the {} block lies outside the file", block));
    }
    return before.substr(0, before.size() - bytes.size());
}

// Checks the footer, which has no checksum; returns the handle of the index block.
std::string_view checkFooter(std::string_view bytes, std::string_view name)
{
    if (bytes.size() < kFooterBytes) {
        throwDamaged(name, fmt::format("{} bytes are too few for a table", bytes.size()));
    }
    const std::size_t end = bytes.size() - kFooterBytes;
    std::string_view footer = bytes.substr(end);
    if (!footer.ends_with(kMagic)) {
        throwDamaged(name, "not a table (wrong magic number)");
    }
    takeHandle(footer, end, name, "meta-index");
    return takeHandle(footer, end, name, "index");
}

void appendFixed32(std::string& bytes, std::uint32_t value)
{
    for (unsigned shift = 0; shift < 32; shift += 8) {
        bytes += static_cast<char>(value >> shift);
    }
}

// The bytes of a table, behind them another index that has only the block of `handle`: as the
// index of a table is a block like others, LevelDB reads it so, entry by entry.
std::string withIndexOf(std::string_view bytes, std::string_view handle)
{
    std::string block;
    for (const std::size_t length : {std::size_t{0}, std::size_t{0}, handle.size()}) {
        appendVarint(block, length); // of an empty key
    }
    block += handle;
    appendFixed32(block, 0);
    appendFixed32(block, 1); // one restart, at 0
    std::string footer;
    for (int i = 0; i < 2; ++i) { // the meta-index is not looked at
        appendVarint(footer, bytes.size());
        appendVarint(footer, block.size());
    }
    footer.resize(kFooterBytes - kMagic.size());
    block += kPlain;
    appendFixed32(block, maskCrc32c(crc32c(block)));
    return std::string(bytes) + block + footer + std::string(kMagic);
}

std::unique_ptr<leveldb::Table> openTable(MemoryReader& file, std::size_t size,
                                          std::string_view name)
{
    leveldb::Options options;
    options.paranoid_checks = true;
    leveldb::Table* opened = nullptr;
    const leveldb::Status status = leveldb::Table::Open(options, &file, size, &opened);
    std::unique_ptr<leveldb::Table> table(opened);
    if (!status.ok()) {
        throwDamaged(name, status.ToString());
    }
    return table;
}

leveldb::ReadOptions checkedReading()
{
    leveldb::ReadOptions options;
    options.verify_checksums = true;
    options.fill_cache = false;
    return options;
}

// Handles of data blocks, before LevelDB goes where they say.
void checkHandles(std::string_view bytes, std::string_view indexHandle, std::string_view name)
{
    const std::string wrapped = withIndexOf(bytes, indexHandle);
    MemoryReader file(wrapped);
    const auto table = openTable(file, wrapped.size(), name);
    const std::unique_ptr<leveldb::Iterator> iterator(table->NewIterator(checkedReading()));
    for (iterator->SeekToFirst(); iterator->Valid(); iterator->Next()) {
        const leveldb::Slice value = iterator->value();
        std::string_view handle(value.data(), value.size());
        takeHandle(handle, bytes.size() - kFooterBytes, name, "data");
    }
    if (!iterator->status().ok()) {
        throwDamaged(name, iterator->status().ToString());
    }
}

std::vector<std::pair<std::string, std::string>> readEntries(leveldb::Table& table,
                                                             std::string_view name)
{
    const std::unique_ptr<leveldb::Iterator> iterator(table.NewIterator(checkedReading()));
    std::vector<std::pair<std::string, std::string>> entries;
    std::size_t usedBytes = 0;
    for (iterator->SeekToFirst(); iterator->Valid(); iterator->Next()) {
        std::string key = iterator->key().ToString();
        usedBytes += key.size() + iterator->value().size();
        if (usedBytes > kMaxEntryBytes) {
            throwDamaged(name, fmt::format("the entries need more than {} bytes", kMaxEntryBytes));
        }
        if (!entries.empty() && key <= entries.back().first) {
            throwDamaged(name, fmt::format("key \"{}\" follows \"{}\"", key, entries.back().first));
        }
        entries.emplace_back(std::move(key), iterator->value().ToString());
    }
    if (!iterator->status().ok()) {
        throwDamaged(name, iterator->status().ToString());
    }
    return entries;
}

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
    const std::string_view indexHandle = checkFooter(bytes, name);
    try {
        checkHandles(bytes, indexHandle, name);
        MemoryReader file(bytes);
        return readEntries(*openTable(file, bytes.size(), name), name);
    } catch (const std::bad_alloc&) {
        throwDamaged(name, "a block promises more than memory can hold");
    }
}

} // namespace engine
