// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

// Metrics of predicted numbers over whole data sets, in float64. labels and predictions are
// [examples, outputs], row by row; each is computed for every output and then averaged over them.
// `weights` has one per example or is empty: all 1. InvalidArgumentError naming both counts where
// they do not fit.

struct RegressionInputs
{
    std::span<const double> labels;
    std::span<const double> predictions;
    std::span<const double> weights = {};
    std::int64_t outputs = 1;
};

double meanAbsoluteError(const RegressionInputs& inputs);
double meanSquaredErrorOf(const RegressionInputs& inputs);
double rootMeanSquaredError(const RegressionInputs& inputs);

// 1 - sum of squared errors / sum of squares about the weighted mean. For labels that are all equal
// 1 if every prediction is right, otherwise 0. NaN for fewer than two examples.
std::vector<double> r2PerOutput(const RegressionInputs& inputs);
double r2(const RegressionInputs& inputs); // their mean

} // namespace engine
