// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/standardization.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

// What one pass over a column needs to know for its mean and to see whether it is an indicator.
struct ColumnSums
{
    double sum = 0;
    double squares = 0; // of the distances from the mean
    bool isIndicator = true;
};

std::size_t columnCount(const Tensor& features)
{
    if (features.dataType() != DataType::Float || features.shape().rank() != 2) {
        throw InvalidArgumentError(
            fmt::format("only float32 [examples, columns] can be standardised, not {} {}",
                        dataTypeName(features.dataType()), features.shape().toString()));
    }
    return static_cast<std::size_t>(features.shape().dim(1));
}

} // namespace

void Standardization::apply(Tensor& features) const
{
    const std::size_t columns = columnCount(features);
    if (columns != mean.size()) {
        throw InvalidArgumentError(
            fmt::format("{} columns were measured, but there are {}", mean.size(), columns));
    }
    const std::span<float> values = features.values<float>();
    for (std::size_t begin = 0; begin < values.size(); begin += columns) {
        for (std::size_t column = 0; column < columns; ++column) {
            float& value = values[begin + column];
            value = (value - mean[column]) / deviation[column];
        }
    }
}

Standardization standardizationOf(const Tensor& features)
{
    const std::size_t columns = columnCount(features);
    const std::span<const float> values = features.values<float>();
    std::vector<ColumnSums> sums(columns);
    for (std::size_t i = 0; i < values.size(); ++i) {
        ColumnSums& column = sums[i % columns];
        column.sum += values[i];
        column.isIndicator = column.isIndicator && (values[i] == 0 || values[i] == 1);
    }
    const double rows = static_cast<double>(features.shape().dim(0));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double distance = values[i] - sums[i % columns].sum / rows;
        sums[i % columns].squares += distance * distance;
    }
    Standardization result;
    for (const ColumnSums& column : sums) {
        const double deviation = std::sqrt(column.squares / rows);
        const bool changes = !column.isIndicator && deviation > 0;
        result.mean.push_back(changes ? static_cast<float>(column.sum / rows) : 0.0F);
        result.deviation.push_back(changes ? static_cast<float>(deviation) : 1.0F);
    }
    return result;
}

Standardization standardize(DatasetSplits& splits)
{
    const Standardization result = standardizationOf(splits.train.features);
    for (Dataset* part : {&splits.train, &splits.validation, &splits.test}) {
        result.apply(part->features);
    }
    return result;
}

void standardizeTarget(DatasetSplits& splits)
{
    const std::span<const float> labels = splits.train.labels.values<float>();
    const auto count = static_cast<double>(labels.size());
    double sum = 0;
    for (const float label : labels) {
        sum += label;
    }
    TargetScale scale;
    scale.mean = sum / count;
    double squares = 0;
    for (const float label : labels) {
        squares += (label - scale.mean) * (label - scale.mean);
    }
    scale.deviation = std::sqrt(squares / count);
    // By the values: the mean of equal ones may be off by a rounding.
    if (std::ranges::all_of(labels, [&](float label) { return label == labels[0]; })) {
        throw InvalidArgumentError(fmt::format(
            "{}: the value to predict is {} in all {} training rows; there is nothing to "
            "learn",
            splits.train.name, labels[0], labels.size()));
    }
    for (Dataset* part : {&splits.train, &splits.validation, &splits.test}) {
        for (float& label : part->labels.values<float>()) {
            label = static_cast<float>((label - scale.mean) / scale.deviation);
        }
    }
    splits.targetScale = scale;
}

} // namespace engine
