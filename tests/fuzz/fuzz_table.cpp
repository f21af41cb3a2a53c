// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_table.h"

#include "engine/formats/crc32c.h"
#include "engine/formats/varint.h"

#include <cstddef>
#include <cstdint>

namespace {

constexpr std::size_t kFooterBytes = 48;
constexpr std::size_t kTrailerBytes = 5; // type and checksum
constexpr std::string_view kMagic = "\x57\xfb\x80\x8b\x24\x75\x47\xdb";

std::string fixed32(std::uint32_t value)
{
    std::string bytes;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        bytes += static_cast<char>(value >> shift);
    }
    return bytes;
}

std::string framed(FuzzBlock block)
{
    const std::string checked = std::string(block.bytes) + (block.isSnappy ? '\1' : '\0');
    return checked + fixed32(engine::maskCrc32c(engine::crc32c(checked)));
}

struct Handle
{
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

bool takeHandle(std::string_view& bytes, Handle& handle)
{
    return engine::takeVarint(bytes, handle.offset) && engine::takeVarint(bytes, handle.size);
}

// The block of a handle; empty if it is not in the table.
std::string_view blockOf(const std::string& table, Handle handle)
{
    if (handle.offset > table.size() || handle.size > table.size() - handle.offset
        || table.size() - handle.offset - handle.size < kTrailerBytes) {
        return {};
    }
    return std::string_view(table).substr(handle.offset, handle.size);
}

void repair(std::string& table, Handle handle)
{
    if (blockOf(table, handle).empty()) {
        return;
    }
    const std::string_view checked = std::string_view(table).substr(handle.offset, handle.size + 1);
    table.replace(handle.offset + handle.size + 1, 4,
                  fixed32(engine::maskCrc32c(engine::crc32c(checked))));
}

// Of the entries of an index: shared and own bytes of the key, bytes of the value, key, value.
void repairNamed(std::string& table, std::string index)
{
    std::string_view entries = index;
    std::uint64_t shared = 0;
    std::uint64_t own = 0;
    std::uint64_t length = 0;
    while (engine::takeVarint(entries, shared) && engine::takeVarint(entries, own)
           && engine::takeVarint(entries, length) && own <= entries.size()) {
        entries.remove_prefix(own);
        std::string_view value = entries.substr(0, length);
        entries.remove_prefix(value.size());
        Handle handle;
        if (takeHandle(value, handle)) {
            repair(table, handle);
        }
    }
}

} // namespace

std::string tableOfBlocks(FuzzBlock data, FuzzBlock index)
{
    std::string table = framed(data);
    const std::size_t metaIndexAt = table.size();
    const std::string nothing(8, '\0');
    table += framed({nothing});
    const std::size_t indexAt = table.size();
    table += framed(index);
    std::string footer;
    for (const std::size_t number : {metaIndexAt, nothing.size(), indexAt, index.bytes.size()}) {
        engine::appendVarint(footer, number);
    }
    footer.resize(kFooterBytes - kMagic.size());
    return table + footer + std::string(kMagic);
}

std::string withRightChecksums(std::string table)
{
    if (table.size() < kFooterBytes) {
        return table;
    }
    table.replace(table.size() - kMagic.size(), kMagic.size(), kMagic);
    const std::string footer = table.substr(table.size() - kFooterBytes);
    std::string_view rest = footer;
    for (const bool isIndex : {false, true}) {
        Handle handle;
        if (!takeHandle(rest, handle)) {
            return table;
        }
        if (isIndex) {
            repairNamed(table, std::string(blockOf(table, handle)));
        }
        repair(table, handle);
    }
    return table;
}
