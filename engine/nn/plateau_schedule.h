// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

namespace engine {

enum class MetricDirection
{
    Minimum, // smaller is better
    Maximum
};

struct PlateauParameters
{
    MetricDirection direction = MetricDirection::Minimum;
    double factor = 0.1;
    std::int64_t patience = 10; // bad metrics in a row that are still endured
    // A metric is better when it passes the best one by this much: a share of it, or if
    // `isAbsolute` the number itself. NaN is never better.
    double threshold = 1e-4;
    bool isAbsolute = false;
    std::int64_t cooldown = 0; // metrics after a reduction that are not counted as bad
    double minRate = 0;
    double epsilon = 1e-8; // smaller changes of the rate are not made
};

// A learning rate that falls when a metric no longer gets better (PyTorch's ReduceLROnPlateau).
class PlateauSchedule
{
public:
    explicit PlateauSchedule(double rate, const PlateauParameters& parameters = {})
        : m_parameters(parameters), m_rate(rate),
          m_best(parameters.direction == MetricDirection::Minimum
                     ? std::numeric_limits<double>::infinity()
                     : -std::numeric_limits<double>::infinity())
    { }

    // The rate after one more metric.
    double next(double metric);
    double rate() const { return m_rate; }

private:
    bool isBetter(double metric) const;

    PlateauParameters m_parameters;
    double m_rate;
    double m_best;
    std::int64_t m_badCount = 0;
    std::int64_t m_cooldownLeft = 0;
};

} // namespace engine
