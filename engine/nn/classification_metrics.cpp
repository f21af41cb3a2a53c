// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/classification_metrics.h"

#include "engine/nn/metric_inputs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace engine {

namespace {

// The weighted mean of value(example).
template <typename Value>
double weightedMean(std::size_t examples, Weights weights, const Value& value)
{
    requireWeights(weights, examples);
    double sum = 0;
    double total = 0;
    for (std::size_t i = 0; i < examples; ++i) {
        sum += weightOf(weights, i) * value(i);
        total += weightOf(weights, i);
    }
    return sum / total;
}

void requireScores(std::span<const double> scores, std::size_t examples, std::int64_t classes)
{
    requireCount("scores", scores.size(), examples * static_cast<std::size_t>(classes));
}

struct Counts
{
    double truePositives = 0;
    double falsePositives = 0;
    double falseNegatives = 0;
};

PrecisionRecallF1 ratiosOf(const Counts& counts)
{
    const auto& [tp, fp, fn] = counts;
    return {ratioOrZero(tp, tp + fp), ratioOrZero(tp, tp + fn),
            ratioOrZero(2 * tp, 2 * tp + fp + fn)};
}

void addScaled(PrecisionRecallF1& sum, const PrecisionRecallF1& term, double factor)
{
    sum.precision += term.precision * factor;
    sum.recall += term.recall * factor;
    sum.f1 += term.f1 * factor;
}

} // namespace

double accuracy(ClassNumbers labels, ClassNumbers predictions, Weights weights)
{
    requireCount("predictions", predictions.size(), labels.size());
    return weightedMean(labels.size(), weights,
                        [&](std::size_t i) { return labels[i] == predictions[i] ? 1.0 : 0.0; });
}

double topKAccuracy(ClassNumbers labels, std::span<const double> scores, std::int64_t classes,
                    std::int64_t k, Weights weights)
{
    requireScores(scores, labels.size(), classes);
    const auto columns = static_cast<std::size_t>(classes);
    return weightedMean(labels.size(), weights, [&](std::size_t i) {
        const std::span<const double> row = scores.subspan(i * columns, columns);
        const double score = row[classIndex(labels[i], classes)];
        const auto larger =
            std::ranges::count_if(row, [score](double other) { return other > score; });
        return larger < k ? 1.0 : 0.0;
    });
}

std::vector<double> confusionMatrix(ClassNumbers labels, ClassNumbers predictions,
                                    std::int64_t classes, Weights weights)
{
    requireCount("predictions", predictions.size(), labels.size());
    requireWeights(weights, labels.size());
    const auto columns = static_cast<std::size_t>(classes);
    std::vector<double> matrix(columns * columns);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        matrix[classIndex(labels[i], classes) * columns + classIndex(predictions[i], classes)] +=
            weightOf(weights, i);
    }
    return matrix;
}

double logLoss(ClassNumbers labels, std::span<const double> scores, std::int64_t classes,
               Weights weights)
{
    requireScores(scores, labels.size(), classes);
    constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
    const auto columns = static_cast<std::size_t>(classes);
    return weightedMean(labels.size(), weights, [&](std::size_t i) {
        const double score = scores[i * columns + classIndex(labels[i], classes)];
        return -std::log(std::clamp(score, kEpsilon, 1 - kEpsilon));
    });
}

ClassReport classReport(ClassNumbers labels, ClassNumbers predictions, std::int64_t classes,
                        Weights weights)
{
    const std::vector<double> matrix = confusionMatrix(labels, predictions, classes, weights);
    const auto count = static_cast<std::size_t>(classes);
    ClassReport report;
    Counts all;
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Counts counts;
        for (std::size_t j = 0; j < count; ++j) {
            counts.falseNegatives += i == j ? 0 : matrix[i * count + j];
            counts.falsePositives += i == j ? 0 : matrix[j * count + i];
        }
        counts.truePositives = matrix[i * count + i];
        all.truePositives += counts.truePositives;
        all.falsePositives += counts.falsePositives;
        all.falseNegatives += counts.falseNegatives;
        report.perClass.push_back(ratiosOf(counts));
        report.support.push_back(counts.truePositives + counts.falseNegatives);
        total += report.support.back();
    }
    report.micro = ratiosOf(all);
    for (std::size_t i = 0; i < count; ++i) {
        addScaled(report.macro, report.perClass[i], 1 / static_cast<double>(count));
        addScaled(report.weighted, report.perClass[i], ratioOrZero(report.support[i], total));
    }
    return report;
}

BinaryReport binaryReport(ClassNumbers labels, std::span<const double> scores, double threshold,
                          Weights weights)
{
    requireCount("scores", scores.size(), labels.size());
    requireWeights(weights, labels.size());
    Counts counts;
    double trueNegatives = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const bool saysYes = scores[i] >= threshold;
        const bool isYes = classIndex(labels[i], 2) == 1;
        double& count = saysYes ? (isYes ? counts.truePositives : counts.falsePositives)
                                : (isYes ? counts.falseNegatives : trueNegatives);
        count += weightOf(weights, i);
    }
    BinaryReport report{ratiosOf(counts), 0, 0};
    const double negatives = trueNegatives + counts.falsePositives;
    const double right = trueNegatives + counts.truePositives;
    report.specificity = ratioOrZero(trueNegatives, negatives);
    report.accuracy = ratioOrZero(right, right + counts.falsePositives + counts.falseNegatives);
    return report;
}

} // namespace engine
