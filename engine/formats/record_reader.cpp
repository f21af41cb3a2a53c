// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/record_reader.h"

#include "engine/base/errors.h"
#include "engine/formats/crc32c.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace engine {

namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kChecksumBytes = 4;
constexpr std::size_t kHeaderBytes = kLengthBytes + kChecksumBytes;
constexpr std::uint64_t kBlockBytes = 1U << 20U;
// Half of what a protocol buffer can hold; compressed, it may stand in a very small file.
constexpr std::uint64_t kMostRecordBytes = 1U << 30U;

template <typename Unsigned>
Unsigned littleEndian(std::string_view bytes)
{
    Unsigned value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i) {
        value |= static_cast<Unsigned>(static_cast<unsigned char>(bytes[i])) << 8 * i;
    }
    return value;
}

// Appends up to `count` bytes; false if the stream has fewer.
bool appendBytes(std::istream& stream, std::uint64_t count, std::string& out)
{
    while (count > 0) {
        const std::size_t before = out.size();
        const std::size_t block = static_cast<std::size_t>(std::min(count, kBlockBytes));
        out.resize(before + block);
        stream.read(out.data() + before, static_cast<std::streamsize>(block));
        const auto got = static_cast<std::size_t>(stream.gcount());
        out.resize(before + got);
        if (got < block) {
            return false;
        }
        count -= got;
    }
    return true;
}

void verify(std::string_view data, std::string_view checksum, std::uint64_t offset)
{
    if (unmaskCrc32c(littleEndian<std::uint32_t>(checksum)) != crc32c(data)) {
        throw DataLossError(fmt::format("corrupted record at {}", offset));
    }
}

} // namespace

bool RecordReader::next(std::string& record)
{
    m_isTruncated = false;
    m_stream.clear();
    m_stream.seekg(static_cast<std::streamoff>(m_offset));
    std::uint64_t length = 0;
    if (!readHeader(length)) {
        return false;
    }
    readData(length, record);
    m_offset += kHeaderBytes + length + kChecksumBytes;
    return true;
}

bool RecordReader::readHeader(std::uint64_t& length)
{
    std::string header;
    if (!appendBytes(m_stream, kHeaderBytes, header)) {
        if (header.empty()) {
            return false;
        }
        throwTruncated();
    }
    const std::string_view bytes = header;
    verify(bytes.substr(0, kLengthBytes), bytes.substr(kLengthBytes), m_offset);
    length = littleEndian<std::uint64_t>(bytes);
    return true;
}

void RecordReader::readData(std::uint64_t length, std::string& record)
{
    record.clear();
    std::string checksum;
    const bool isWhole = appendBytes(m_stream, std::min(length, kMostRecordBytes), record);
    if (isWhole && length > kMostRecordBytes) {
        throw DataLossError(fmt::format("record at {} has {} bytes, at most {} are read", m_offset,
                                        length, kMostRecordBytes));
    }
    if (!isWhole || !appendBytes(m_stream, kChecksumBytes, checksum)) {
        throwTruncated();
    }
    verify(record, checksum, m_offset + kHeaderBytes);
}

void RecordReader::throwTruncated()
{
    m_isTruncated = true;
    throw DataLossError(fmt::format("truncated record at {}", m_offset));
}

} // namespace engine
