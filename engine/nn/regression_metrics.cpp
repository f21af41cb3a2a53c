// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/regression_metrics.h"

#include "engine/nn/metric_inputs.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace engine {

namespace {

std::size_t checkedExamples(const RegressionInputs& inputs)
{
    const auto outputs = static_cast<std::size_t>(inputs.outputs);
    requireCount("predictions", inputs.predictions.size(), inputs.labels.size());
    const std::size_t examples = outputs == 0 ? 0 : inputs.labels.size() / outputs;
    requireCount("labels", inputs.labels.size(), examples * outputs);
    requireWeights(inputs.weights, examples);
    return examples;
}

// For each output the weighted mean of value(label, prediction).
template <typename Value>
std::vector<double> meanPerOutput(const RegressionInputs& inputs, const Value& value)
{
    const std::size_t examples = checkedExamples(inputs);
    const auto outputs = static_cast<std::size_t>(inputs.outputs);
    std::vector<double> means(outputs);
    double total = 0;
    for (std::size_t i = 0; i < examples; ++i) {
        const double weight = weightOf(inputs.weights, i);
        total += weight;
        for (std::size_t k = 0; k < outputs; ++k) {
            const std::size_t place = i * outputs + k;
            means[k] += weight * value(inputs.labels[place], inputs.predictions[place]);
        }
    }
    for (double& mean : means) {
        mean /= total;
    }
    return means;
}

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double squaredError(double label, double prediction)
{
    return (label - prediction) * (label - prediction);
}

} // namespace

double meanAbsoluteError(const RegressionInputs& inputs)
{
    return meanOf(meanPerOutput(inputs, [](double y, double p) { return std::abs(y - p); }));
}

double meanSquaredErrorOf(const RegressionInputs& inputs)
{
    return meanOf(meanPerOutput(inputs, squaredError));
}

double rootMeanSquaredError(const RegressionInputs& inputs)
{
    std::vector<double> errors = meanPerOutput(inputs, squaredError);
    for (double& error : errors) {
        error = std::sqrt(error);
    }
    return meanOf(errors);
}

std::vector<double> r2PerOutput(const RegressionInputs& inputs)
{
    const auto outputs = static_cast<std::size_t>(inputs.outputs);
    const std::size_t examples = checkedExamples(inputs);
    if (examples < 2) {
        return std::vector<double>(outputs, std::numeric_limits<double>::quiet_NaN());
    }
    const std::vector<double> means = meanPerOutput(inputs, [](double y, double) { return y; });
    std::vector<double> result = meanPerOutput(inputs, squaredError);
    std::vector<double> spreads(outputs);
    double total = 0;
    for (std::size_t i = 0; i < examples; ++i) {
        const double weight = weightOf(inputs.weights, i);
        total += weight;
        for (std::size_t k = 0; k < outputs; ++k) {
            spreads[k] += weight * squaredError(inputs.labels[i * outputs + k], means[k]);
        }
    }
    for (std::size_t k = 0; k < outputs; ++k) {
        const double error = result[k] * total;
        result[k] = spreads[k] == 0 ? (error == 0 ? 1 : 0) : 1 - error / spreads[k];
    }
    return result;
}

double r2(const RegressionInputs& inputs)
{
    return meanOf(r2PerOutput(inputs));
}

} // namespace engine
