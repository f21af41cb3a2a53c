// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/learning_rate_schedule.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace engine {

namespace {

using Numbers = std::span<const double>;

double constantRate(Numbers n, double)
{
    return n[0];
}

// n: how many boundaries, the boundaries, the values.
double piecewiseRate(Numbers n, double step)
{
    const auto count = static_cast<std::size_t>(n[0]);
    const Numbers boundaries = n.subspan(1, count);
    const auto passed = std::ranges::lower_bound(boundaries, step) - boundaries.begin();
    return n[1 + count + static_cast<std::size_t>(passed)];
}

// n: rate, decay steps, decay rate, staircase.
double periodsOf(Numbers n, double step)
{
    const double periods = step / n[1];
    return n[3] != 0 ? std::floor(periods) : periods;
}

double exponentialRate(Numbers n, double step)
{
    return n[0] * std::pow(n[2], periodsOf(n, step));
}

double naturalExponentialRate(Numbers n, double step)
{
    return n[0] * std::exp(-n[2] * periodsOf(n, step));
}

double inverseTimeRate(Numbers n, double step)
{
    return n[0] / (1 + n[2] * periodsOf(n, step));
}

// n: rate, decay steps, end rate, power, cycle.
double polynomialRate(Numbers n, double step)
{
    const bool cycle = n[4] != 0;
    const double length = cycle ? n[1] * std::max(1.0, std::ceil(step / n[1])) : n[1];
    const double done = cycle ? step : std::min(step, length);
    return (n[0] - n[2]) * std::pow(1 - done / length, n[3]) + n[2];
}

// Falls from 1 to 0 as p goes from 0 to 1.
double halfCosine(double p)
{
    return (1 + std::cos(std::numbers::pi * p)) / 2;
}

// n: rate, decay steps, alpha.
double cosineRate(Numbers n, double step)
{
    return n[0] * ((1 - n[2]) * halfCosine(std::min(step, n[1]) / n[1]) + n[2]);
}

// n: rate, first decay steps, length factor, height factor, alpha.
double cosineRestartsRate(Numbers n, double step)
{
    const double periods = step / n[1];
    double index = 0;
    double done = 0;
    if (n[2] == 1) {
        index = std::floor(periods);
        done = periods - index;
    } else {
        index = std::floor(std::log(1 - periods * (1 - n[2])) / std::log(n[2]));
        const double length = std::pow(n[2], index);
        done = (periods - (1 - length) / (1 - n[2])) / length;
    }
    const double height = std::pow(n[3], index);
    return n[0] * ((1 - n[4]) * height * halfCosine(done) + n[4]);
}

// n: rate, start, warm-up steps, decay steps, alpha.
double warmupCosineRate(Numbers n, double step)
{
    if (step < n[2]) {
        return n[1] + (n[0] - n[1]) * step / n[2];
    }
    const double done = std::min((step - n[2]) / n[3], 1.0);
    return n[0] * ((1 - n[4]) * halfCosine(done) + n[4]);
}

// n: total steps, share of the rise, linear, three phases, first, top, last.
double oneCycleRate(Numbers n, double step)
{
    const auto between = [&](double start, double end, double p) {
        return n[2] != 0 ? start + (end - start) * p : end + (start - end) * halfCosine(p);
    };
    const double end = n[0] - 1;
    const double top = n[1] * n[0] - 1;
    step = std::min(step, end);
    if (step <= top) {
        return between(n[4], n[5], step / top);
    }
    const double down = 2 * n[1] * n[0] - 2;
    if (n[3] == 0) {
        return between(n[5], n[6], (step - top) / (end - top));
    }
    if (step <= down) {
        return between(n[5], n[4], (step - top) / (down - top));
    }
    return between(n[4], n[6], (step - down) / (end - down));
}

struct Kind
{
    std::string_view name;
    double (*function)(Numbers, double);
};

constexpr std::array<Kind, 10> kKinds{{{"constant", constantRate},
                                       {"piecewise", piecewiseRate},
                                       {"exponential", exponentialRate},
                                       {"natural_exponential", naturalExponentialRate},
                                       {"inverse_time", inverseTimeRate},
                                       {"polynomial", polynomialRate},
                                       {"cosine", cosineRate},
                                       {"cosine_restarts", cosineRestartsRate},
                                       {"warmup_cosine", warmupCosineRate},
                                       {"one_cycle", oneCycleRate}}};

void requirePositive(std::string_view kind, std::string_view what, double value)
{
    if (!(value > 0)) {
        throw InvalidArgumentError(
            fmt::format("schedule {}: {} is {}, it must be positive", kind, what, value));
    }
}

} // namespace

