// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace engine {

// Philox 4x32-10 counter-based generator (Salmon et al., "Parallel random numbers: as easy as
// 1, 2, 3", SC 2011). The n-th block depends on key and counter only, so a stream is resumed by
// remembering one number and is the same for every thread count.
class Philox
{
public:
    static constexpr std::uint32_t kMultiplier0 = 0xD2511F53;
    static constexpr std::uint32_t kMultiplier1 = 0xCD9E8D57;
    static constexpr std::uint32_t kWeyl0 = 0x9E3779B9;
    static constexpr std::uint32_t kWeyl1 = 0xBB67AE85;
    static constexpr int kRounds = 10;

    Philox(std::uint64_t key, std::uint64_t stream, std::uint64_t block = 0)
        : m_key(key), m_stream(stream), m_block(block)
    { }

    // Four independent 32-bit numbers; advances by one block.
    std::array<std::uint32_t, 4> next();
    std::uint64_t block() const { return m_block; }

    static float toUnitFloat(std::uint32_t bits); // [0, 1)
    static double toUnitDouble(std::uint32_t high, std::uint32_t low); // [0, 1)

private:
    std::uint64_t m_key;
    std::uint64_t m_stream;
    std::uint64_t m_block;
};

// A UniformRandomBitGenerator over one Philox stream, for shuffling.
class RandomStream
{
public:
    RandomStream(std::uint64_t key, std::uint64_t stream) : m_philox(key, stream) { }

    std::uint32_t nextUInt32();
    // Uniform in [0, bound), without modulo bias; bound > 0.
    std::uint64_t nextBelow(std::uint64_t bound);
    double nextUnit(); // [0, 1)
    double nextNormal(); // mean 0, deviation 1 (Box-Muller)

private:
    Philox m_philox;
    std::array<std::uint32_t, 4> m_block{};
    int m_used = 4;
};

} // namespace engine
