// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/leveldb_table.h"

#include "engine/base/errors.h"
#include "engine/formats/varint.h"

#include <fmt/format.h>
#include <leveldb/env.h>
#include <leveldb/iterator.h>
#include <leveldb/options.h>
#include <leveldb/table.h>
#include <leveldb/table_builder.h>

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

class MemoryReader final : public leveldb::RandomAccessFile
{
public:
    explicit MemoryReader(std::string_view bytes) : m_bytes(bytes) { }

    leveldb::Status Read(std::uint64_t offset, std::size_t count, leveldb::Slice* result,
                         char*) const override
    {
        // A handle in the index block may hold any number; near 2^64 LevelDB's sum of size and
        // trailer wraps round to less than any block has.
        if (count < kSmallestBlockBytes + kBlockTrailerBytes || offset > m_bytes.size()
            || count > m_bytes.size() - offset) {
            return leveldb::Status::Corruption("a block lies outside the file");
        }
        *result = leveldb::Slice(m_bytes.data() + offset, count);
        return {};
    }

private:
    std::string_view m_bytes;
};

[[noreturn]] void throwDamaged(std::string_view name, std::string_view what)
{
    throw DataLossError(fmt::format("{}: {}", name, what));
}

// The footer has no checksum, and LevelDB allocates the sizes in it before it looks further.
void checkFooter(std::string_view bytes, std::string_view name)
{
    if (bytes.size() < kFooterBytes) {
        throwDamaged(name, fmt::format("{} bytes are too few for a table", bytes.size()));
    }
    const std::size_t end = bytes.size() - kFooterBytes;
    std::string_view footer = bytes.substr(end);
    if (!footer.ends_with(kMagic)) {
        throwDamaged(name, "not a table (wrong magic number)");
    }
    for (const std::string_view block : {"meta-index", "index"}) {
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
        if (!takeVarint(footer, offset) || !takeVarint(footer, size) || offset > end
            || size > end - offset || end - offset - size < kBlockTrailerBytes) {
            throwDamaged(name, fmt::format("the {} block lies outside the file", block));
        }
    }
}

std::vector<std::pair<std::string, std::string>> readEntries(leveldb::Table& table,
                                                             std::string_view name)
{
    leveldb::ReadOptions options;
    options.verify_checksums = true;
    options.fill_cache = false;
    const std::unique_ptr<leveldb::Iterator> iterator(table.NewIterator(options));
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
    checkFooter(bytes, name);
    leveldb::Options options;
    options.paranoid_checks = true;
    MemoryReader file(bytes);
    try {
        leveldb::Table* opened = nullptr;
        const leveldb::Status status = leveldb::Table::Open(options, &file, bytes.size(), &opened);
        const std::unique_ptr<leveldb::Table> table(opened);
        if (!status.ok()) {
            throwDamaged(name, status.ToString());
        }
        return readEntries(*table, name);
    } catch (const std::bad_alloc&) {
        throwDamaged(name, "a block promises more than memory can hold");
    }
}

} // namespace engine
