// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/dataset.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace engine {

namespace {

Tensor rowsOf(const Tensor& source, std::span<const std::int64_t> rows)
{
    Shape shape = source.shape();
    shape.setDim(0, static_cast<std::int64_t>(rows.size()));
    Tensor result(source.dataType(), shape);
    copyRows(source, rows, result);
    return result;
}

void requireClassNames(const Dataset& dataset)
{
    const std::span<const std::int64_t> labels = dataset.labels.values<std::int64_t>();
    const auto classCount = static_cast<std::int64_t>(dataset.classNames.size());
    const auto bad = std::ranges::find_if(
        labels, [classCount](std::int64_t label) { return label < 0 || label >= classCount; });
    if (bad != labels.end()) {
        throw InvalidArgumentError(
            fmt::format("data set {}: example {} has class {}, but there are {} class names",
                        dataset.name, bad - labels.begin(), *bad, classCount));
    }
}

} // namespace

Shape Dataset::exampleShape() const
{
    if (features.shape().rank() == 0) {
        return {};
    }
    const Shape example(features.shape().dims().subspan(1));
    return augmentation.isNone() ? example : augmentation.resultShape(example);
}

DataType Dataset::batchType() const
{
    return augmentation.isNone() ? features.dataType() : DataType::Float;
}

Dataset Dataset::rows(std::span<const std::int64_t> rows) const
{
    const auto bad =
        std::ranges::find_if(rows, [this](std::int64_t row) { return row < 0 || row >= size(); });
    if (bad != rows.end()) {
        throw OutOfRangeError(
            fmt::format("data set {}: there is no example {} among {}", name, *bad, size()));
    }
    Dataset result = *this;
    result.features = rowsOf(features, rows);
    result.labels = rowsOf(labels, rows);
    return result;
}

void copyRows(const Tensor& source, std::span<const std::int64_t> rows, Tensor& result)
{
    if (rows.empty()) {
        return;
    }
    const std::size_t rowBytes = result.byteCount() / rows.size();
    const char* from = static_cast<const char*>(source.data());
    char* to = static_cast<char*>(result.data());
    for (const std::int64_t row : rows) {
        std::memcpy(to, from + static_cast<std::size_t>(row) * rowBytes, rowBytes);
        to += rowBytes;
    }
}

void validateAugmentation(const Dataset& dataset)
{
    if (dataset.augmentation.isNone()) {
        return;
    }
    if (dataset.features.dataType() != DataType::UInt8) {
        throw InvalidArgumentError(
            fmt::format("data set {}: its features are {} and no bytes of pictures", dataset.name,
                        dataTypeName(dataset.features.dataType())));
    }
    try {
        dataset.augmentation.requireFits(Shape(dataset.features.shape().dims().subspan(1)));
    } catch (const InvalidArgumentError& error) {
        throw InvalidArgumentError(fmt::format("data set {}: {}", dataset.name, error.what()));
    }
}

void validateDataset(const Dataset& dataset)
{
    const DataType type = dataset.features.dataType();
    if ((type != DataType::Float && type != DataType::UInt8)
        || dataset.features.shape().rank() < 1) {
        throw InvalidArgumentError(
            fmt::format("data set {}: features are {} {}, not float32 or uint8 [examples, …]",
                        dataset.name, dataTypeName(type), dataset.features.shape().toString()));
    }
    const DataType labelType = dataset.labels.dataType();
    if ((labelType != DataType::Float && labelType != DataType::Int64)
        || dataset.labels.shape() != Shape{dataset.size()}) {
        throw InvalidArgumentError(fmt::format(
            "data set {}: labels are {} {}, not float32 or int64 [{}]", dataset.name,
            dataTypeName(labelType), dataset.labels.shape().toString(), dataset.size()));
    }
    if (dataset.hasClasses()) {
        requireClassNames(dataset);
    }
    validateAugmentation(dataset);
    const Shape example = dataset.exampleShape();
    if (!dataset.featureNames.empty()
        && example != Shape{static_cast<std::int64_t>(dataset.featureNames.size())}) {
        throw InvalidArgumentError(
            fmt::format("data set {}: {} feature names for examples of shape {}", dataset.name,
                        dataset.featureNames.size(), example.toString()));
    }
}

} // namespace engine
