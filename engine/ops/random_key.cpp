// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/random_key.h"

#include "engine/graph/graph.h"

namespace engine {

namespace {

// FNV-1a, 64 bits (Fowler, Noll, Vo).
std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 0xCBF29CE484222325;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    }
    return hash;
}

// The finaliser of SplitMix64 (Steele, Lea, Flood, 2014).
std::uint64_t mixed(std::uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
    return value ^ (value >> 31);
}

} // namespace

std::uint64_t randomKey(const Operation& operation)
{
    const std::uint64_t own = operation.attributes().has("seed")
        ? static_cast<std::uint64_t>(operation.attribute<std::int64_t>("seed"))
        : hashOf(operation.name());
    return mixed(mixed(operation.graph().seed()) ^ own);
}

} // namespace engine
