// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"

#include <cstdint>

namespace engine {

struct SpiralsOptions
{
    std::int64_t points = 1000; // over both arms
    double noise = 0.05; // standard deviation of the distance from the arm
    double turns = 1.75; // of each arm, from the centre to radius 1
    std::uint64_t seed = 1;
};

// Two interleaved arms in the plane (Lang and Witbrock, "Learning to tell two spirals apart",
// 1988): features [points, 2] float32 "x" and "y", classes "first" and "second", alternating.
// InvalidArgumentError unless points >= 2, noise >= 0 and turns > 0.
Dataset makeSpirals(const SpiralsOptions& options = {});

} // namespace engine
