// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace engine {

// CRC-32C (Castagnoli, polynomial 0x1edc6f41 reflected; RFC 3720 appendix B.4), with the
// processor's instruction where it has one (SSE 4.2). crc32c("123456789") is 0xe3069283.
// Thread-safe.
std::uint32_t crc32c(std::string_view bytes);
// The checksum of A followed by `bytes`, given that of A.
std::uint32_t extendCrc32c(std::uint32_t crc, std::string_view bytes);
// The same by tables, on any processor.
std::uint32_t extendCrc32cByTable(std::uint32_t crc, std::string_view bytes);

// The form in which event files and LevelDB tables store a checksum: a checksum of bytes that
// contain checksums would be weak, so it is rotated and shifted (LevelDB, util/crc32c.h).
constexpr std::uint32_t maskCrc32c(std::uint32_t crc)
{
    return (crc >> 15 | crc << 17) + 0xa282ead8U;
}

constexpr std::uint32_t unmaskCrc32c(std::uint32_t masked)
{
    const std::uint32_t rotated = masked - 0xa282ead8U;
    return rotated >> 17 | rotated << 15;
}

} // namespace engine
