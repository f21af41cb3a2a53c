// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/ranking_metrics.h"

#include "engine/nn/metric_inputs.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace engine {

namespace {

// What is at or above a score, for each distinct score from the largest on.
struct RankedCounts
{
    std::vector<double> scores;
    std::vector<double> positives; // weighted
    std::vector<double> negatives;
};

RankedCounts rank(ClassNumbers labels, std::span<const double> scores, Weights weights)
{
    requireCount("scores", scores.size(), labels.size());
    requireWeights(weights, labels.size());
    std::vector<std::size_t> order(labels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](auto a, auto b) { return scores[a] > scores[b]; });
    RankedCounts counts;
    double positives = 0;
    double negatives = 0;
    for (const std::size_t i : order) {
        if (counts.scores.empty() || counts.scores.back() != scores[i]) {
            counts.scores.push_back(scores[i]);
            counts.positives.push_back(positives);
            counts.negatives.push_back(negatives);
        }
        (classIndex(labels[i], 2) == 1 ? positives : negatives) += weightOf(weights, i);
        counts.positives.back() = positives;
        counts.negatives.back() = negatives;
    }
    return counts;
}

double lastOf(const std::vector<double>& counts)
{
    return counts.empty() ? 0 : counts.back();
}

} // namespace

RocCurve rocCurve(ClassNumbers labels, std::span<const double> scores, Weights weights)
{
    const RankedCounts counts = rank(labels, scores, weights);
    RocCurve curve{{0}, {0}, {std::numeric_limits<double>::infinity()}};
    for (std::size_t i = 0; i < counts.scores.size(); ++i) {
        curve.falsePositiveRate.push_back(counts.negatives[i] / lastOf(counts.negatives));
        curve.truePositiveRate.push_back(counts.positives[i] / lastOf(counts.positives));
        curve.thresholds.push_back(counts.scores[i]);
    }
    return curve;
}

double rocAuc(ClassNumbers labels, std::span<const double> scores, Weights weights)
{
    const RankedCounts counts = rank(labels, scores, weights);
    if (lastOf(counts.positives) == 0 || lastOf(counts.negatives) == 0) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    double area = 0;
    double positives = 0;
    double negatives = 0;
    for (std::size_t i = 0; i < counts.scores.size(); ++i) {
        area += (counts.negatives[i] - negatives) * (counts.positives[i] + positives) / 2;
        positives = counts.positives[i];
        negatives = counts.negatives[i];
    }
    return area / (positives * negatives);
}

MulticlassAuc rocAucMulticlass(ClassNumbers labels, std::span<const double> scores,
                               std::int64_t classes)
{
    const auto columns = static_cast<std::size_t>(classes);
    requireCount("scores", scores.size(), labels.size() * columns);
    MulticlassAuc result;
    for (std::size_t one = 0; one < columns; ++one) {
        std::vector<std::int64_t> isOne;
        std::vector<double> column;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            isOne.push_back(classIndex(labels[i], classes) == one ? 1 : 0);
            column.push_back(scores[i * columns + one]);
        }
        const auto support = static_cast<double>(std::ranges::count(isOne, 1));
        result.perClass.push_back(rocAuc(isOne, column));
        result.macro += result.perClass.back() / static_cast<double>(columns);
        result.weighted += result.perClass.back() * support / static_cast<double>(labels.size());
    }
    return result;
}

PrecisionRecallCurve precisionRecallCurve(ClassNumbers labels, std::span<const double> scores,
                                          Weights weights)
{
    const RankedCounts counts = rank(labels, scores, weights);
    PrecisionRecallCurve curve;
    for (std::size_t i = counts.scores.size(); i-- > 0;) {
        curve.precision.push_back(
            ratioOrZero(counts.positives[i], counts.positives[i] + counts.negatives[i]));
        curve.recall.push_back(counts.positives[i] / lastOf(counts.positives));
        curve.thresholds.push_back(counts.scores[i]);
    }
    curve.precision.push_back(1);
    curve.recall.push_back(0);
    return curve;
}

double averagePrecision(ClassNumbers labels, std::span<const double> scores, Weights weights)
{
    const RankedCounts counts = rank(labels, scores, weights);
    double sum = 0;
    double before = 0;
    for (std::size_t i = 0; i < counts.scores.size(); ++i) {
        const double positives = counts.positives[i];
        sum += (positives - before) * ratioOrZero(positives, positives + counts.negatives[i]);
        before = positives;
    }
    return ratioOrZero(sum, before);
}

} // namespace engine
