// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/dataset_split.h"

#include "engine/base/errors.h"
#include "engine/data/shuffle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace engine {

namespace {

void requireFractions(const SplitFractions& fractions)
{
    const auto isShare = [](double value) { return value >= 0 && value < 1; };
    if (!isShare(fractions.validation) || !isShare(fractions.test)
        || !isShare(fractions.validation + fractions.test)) {
        throw InvalidArgumentError(fmt::format(
            "validation share {} and test share {} must be at least 0 and together below 1",
            fractions.validation, fractions.test));
    }
}

// Rows that are divided together: those of one class, or all where labels are values.
std::map<std::int64_t, std::vector<std::int64_t>> groupRows(const Tensor& labels)
{
    std::map<std::int64_t, std::vector<std::int64_t>> groups;
    if (labels.dataType() == DataType::Int64) {
        const std::span<const std::int64_t> classes = labels.values<std::int64_t>();
        for (std::size_t row = 0; row < classes.size(); ++row) {
            groups[classes[row]].push_back(static_cast<std::int64_t>(row));
        }
    } else if (labels.elementCount() > 0) {
        std::vector<std::int64_t>& all = groups[0];
        all.resize(static_cast<std::size_t>(labels.elementCount()));
        std::iota(all.begin(), all.end(), 0);
    }
    return groups;
}

} // namespace

SplitRows splitRows(const Tensor& labels, const SplitFractions& fractions, std::uint64_t seed)
{
    requireFractions(fractions);
    SplitRows result;
    std::uint64_t groupNumber = 0;
    for (auto& [key, rows] : groupRows(labels)) {
        RandomStream random = randomStream(seed, RandomPurpose::Split, groupNumber++);
        shuffle(rows, random);
        const auto count = static_cast<double>(rows.size());
        const std::int64_t validation = std::llround(fractions.validation * count);
        const std::int64_t test = std::min(std::llround(fractions.test * count),
                                           static_cast<long long>(rows.size()) - validation);
        const auto testBegin = rows.begin() + validation;
        const auto trainBegin = testBegin + test;
        result.validation.insert(result.validation.end(), rows.begin(), testBegin);
        result.test.insert(result.test.end(), testBegin, trainBegin);
        result.train.insert(result.train.end(), trainBegin, rows.end());
    }
    if (result.train.empty()) {
        throw InvalidArgumentError(fmt::format("of {} examples none is left for training after a "
                                               "validation share of {} and a test share of {}",
                                               labels.elementCount(), fractions.validation,
                                               fractions.test));
    }
    for (std::vector<std::int64_t>* part : {&result.train, &result.validation, &result.test}) {
        std::ranges::sort(*part);
    }
    return result;
}

DatasetSplits splitDataset(const Dataset& dataset, const SplitFractions& fractions,
                           std::uint64_t seed)
{
    const SplitRows rows = splitRows(dataset.labels, fractions, seed);
    return {dataset.rows(rows.train), dataset.rows(rows.validation), dataset.rows(rows.test), {}};
}

} // namespace engine
