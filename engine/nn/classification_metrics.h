// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

// Metrics of classifications over whole data sets, computed in float64 from what nets gave. Labels
// and predictions are class numbers; scores are [examples, classes], row by row. `weights` has one
// per example or is empty: all 1. InvalidArgumentError naming both counts where they do not fit,
// and naming a class number that is not in [0, classes).

using ClassNumbers = std::span<const std::int64_t>;
using Weights = std::span<const double>;

// Weighted share of labels = predictions; NaN without examples.
double accuracy(ClassNumbers labels, ClassNumbers predictions, Weights weights = {});
// Share of rows where fewer than k scores are larger than the label's.
double topKAccuracy(ClassNumbers labels, std::span<const double> scores, std::int64_t classes,
                    std::int64_t k, Weights weights = {});
// [classes, classes]: at [i, j] the weighted count of label i predicted as j.
std::vector<double> confusionMatrix(ClassNumbers labels, ClassNumbers predictions,
                                    std::int64_t classes, Weights weights = {});
// Weighted mean of -log(score of the label), scores kept away from 0 and 1 by float64's epsilon.
double logLoss(ClassNumbers labels, std::span<const double> scores, std::int64_t classes,
               Weights weights = {});

struct PrecisionRecallF1 // 0 / 0 is 0
{
    double precision = 0; // tp / (tp + fp)
    double recall = 0; // tp / (tp + fn)
    double f1 = 0; // 2 tp / (2 tp + fp + fn)
};

struct ClassReport
{
    std::vector<PrecisionRecallF1> perClass;
    std::vector<double> support; // weighted count of labels
    PrecisionRecallF1 macro; // plain mean over the classes
    PrecisionRecallF1 micro; // of the summed counts
    PrecisionRecallF1 weighted; // mean weighted by support
};
ClassReport classReport(ClassNumbers labels, ClassNumbers predictions, std::int64_t classes,
                        Weights weights = {});

struct BinaryReport : PrecisionRecallF1
{
    double specificity = 0; // tn / (tn + fp)
    double accuracy = 0;
};
// Labels 0 or 1; a score at or above the threshold says 1.
BinaryReport binaryReport(ClassNumbers labels, std::span<const double> scores, double threshold,
                          Weights weights = {});

} // namespace engine
