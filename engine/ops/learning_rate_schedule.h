// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// A learning rate (or another number) as a function of the number of steps done, in float64.
// A value: its kind and its numbers. InvalidArgumentError naming the kind where numbers make no
// sense. The definitions are TensorFlow's (tf.train.*_decay) where it has one.
class LearningRateSchedule
{
public:
    static LearningRateSchedule constant(double rate);
    // values[k] for boundaries[k - 1] < step <= boundaries[k]: at a boundary the old value holds.
    static LearningRateSchedule piecewise(std::span<const std::int64_t> boundaries,
                                          std::span<const double> values);

    struct Decay
    {
        double rate = 0.1;
        double decaySteps = 1;
        double decayRate = 1;
        bool staircase = false; // step / decaySteps is floored
    };
    // rate * decayRate^(step / decaySteps)
    static LearningRateSchedule exponential(const Decay& decay);
    // rate * exp(-decayRate * step / decaySteps)
    static LearningRateSchedule naturalExponential(const Decay& decay);
    // rate / (1 + decayRate * step / decaySteps)
    static LearningRateSchedule inverseTime(const Decay& decay);

    struct Polynomial
    {
        double rate = 0.1;
        double decaySteps = 1;
        double endRate = 0.0001;
        double power = 1;
        bool cycle = false; // decaySteps is multiplied so that it is not yet passed
    };
    // (rate - endRate) * (1 - min(step, decaySteps) / decaySteps)^power + endRate
    static LearningRateSchedule polynomial(const Polynomial& parameters);

    // rate * ((1 - alpha) * (1 + cos(pi * min(step, decaySteps) / decaySteps)) / 2 + alpha)
    // (Loshchilov & Hutter, 2016)
    static LearningRateSchedule cosine(double rate, double decaySteps, double alpha = 0);

    struct CosineRestarts
    {
        double rate = 0.1;
        double firstDecaySteps = 1;
        double lengthFactor = 2; // of the next period (t_mul)
        double heightFactor = 1; // of the next period's beginning (m_mul)
        double alpha = 0;
    };
    static LearningRateSchedule cosineRestarts(const CosineRestarts& parameters);

    struct WarmupCosine
    {
        double rate = 0.1;
        double start = 0; // the rate rises evenly from here in warmupSteps …
        double warmupSteps = 0;
        double decaySteps = 1; // … and then falls as cosine()
        double alpha = 0;
    };
    static LearningRateSchedule warmupCosine(const WarmupCosine& parameters);

    struct OneCycle // PyTorch's OneCycleLR (Smith & Topin, 2017)
    {
        double maxRate = 0.1;
        std::int64_t totalSteps = 2;
        double pctStart = 0.3; // share of the steps that rise
        bool linear = false; // otherwise along a cosine
        double divFactor = 25; // the first rate is maxRate / divFactor …
        double finalDivFactor = 1e4; // … and the last one this divided by finalDivFactor
        bool threePhase = false; // falls to the first rate as long as it rose, then to the last
        double baseMomentum = 0.85; // of oneCycleMomentum(), which falls when the rate rises
        double maxMomentum = 0.95;
    };
    // Past the last step the last value holds.
    static LearningRateSchedule oneCycle(const OneCycle& parameters);
    static LearningRateSchedule oneCycleMomentum(const OneCycle& parameters);

    // As stored by kind() and numbers(). InvalidArgumentError: there is no such kind.
    static LearningRateSchedule fromNumbers(std::string_view kind, std::vector<double> numbers);

    double at(std::int64_t step) const;
    const std::string& kind() const { return m_kind; }
    const std::vector<double>& numbers() const { return m_numbers; }

private:
    using Function = double (*)(std::span<const double> numbers, double step);

    LearningRateSchedule(std::string_view kind, std::vector<double> numbers);

    std::string m_kind;
    std::vector<double> m_numbers;
    Function m_function;
};

// The schedule's value at the number of steps that `globalStep` (int64 scalar) holds: a scalar of a
// floating-point type. No gradient.
Output scheduledRate(Output globalStep, const LearningRateSchedule& schedule,
                     DataType type = DataType::Float, std::string_view name = "learning_rate");

} // namespace engine
