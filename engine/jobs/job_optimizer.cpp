// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_optimizer.h"

#include "engine/base/errors.h"
#include "engine/nn/adagrad_optimizer.h"
#include "engine/nn/adamw_optimizer.h"
#include "engine/nn/gradient_descent_optimizer.h"
#include "engine/nn/lion_optimizer.h"
#include "engine/nn/momentum_optimizer.h"
#include "engine/nn/rmsprop_optimizer.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/learning_rate_schedule.h"

#include <memory>

namespace engine {

namespace {

// Each falls back on what the optimizer begins with.
MomentumParameters momentumParameters(const OptimizerConfig& config)
{
    MomentumParameters parameters;
    parameters.momentum = config.momentum.value_or(parameters.momentum);
    parameters.useNesterov = config.useNesterov;
    return parameters;
}

RmsPropParameters rmsPropParameters(const OptimizerConfig& config)
{
    RmsPropParameters parameters;
    parameters.decay = config.decay.value_or(parameters.decay);
    parameters.momentum = config.momentum.value_or(parameters.momentum);
    parameters.epsilon = config.epsilon.value_or(parameters.epsilon);
    parameters.centered = config.centered;
    return parameters;
}

AdamWParameters adamWParameters(const OptimizerConfig& config)
{
    AdamWParameters parameters;
    parameters.weightDecay = config.weightDecay.value_or(parameters.weightDecay);
    parameters.beta1 = config.beta1.value_or(parameters.beta1);
    parameters.beta2 = config.beta2.value_or(parameters.beta2);
    parameters.epsilon = config.epsilon.value_or(parameters.epsilon);
    return parameters;
}

LionParameters lionParameters(const OptimizerConfig& config)
{
    LionParameters parameters;
    parameters.beta1 = config.beta1.value_or(parameters.beta1);
    parameters.beta2 = config.beta2.value_or(parameters.beta2);
    parameters.weightDecay = config.weightDecay.value_or(parameters.weightDecay);
    return parameters;
}

std::unique_ptr<Optimizer> makeOptimizer(const OptimizerConfig& config, Output learningRate)
{
    if (config.kind == "sgd") {
        return std::make_unique<GradientDescentOptimizer>(learningRate);
    }
    if (config.kind == "momentum") {
        return std::make_unique<MomentumOptimizer>(learningRate, momentumParameters(config));
    }
    if (config.kind == "adagrad") {
        return std::make_unique<AdagradOptimizer>(learningRate,
                                                  config.initialAccumulator.value_or(0.1));
    }
    if (config.kind == "rmsprop") {
        return std::make_unique<RmsPropOptimizer>(learningRate, rmsPropParameters(config));
    }
    if (config.kind == "lion") {
        return std::make_unique<LionOptimizer>(learningRate, lionParameters(config));
    }
    const AdamWParameters adam = adamWParameters(config);
    if (config.kind == "adamw") {
        return std::make_unique<AdamWOptimizer>(learningRate, adam);
    }
    return std::make_unique<AdamOptimizer>(learningRate,
                                           AdamParameters{adam.beta1, adam.beta2, adam.epsilon});
}

// Factors of the learning rate, from 1.
LearningRateSchedule scheduleOf(const ScheduleConfig& config, std::int64_t steps)
{
    const std::int64_t wholeSteps = config.decaySteps.value_or(steps);
    const auto decaySteps = static_cast<double>(wholeSteps);
    if (config.kind == "step") {
        std::vector<double> factors{1};
        for (std::size_t i = 0; i < config.boundaries.size(); ++i) {
            factors.push_back(factors.back() * config.decayRate);
        }
        return LearningRateSchedule::piecewise(config.boundaries, factors);
    }
    if (config.kind == "exponential") {
        return LearningRateSchedule::exponential(
            {1, decaySteps, config.decayRate, config.staircase});
    }
    if (config.kind == "polynomial") {
        return LearningRateSchedule::polynomial(
            {1, decaySteps, config.endFactor, config.power, false});
    }
    if (config.kind == "cosine") {
        return LearningRateSchedule::cosine(1, decaySteps, config.endFactor);
    }
    if (config.kind == "warmup_cosine") {
        if (config.warmupSteps >= wholeSteps) {
            throw InvalidArgumentError("schedule.warmup_steps must be less than decay_steps");
        }
        const auto warmupSteps = static_cast<double>(config.warmupSteps);
        return LearningRateSchedule::warmupCosine(
            {1, 0, warmupSteps, decaySteps - warmupSteps, config.endFactor});
    }
    LearningRateSchedule::OneCycle cycle;
    cycle.maxRate = 1;
    cycle.totalSteps = wholeSteps;
    return LearningRateSchedule::oneCycle(cycle);
}

} // namespace

bool hasScheduledSteps(const ScheduleConfig& config)
{
    return config.kind == "exponential" || config.kind == "polynomial" || config.kind == "cosine"
        || config.kind == "warmup_cosine" || config.kind == "one_cycle";
}

Output scheduledLearningRate(const JobConfig& config, const Variable& learningRate,
                             const Variable& globalStep)
{
    if (config.schedule.kind == "constant" || config.schedule.kind == "plateau") {
        return learningRate.value();
    }
    const Output factor =
        scheduledRate(globalStep.value(), scheduleOf(config.schedule, config.run.steps),
                      DataType::Float, "learning_rate/factor");
    return multiply(learningRate.value(), factor, "learning_rate/scheduled");
}

Operation& addUpdates(const OptimizerConfig& config, JobGraph& job)
{
    const std::unique_ptr<Optimizer> optimizer = makeOptimizer(config, job.scheduledLearningRate);
    std::vector<GradientAndVariable> gradients = optimizer->computeGradients(job.loss);
    for (const GradientAndVariable& gradient : gradients) {
        job.gradients.push_back(gradient.gradient);
    }
    if (config.clipNorm) {
        gradients = clipGradientsByGlobalNorm(gradients, *config.clipNorm);
    }
    return optimizer->applyGradients(gradients, job.globalStep);
}

} // namespace engine
