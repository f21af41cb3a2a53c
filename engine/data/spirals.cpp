// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/spirals.h"

#include "engine/base/errors.h"
#include "engine/data/shuffle.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace engine {

Dataset makeSpirals(const SpiralsOptions& options)
{
    if (options.points < 2 || !(options.noise >= 0) || !(options.turns > 0)
        || !std::isfinite(options.noise * options.turns)) {
        throw InvalidArgumentError(
            fmt::format("spirals need points >= 2, noise >= 0 and turns > 0, not {}, {} and {}",
                        options.points, options.noise, options.turns));
    }
    Dataset result;
    result.name = "spirals";
    result.features = Tensor(DataType::Float, {options.points, 2});
    result.labels = Tensor(DataType::Int64, {options.points});
    result.classNames = {"first", "second"};
    result.featureNames = {"x", "y"};

    const std::span<float> features = result.features.values<float>();
    const std::span<std::int64_t> labels = result.labels.values<std::int64_t>();
    RandomStream random = randomStream(options.seed, RandomPurpose::Spirals);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const std::int64_t arm = static_cast<std::int64_t>(i % 2);
        // The square root spreads the points evenly along the arm.
        const double radius = std::sqrt(random.nextUnit());
        const double angle = radius * options.turns * 2 * std::numbers::pi
            + static_cast<double>(arm) * std::numbers::pi;
        features[2 * i] =
            static_cast<float>(radius * std::cos(angle) + options.noise * random.nextNormal());
        features[2 * i + 1] =
            static_cast<float>(radius * std::sin(angle) + options.noise * random.nextNormal());
        labels[i] = arm;
    }
    return result;
}

} // namespace engine
