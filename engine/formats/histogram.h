// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace engine {

// How values are distributed, as TensorFlow's HistogramProto has it. Without values the minimum is
// the largest double and the maximum the lowest.
struct Histogram
{
    double minimum = std::numeric_limits<double>::max();
    double maximum = std::numeric_limits<double>::lowest();
    double count = 0;
    double sum = 0;
    double sumOfSquares = 0;
    std::vector<double> limits; // upper end of each bucket, ascending
    std::vector<double> counts; // one a limit

    friend bool operator==(const Histogram&, const Histogram&) = default;
};

// TensorFlow's bucket limits (core/lib/histogram): 0 and ±1e-12·1.1^k below 1e20, closed by the
// largest double on both sides; ascending, 1551 of them.
std::span<const double> histogramLimits();

// Counts values into these buckets. A value equal to a limit belongs to the bucket above it; a run
// of empty buckets is one bucket. `tag` stands in the messages.
// InvalidArgumentError for NaN and infinity: "Nan in summary histogram for: TAG".
Histogram makeHistogram(std::span<const double> values, std::string_view tag);

} // namespace engine
