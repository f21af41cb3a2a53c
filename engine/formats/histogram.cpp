// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/histogram.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

std::vector<double> makeLimits()
{
    std::vector<double> positive;
    for (double limit = 1e-12; limit < 1e20; limit *= 1.1) {
        positive.push_back(limit);
    }
    positive.push_back(std::numeric_limits<double>::max());
    std::vector<double> limits;
    for (auto limit = positive.rbegin(); limit != positive.rend(); ++limit) {
        limits.push_back(-*limit);
    }
    limits.push_back(0);
    limits.insert(limits.end(), positive.begin(), positive.end());
    return limits;
}

void requireFinite(double value, std::string_view tag)
{
    if (std::isnan(value)) {
        throw InvalidArgumentError(fmt::format("Nan in summary histogram for: {}", tag));
    }
    if (std::isinf(value)) {
        throw InvalidArgumentError(fmt::format("Infinity in Histogram for: {}", tag));
    }
}

// TensorFlow's Histogram::EncodeToProto without preserving empty buckets.
void collapse(std::span<const double> counts, Histogram& histogram)
{
    const std::span<const double> limits = histogramLimits();
    for (std::size_t i = 0; i < counts.size();) {
        double limit = limits[i];
        const double count = counts[i];
        ++i;
        if (count <= 0) {
            while (i < counts.size() && counts[i] <= 0) {
                limit = limits[i];
                ++i;
            }
        }
        histogram.limits.push_back(limit);
        histogram.counts.push_back(count);
    }
}

} // namespace

std::span<const double> histogramLimits()
{
    static const std::vector<double> kLimits = makeLimits();
    return kLimits;
}

Histogram makeHistogram(std::span<const double> values, std::string_view tag)
{
    const std::span<const double> limits = histogramLimits();
    std::vector<double> counts(limits.size());
    Histogram histogram;
    for (const double value : values) {
        requireFinite(value, tag);
        // TensorFlow counts with subnormal numbers taken for zero.
        const double place = std::abs(value) < std::numeric_limits<double>::min() ? 0 : value;
        const auto bucket = std::ranges::upper_bound(limits, place) - limits.begin();
        // The largest double itself is above every limit.
        ++counts[std::min(static_cast<std::size_t>(bucket), counts.size() - 1)];
        histogram.minimum = std::min(histogram.minimum, value);
        histogram.maximum = std::max(histogram.maximum, value);
        histogram.sum += value;
        histogram.sumOfSquares += value * value;
    }
    histogram.count = static_cast<double>(values.size());
    collapse(counts, histogram);
    return histogram;
}

} // namespace engine
