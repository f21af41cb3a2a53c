// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/stored_strings.h"

#include "engine/base/errors.h"
#include "engine/formats/crc32c.h"
#include "engine/formats/varint.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <vector>

namespace engine {

namespace {

constexpr std::size_t kChecksumBytes = 4;

template <std::size_t kBytes>
std::array<char, kBytes> littleEndian(std::uint64_t value)
{
    std::array<char, kBytes> bytes;
    for (std::size_t i = 0; i < kBytes; ++i) {
        bytes[i] = static_cast<char>(value >> 8 * i);
    }
    return bytes;
}

std::uint32_t extendByLength(std::uint32_t crc, std::uint64_t length)
{
    if (length <= std::numeric_limits<std::uint32_t>::max()) {
        const auto bytes = littleEndian<4>(length);
        return extendCrc32c(crc, {bytes.data(), bytes.size()});
    }
    const auto bytes = littleEndian<8>(length);
    return extendCrc32c(crc, {bytes.data(), bytes.size()});
}

[[noreturn]] void throwDamaged(std::string_view what, std::string_view problem)
{
    throw DataLossError(fmt::format("{}: {}", what, problem));
}

// Takes the lengths off the front and returns their checksum.
std::uint32_t takeLengths(std::string_view& bytes, std::string_view what, std::size_t count,
                          std::vector<std::size_t>& lengths)
{
    if (count > bytes.size()) {
        throwDamaged(what, fmt::format("{} strings in {} bytes", count, bytes.size()));
    }
    lengths.reserve(count);
    std::uint32_t crc = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t length = 0;
        if (!takeVarint(bytes, length) || length > bytes.size()) {
            throwDamaged(what, fmt::format("string {} is longer than its tensor", i));
        }
        lengths.push_back(length);
        crc = extendByLength(crc, length);
    }
    return crc;
}

} // namespace

StoredStrings storeStrings(std::span<const std::string> strings)
{
    StoredStrings result;
    std::uint32_t crc = 0;
    for (const std::string& text : strings) {
        appendVarint(result.bytes, text.size());
        crc = extendByLength(crc, text.size());
    }
    const auto storedCrc = littleEndian<kChecksumBytes>(maskCrc32c(crc));
    const std::size_t begin = result.bytes.size();
    result.bytes.append(storedCrc.data(), storedCrc.size());
    for (const std::string& text : strings) {
        result.bytes += text;
    }
    result.maskedCrc32c =
        maskCrc32c(extendCrc32c(crc, std::string_view(result.bytes).substr(begin)));
    return result;
}

std::vector<std::string_view> viewStoredStrings(std::string_view bytes, std::uint32_t maskedCrc32c,
                                                std::size_t count, std::string_view what)
{
    std::vector<std::size_t> lengths;
    const std::uint32_t lengthsCrc = takeLengths(bytes, what, count, lengths);
    const std::string_view storedCrc = bytes.substr(0, kChecksumBytes);
    const auto expectedCrc = littleEndian<kChecksumBytes>(maskCrc32c(lengthsCrc));
    if (storedCrc != std::string_view(expectedCrc.data(), expectedCrc.size())) {
        throwDamaged(what, "the checksum of the string lengths does not match");
    }
    bytes.remove_prefix(kChecksumBytes);
    const std::uint32_t found =
        maskCrc32c(extendCrc32c(extendCrc32c(lengthsCrc, storedCrc), bytes));
    if (found != maskedCrc32c) {
        throwDamaged(what,
                     fmt::format("the checksum does not match: stored {:08x}, found {:08x}",
                                 maskedCrc32c, found));
    }
    std::vector<std::string_view> strings;
    strings.reserve(count);
    for (const std::size_t length : lengths) {
        if (length > bytes.size()) {
            throwDamaged(what, "the strings are longer than their tensor");
        }
        strings.push_back(bytes.substr(0, length));
        bytes.remove_prefix(length);
    }
    if (!bytes.empty()) {
        throwDamaged(what, fmt::format("{} bytes follow the strings", bytes.size()));
    }
    return strings;
}

} // namespace engine
