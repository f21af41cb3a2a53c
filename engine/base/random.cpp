// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/random.h"

#include <cmath>
#include <numbers>

namespace engine {

namespace {

std::uint32_t low(std::uint64_t value)
{
    return static_cast<std::uint32_t>(value);
}

std::uint32_t high(std::uint64_t value)
{
    return static_cast<std::uint32_t>(value >> 32);
}

} // namespace

std::array<std::uint32_t, 4> Philox::next()
{
    std::array<std::uint32_t, 4> counter{low(m_block), high(m_block), low(m_stream),
                                         high(m_stream)};
    std::uint32_t key0 = low(m_key);
    std::uint32_t key1 = high(m_key);
    for (int round = 0; round < kRounds; ++round) {
        const std::uint64_t product0 = std::uint64_t{kMultiplier0} * counter[0];
        const std::uint64_t product1 = std::uint64_t{kMultiplier1} * counter[2];
        counter = {high(product1) ^ counter[1] ^ key0, low(product1),
                   high(product0) ^ counter[3] ^ key1, low(product0)};
        key0 += kWeyl0;
        key1 += kWeyl1;
    }
    ++m_block;
    return counter;
}

float Philox::toUnitFloat(std::uint32_t bits)
{
    return static_cast<float>(bits >> 8) * 0x1p-24F;
}

double Philox::toUnitDouble(std::uint32_t highBits, std::uint32_t lowBits)
{
    const std::uint64_t bits = (std::uint64_t{highBits} << 32 | lowBits) >> 11;
    return static_cast<double>(bits) * 0x1p-53;
}

std::uint32_t RandomStream::nextUInt32()
{
    if (m_used == 4) {
        m_block = m_philox.next();
        m_used = 0;
    }
    return m_block[static_cast<std::size_t>(m_used++)];
}

std::uint64_t RandomStream::nextBelow(std::uint64_t bound)
{
    // Numbers under this threshold would make the first residues more frequent.
    const std::uint64_t threshold = (0 - bound) % bound;
    while (true) {
        const std::uint64_t upper = nextUInt32();
        const std::uint64_t value = upper << 32 | nextUInt32();
        if (value >= threshold) {
            return value % bound;
        }
    }
}

double RandomStream::nextUnit()
{
    const std::uint32_t upper = nextUInt32();
    return Philox::toUnitDouble(upper, nextUInt32());
}

double RandomStream::nextNormal()
{
    const double radius = std::sqrt(-2 * std::log(1 - nextUnit()));
    return radius * std::cos(2 * std::numbers::pi * nextUnit());
}

} // namespace engine
