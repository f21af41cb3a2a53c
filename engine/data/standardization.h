// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset_split.h"

#include <vector>

namespace engine {

// Column by column of [examples, columns] float32: (value - mean) / deviation.
struct Standardization
{
    std::vector<float> mean;
    std::vector<float> deviation;

    // In place. InvalidArgumentError if there is another number of columns.
    void apply(Tensor& features) const;
};

// Mean and deviation (of the population) of each column, computed in double. A column that holds
// only 0 and 1, or one value only, is left as it is: mean 0, deviation 1.
Standardization standardizationOf(const Tensor& features);

// Measures the training rows only and applies that to all three parts.
Standardization standardize(DatasetSplits& splits);

// The same for labels that are values; enters the scale in `splits`. InvalidArgumentError if all
// training labels are equal: there is nothing to learn.
void standardizeTarget(DatasetSplits& splits);

} // namespace engine
