// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/crc32c.h"

#include <array>
#include <cstddef>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace engine {

namespace {

constexpr std::uint32_t kReflectedPolynomial = 0x82f63b78U;

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

// kTables[k][b]: the effect of byte b with k bytes after it ("slicing by 8").
constexpr Tables makeTables()
{
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc & 1U) != 0 ? crc >> 1 ^ kReflectedPolynomial : crc >> 1;
        }
        tables[0][byte] = crc;
    }
    for (std::size_t k = 1; k < tables.size(); ++k) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t before = tables[k - 1][byte];
            tables[k][byte] = before >> 8 ^ tables[0][before & 0xffU];
        }
    }
    return tables;
}

constexpr Tables kTables = makeTables();

std::uint32_t byteAt(std::string_view bytes, std::size_t index)
{
    return static_cast<unsigned char>(bytes[index]);
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t extendByInstruction(std::uint32_t crc,
                                                                    std::string_view bytes)
{
    std::uint64_t state = ~crc;
    while (bytes.size() >= sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data(), sizeof word);
        state = _mm_crc32_u64(state, word);
        bytes.remove_prefix(sizeof word);
    }
    std::uint32_t rest = static_cast<std::uint32_t>(state);
    for (const char byte : bytes) {
        rest = _mm_crc32_u8(rest, static_cast<unsigned char>(byte));
    }
    return ~rest;
}
#endif

} // namespace

std::uint32_t crc32c(std::string_view bytes)
{
    return extendCrc32c(0, bytes);
}

std::uint32_t extendCrc32c(std::uint32_t crc, std::string_view bytes)
{
#if defined(__x86_64__)
    static const bool hasInstruction = __builtin_cpu_supports("sse4.2") != 0;
    if (hasInstruction) {
        return extendByInstruction(crc, bytes);
    }
#endif
    return extendCrc32cByTable(crc, bytes);
}

std::uint32_t extendCrc32cByTable(std::uint32_t crc, std::string_view bytes)
{
    std::uint32_t state = ~crc;
    for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
        std::uint32_t next = 0;
        for (std::size_t k = 0; k < 8; ++k) {
            const std::uint32_t byte = byteAt(bytes, k) ^ (k < 4 ? state >> 8 * k & 0xffU : 0);
            next ^= kTables[7 - k][byte];
        }
        state = next;
    }
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        state = state >> 8 ^ kTables[0][(state ^ byteAt(bytes, i)) & 0xffU];
    }
    return ~state;
}

} // namespace engine
