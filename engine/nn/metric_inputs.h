// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace engine {

// What the sources of the metrics share.

inline double weightOf(std::span<const double> weights, std::size_t example)
{
    return weights.empty() ? 1 : weights[example];
}

inline void requireCount(std::string_view what, std::size_t count, std::size_t wanted)
{
    if (count != wanted) {
        throw InvalidArgumentError(
            fmt::format("metric: {} {} given, {} are needed", count, what, wanted));
    }
}

inline void requireWeights(std::span<const double> weights, std::size_t examples)
{
    if (!weights.empty()) {
        requireCount("weights", weights.size(), examples);
    }
}

// For an index: `value` must be a class number.
inline std::size_t classIndex(std::int64_t value, std::int64_t classes)
{
    if (value < 0 || value >= classes) {
        throw InvalidArgumentError(
            fmt::format("metric: class {} is not in [0, {})", value, classes));
    }
    return static_cast<std::size_t>(value);
}

inline double ratioOrZero(double part, double whole)
{
    return whole == 0 ? 0 : part / whole;
}

} // namespace engine
