// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace engine {

// Random values of a floating-point type; `shape` fully known. Stateless: every run gives the same
// values, which depend on the graph's seed, the operation's seed (its name if none is given) and
// the element only, neither on threads nor on other operations. So an initializer can be run again.

struct RandomOptions
{
    std::string_view name; // empty: the type's name
    std::optional<std::int64_t> seed;
};

// Uniform in [low, high).
Output randomUniform(Graph& graph, DataType type, const Shape& shape, double low = 0,
                     double high = 1, const RandomOptions& options = {});
Output randomNormal(Graph& graph, DataType type, const Shape& shape, double mean = 0,
                    double deviation = 1, const RandomOptions& options = {});
// Normal, with values farther than two deviations from the mean drawn again.
Output truncatedNormal(Graph& graph, DataType type, const Shape& shape, double mean = 0,
                       double deviation = 1, const RandomOptions& options = {});

} // namespace engine
