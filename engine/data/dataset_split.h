// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"

#include <cstdint>
#include <vector>

namespace engine {

// Shares of the whole, in [0, 1); what they leave is for training.
struct SplitFractions
{
    double validation = 0.1;
    double test = 0.0;
};

// Row numbers, ascending in each part; every row is in exactly one.
struct SplitRows
{
    std::vector<std::int64_t> train;
    std::vector<std::int64_t> validation;
    std::vector<std::int64_t> test;
};

// Labels that are values: label = (value - mean) / deviation.
struct TargetScale
{
    double mean = 0;
    double deviation = 1;
};

struct DatasetSplits
{
    Dataset train;
    Dataset validation;
    Dataset test;
    TargetScale targetScale; // of the labels, if they are values
};

// Depends on labels, fractions and seed only. Where labels are classes every class is divided by
// itself, so each part has its share of each class (rounded to the nearest example).
// InvalidArgumentError if a fraction is outside [0, 1) or nothing would be left for training.
SplitRows splitRows(const Tensor& labels, const SplitFractions& fractions, std::uint64_t seed);
DatasetSplits splitDataset(const Dataset& dataset, const SplitFractions& fractions,
                           std::uint64_t seed);

} // namespace engine
