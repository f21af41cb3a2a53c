// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/histogram.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

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

// Finds a value's bucket without a search. Doubles with the same first 16 bits (sign, exponent, a
// sixteenth of an octave) lie in few buckets: the first of them is in a table.
class BucketFinder
{
public:
    BucketFinder() : m_limits(histogramLimits()), m_first(kCells)
    {
        for (std::size_t cell = 0; cell < kCells; ++cell) {
            // Negative numbers grow towards zero: the lowest of a cell has all further bits set.
            const bool isNegative = cell >= kCells / 2;
            const std::uint64_t bits = (cell << kShift) | (isNegative ? kFurtherBits : 0);
            const auto lowest = std::bit_cast<double>(bits);
            m_first[cell] = std::isnan(lowest) ? 0 : search(lowest);
        }
    }

    // Of the first limit above the value; the number of limits if there is none.
    std::size_t operator()(double value) const
    {
        std::size_t bucket = m_first[std::bit_cast<std::uint64_t>(value) >> kShift];
        while (bucket < m_limits.size() && m_limits[bucket] <= value) {
            ++bucket;
        }
        return bucket;
    }

private:
    static constexpr int kShift = 48;
    static constexpr std::size_t kCells = std::size_t{1} << 16U;
    static constexpr std::uint64_t kFurtherBits = (std::uint64_t{1} << kShift) - 1;

    std::uint16_t search(double value) const
    {
        return static_cast<std::uint16_t>(std::ranges::upper_bound(m_limits, value)
                                          - m_limits.begin());
    }

    std::span<const double> m_limits;
    std::vector<std::uint16_t> m_first;
};

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
    static const BucketFinder finder;
    std::vector<double> counts(histogramLimits().size());
    Histogram histogram;
    for (const double value : values) {
        requireFinite(value, tag);
        // TensorFlow counts with subnormal numbers taken for zero.
        const double place = std::abs(value) < std::numeric_limits<double>::min() ? 0 : value;
        // The largest double itself is above every limit.
        ++counts[std::min(finder(place), counts.size() - 1)];
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
