// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor.h"
#include "engine/data/picture_augmentation.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace engine {

// Examples held in memory. A value; copies share the bytes.
struct Dataset
{
    std::string name;
    // [examples, …] float32, or uint8 for pictures.
    Tensor features;
    // [examples] int64 class numbers, or float32 values to be predicted.
    Tensor labels;
    // The name of each class number; empty if labels are values.
    std::vector<std::string> classNames;
    // The name of each column of [examples, columns]; empty for pictures.
    std::vector<std::string> featureNames;
    // What a reader wants people to know: how a table was read, what was left out. A line each.
    std::vector<std::string> remarks;
    // How batches change pictures of bytes.
    PictureAugmentation augmentation;

    std::int64_t size() const { return features.shape().rank() == 0 ? 0 : features.shape().dim(0); }
    bool hasClasses() const { return labels.dataType() == DataType::Int64; }
    // Of the features of a batch: that of the features, but float32 for pictures that have an
    // augmentation. Bytes are scaled in the graph, see convertImageDtype().
    DataType batchType() const;
    // Of an example in a batch: the features' without the first axis, cropped if pictures are.
    Shape exampleShape() const;
    // A copy of these examples, in this order. OutOfRangeError for a row that does not exist.
    Dataset rows(std::span<const std::int64_t> rows) const;
};

// Copies these rows of the first axis of `source`, one after another, over all of `result`, which
// has as many rows of the same type and shape. The rows must exist.
void copyRows(const Tensor& source, std::span<const std::int64_t> rows, Tensor& result);

// InvalidArgumentError, naming the data set, if its augmentation is for other features: for bytes
// [examples, height, width] or [examples, height, width, channels], and not too small for a crop.
void validateAugmentation(const Dataset& dataset);

// InvalidArgumentError, naming the data set, if types are not those above, labels are not one an
// example, a class number has no name, or the augmentation does not fit.
void validateDataset(const Dataset& dataset);

} // namespace engine