LearningRateSchedule::LearningRateSchedule(std::string_view kind, std::vector<double> numbers)
    : m_kind(kind), m_numbers(std::move(numbers))
{
    const auto found = std::ranges::find(kKinds, kind, &Kind::name);
    if (found == kKinds.end()) {
        throw InvalidArgumentError(fmt::format("there is no schedule '{}'", kind));
    }
    m_function = found->function;
}

LearningRateSchedule LearningRateSchedule::fromNumbers(std::string_view kind,
                                                       std::vector<double> numbers)
{
    return {kind, std::move(numbers)};
}

double LearningRateSchedule::at(std::int64_t step) const
{
    return m_function(m_numbers, static_cast<double>(step));
}

LearningRateSchedule LearningRateSchedule::constant(double rate)
{
    return {"constant", {rate}};
}

LearningRateSchedule LearningRateSchedule::piecewise(std::span<const std::int64_t> boundaries,
                                                     std::span<const double> values)
{
    if (values.size() != boundaries.size() + 1 || !std::ranges::is_sorted(boundaries)) {
        throw InvalidArgumentError(
            fmt::format("schedule piecewise: {} rising boundaries need {} values, not {}",
                        boundaries.size(), boundaries.size() + 1, values.size()));
    }
    std::vector<double> numbers{static_cast<double>(boundaries.size())};
    numbers.insert(numbers.end(), boundaries.begin(), boundaries.end());
    numbers.insert(numbers.end(), values.begin(), values.end());
    return {"piecewise", std::move(numbers)};
}

namespace {

std::vector<double> numbersOf(std::string_view kind, const LearningRateSchedule::Decay& decay)
{
    requirePositive(kind, "decay_steps", decay.decaySteps);
    return {decay.rate, decay.decaySteps, decay.decayRate, decay.staircase ? 1.0 : 0.0};
}

} // namespace

LearningRateSchedule LearningRateSchedule::exponential(const Decay& decay)
{
    return {"exponential", numbersOf("exponential", decay)};
}

LearningRateSchedule LearningRateSchedule::naturalExponential(const Decay& decay)
{
    return {"natural_exponential", numbersOf("natural_exponential", decay)};
}

LearningRateSchedule LearningRateSchedule::inverseTime(const Decay& decay)
{
    return {"inverse_time", numbersOf("inverse_time", decay)};
}

LearningRateSchedule LearningRateSchedule::polynomial(const Polynomial& parameters)
{
    const auto& [rate, decaySteps, endRate, power, cycle] = parameters;
    requirePositive("polynomial", "decay_steps", decaySteps);
    return {"polynomial", {rate, decaySteps, endRate, power, cycle ? 1.0 : 0.0}};
}

LearningRateSchedule LearningRateSchedule::cosine(double rate, double decaySteps, double alpha)
{
    requirePositive("cosine", "decay_steps", decaySteps);
    return {"cosine", {rate, decaySteps, alpha}};
}

LearningRateSchedule LearningRateSchedule::cosineRestarts(const CosineRestarts& parameters)
{
    const auto& [rate, firstDecaySteps, lengthFactor, heightFactor, alpha] = parameters;
    requirePositive("cosine_restarts", "first_decay_steps", firstDecaySteps);
    requirePositive("cosine_restarts", "t_mul", lengthFactor);
    return {"cosine_restarts", {rate, firstDecaySteps, lengthFactor, heightFactor, alpha}};
}

LearningRateSchedule LearningRateSchedule::warmupCosine(const WarmupCosine& parameters)
{
    const auto& [rate, start, warmupSteps, decaySteps, alpha] = parameters;
    requirePositive("warmup_cosine", "decay_steps", decaySteps);
    return {"warmup_cosine", {rate, start, warmupSteps, decaySteps, alpha}};
}

namespace {

std::vector<double> oneCycleNumbers(const LearningRateSchedule::OneCycle& parameters, double first,
                                    double top, double last)
{
    const auto total = static_cast<double>(parameters.totalSteps);
    requirePositive("one_cycle", "the rise", parameters.pctStart * total - 1);
    requirePositive("one_cycle", "the fall", (1 - parameters.pctStart) * total);
    return {total,
            parameters.pctStart,
            parameters.linear ? 1.0 : 0.0,
            parameters.threePhase ? 1.0 : 0.0,
            first,
            top,
            last};
}

} // namespace

LearningRateSchedule LearningRateSchedule::oneCycle(const OneCycle& parameters)
{
    const double first = parameters.maxRate / parameters.divFactor;
    return {
        "one_cycle",
        oneCycleNumbers(parameters, first, parameters.maxRate, first / parameters.finalDivFactor)};
}

LearningRateSchedule LearningRateSchedule::oneCycleMomentum(const OneCycle& parameters)
{
    return {"one_cycle",
            oneCycleNumbers(parameters, parameters.maxMomentum, parameters.baseMomentum,
                            parameters.maxMomentum)};
}

} // namespace engine
