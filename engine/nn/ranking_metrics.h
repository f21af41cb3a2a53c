// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/classification_metrics.h"

namespace engine {

// Metrics of how scores order the examples. Labels are 0 or 1; what holds for all metrics stands in
// engine/nn/classification_metrics.h.

struct RocCurve // points at each distinct score from the largest on, first (0, 0)
{
    std::vector<double> falsePositiveRate;
    std::vector<double> truePositiveRate;
    std::vector<double> thresholds; // the first is infinite
};
RocCurve rocCurve(ClassNumbers labels, std::span<const double> scores, Weights weights = {});
// The area under it, exactly: a tie counts half. NaN if there is one class only.
double rocAuc(ClassNumbers labels, std::span<const double> scores, Weights weights = {});

struct MulticlassAuc // each class against the rest
{
    std::vector<double> perClass;
    double macro = 0; // mean over the classes
    double weighted = 0; // weighted by support
};
// scores [examples, classes].
MulticlassAuc rocAucMulticlass(ClassNumbers labels, std::span<const double> scores,
                               std::int64_t classes);

struct PrecisionRecallCurve // points at each distinct score in rising order, then (1, 0)
{
    std::vector<double> precision;
    std::vector<double> recall;
    std::vector<double> thresholds; // one less
};
PrecisionRecallCurve precisionRecallCurve(ClassNumbers labels, std::span<const double> scores,
                                          Weights weights = {});
// Sum over the distinct scores from the largest on of (R - the R before) * P, without trapezoids;
// 0 without a positive label.
double averagePrecision(ClassNumbers labels, std::span<const double> scores, Weights weights = {});

} // namespace engine
