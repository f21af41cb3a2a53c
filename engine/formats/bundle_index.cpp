// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/bundle_index.h"

#include "engine/base/errors.h"
#include "engine/formats/leveldb_table.h"
#include "engine/formats/stored_type.h"

#include <fmt/format.h>
#include <proto/tensor_bundle.pb.h>

#include <algorithm>

namespace engine {

namespace {

constexpr int kVersion = 1; // kTensorBundleVersion of TensorFlow
constexpr int kMaxShards = 100000; // file names have five digits
constexpr int kBigEndian = 1;

// Number of shards and byte order.
void parseHeader(const std::string& bytes, const std::string& file, BundleIndex& index)
{
    proto::BundleHeader header;
    if (!header.ParseFromString(bytes) || header.num_shards() < 1
        || header.num_shards() > kMaxShards || header.endianness() < 0
        || header.endianness() > kBigEndian) {
        throw DataLossError(fmt::format("{}: the header of the bundle is damaged", file));
    }
    const auto& bad = header.version().bad_consumers();
    if (header.version().min_consumer() > kVersion
        || std::ranges::find(bad, kVersion) != bad.end()) {
        throw InvalidArgumentError(fmt::format(
            "{}: a bundle of version {} that excludes readers of version {} (its oldest is {})",
            file, header.version().producer(), kVersion, header.version().min_consumer()));
    }
    index.shardCount = header.num_shards();
    index.isBigEndian = header.endianness() == kBigEndian;
}

class EntryParser
{
public:
    EntryParser(const std::string& file, const std::string& name, int shardCount)
        : m_file(file), m_name(name), m_shardCount(shardCount)
    { }

    BundleEntry parse(const std::string& bytes) const
    {
        proto::BundleEntry stored;
        if (!stored.ParseFromString(bytes)) {
            fail("cannot be understood");
        }
        BundleEntry entry;
        entry.name = m_name;
        entry.dataTypeNumber = stored.dtype();
        entry.isSliced = stored.slices_size() > 0;
        entry.shard = stored.shard_id();
        entry.offset = stored.offset();
        entry.size = stored.size();
        entry.maskedCrc32c = stored.crc32c();
        if (storedType(entry.dataTypeNumber) == nullptr) {
            fail(fmt::format("has the unknown data type {}", entry.dataTypeNumber));
        }
        entry.shape = parseShape(stored.shape());
        if (!entry.isSliced) {
            checkPlace(entry);
        }
        return entry;
    }

private:
    [[noreturn]] void fail(std::string_view what) const
    {
        throw DataLossError(fmt::format("{}: tensor {} {}", m_file, m_name, what));
    }

    Shape parseShape(const proto::BundleShape& stored) const
    {
        if (stored.dim_size() > Shape::kMaxRank) {
            throw UnimplementedError(
                fmt::format("{}: tensor {} has {} axes, at most {} are supported", m_file, m_name,
                            stored.dim_size(), Shape::kMaxRank));
        }
        Shape shape;
        for (const auto& dim : stored.dim()) {
            if (dim.size() < 0) {
                fail(fmt::format("has an axis of size {}", dim.size()));
            }
            shape.append(dim.size());
        }
        if (stored.unknown_rank()) {
            fail("has an unknown shape");
        }
        return shape;
    }

    void checkPlace(const BundleEntry& entry) const
    {
        if (entry.shard < 0 || entry.shard >= m_shardCount || entry.offset < 0 || entry.size < 0) {
            fail(fmt::format("is said to be in shard {} of {}, at {}, {} bytes", entry.shard,
                             m_shardCount, entry.offset, entry.size));
        }
        std::int64_t count = 0;
        try {
            count = entry.shape.elementCount();
        } catch (const InvalidArgumentError&) {
            fail(fmt::format("has the impossible shape {}", entry.shape.toString()));
        }
        const auto elementBytes =
            static_cast<std::int64_t>(storedType(entry.dataTypeNumber)->bytes);
        if (elementBytes != 0
            && (entry.size % elementBytes != 0 || entry.size / elementBytes != count)) {
            fail(fmt::format("has {} bytes for {} {}", entry.size, entry.dataTypeName(),
                             entry.shape.toString()));
        }
    }

    const std::string& m_file;
    const std::string& m_name;
    int m_shardCount;
};

bool isSliceKey(const std::string& key)
{
    return !key.empty() && key[0] == '\0';
}

} // namespace

BundleIndex readBundleIndex(const FileSystem& files, const std::filesystem::path& prefix)
{
    const std::filesystem::path path = bundleIndexPath(prefix);
    if (!files.exists(path) && files.exists(prefix)) {
        throw UnimplementedError(fmt::format(
            "{} is a checkpoint of TensorFlow's older V1 format, which is not supported",
            prefix.string()));
    }
    const std::string file = path.string();
    const auto table = readLeveldbTable(files.read(path), file);
    if (table.empty() || !table.front().first.empty()) {
        throw DataLossError(fmt::format("{}: the header of the bundle is missing", file));
    }
    BundleIndex index;
    parseHeader(table.front().second, file, index);
    for (auto row = table.begin() + 1; row != table.end(); ++row) {
        const EntryParser parser(file, row->first, index.shardCount);
        (isSliceKey(row->first) ? index.slices : index.entries)
            .push_back(parser.parse(row->second));
    }
    return index;
}

} // namespace engine
