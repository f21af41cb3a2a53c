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
    // What it has seen.
    struct State
    {
        double best = 0;
        std::int64_t badCount = 0; // metrics in a row that were not better
        std::int64_t cooldownLeft = 0;
    };

    explicit PlateauSchedule(double rate, const PlateauParameters& parameters = {})
        : PlateauSchedule(rate, parameters, initialState(parameters.direction))
    { }
    // Goes on from there.
    PlateauSchedule(double rate, const PlateauParameters& parameters, const State& state)
        : m_parameters(parameters), m_rate(rate), m_state(state)
    { }

    static State initialState(MetricDirection direction)
    {
        const double infinity = std::numeric_limits<double>::infinity();
        return {direction == MetricDirection::Minimum ? infinity : -infinity, 0, 0};
    }

    // The rate after one more metric.
    double next(double metric);
    double rate() const { return m_rate; }
    const State& state() const { return m_state; }

private:
    bool isBetter(double metric) const;

    PlateauParameters m_parameters;
    double m_rate;
    State m_state;
};

} // namespace engine
