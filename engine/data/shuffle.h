// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/random.h"

#include <cstdint>
#include <span>

namespace engine {

// What random numbers of this folder are drawn for: each purpose has streams of its own, so one
// seed may serve all of them.
enum class RandomPurpose : std::uint64_t
{
    EpochOrder = 0xDA01,
    Split = 0xDA02,
    Spirals = 0xDA03,
    Augmentation = 0xDA04
};

// The `index`-th stream of a purpose; index < 2^48.
inline RandomStream randomStream(std::uint64_t seed, RandomPurpose purpose, std::uint64_t index = 0)
{
    return RandomStream(seed, static_cast<std::uint64_t>(purpose) << 48 | index);
}

// Every order is equally likely (Fisher and Yates).
void shuffle(std::span<std::int64_t> values, RandomStream& random);

} // namespace engine
