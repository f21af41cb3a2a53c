// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/idx_dataset.h"

#include "engine/base/errors.h"
#include "engine/formats/idx.h"

#include <algorithm>
#include <fmt/format.h>

namespace engine {

namespace {

Tensor asClassNumbers(const Tensor& labels, const std::filesystem::path& path)
{
    if (labels.dataType() != DataType::UInt8 || labels.shape().rank() != 1) {
        throw InvalidArgumentError(fmt::format("{} holds {} {}, not labels (uint8 [n])",
                                               path.string(), dataTypeName(labels.dataType()),
                                               labels.shape().toString()));
    }
    Tensor result(DataType::Int64, labels.shape());
    std::ranges::copy(labels.values<std::uint8_t>(), result.values<std::int64_t>().begin());
    return result;
}

std::vector<std::string> numbersAsNames(const Tensor& labels)
{
    const std::span<const std::int64_t> values = labels.values<std::int64_t>();
    std::vector<std::string> names;
    const std::int64_t last = values.empty() ? -1 : *std::ranges::max_element(values);
    for (std::int64_t i = 0; i <= last; ++i) {
        names.push_back(std::to_string(i));
    }
    return names;
}

} // namespace

Dataset datasetFromIdx(const std::filesystem::path& images, const std::filesystem::path& labels,
                       std::vector<std::string> classNames)
{
    Dataset result;
    result.name = images.filename().string();
    result.features = readIdx(images);
    if (result.features.dataType() != DataType::UInt8 || result.features.shape().rank() < 2) {
        throw InvalidArgumentError(fmt::format(
            "{} holds {} {}, not pictures (uint8 [n, height, width])", images.string(),
            dataTypeName(result.features.dataType()), result.features.shape().toString()));
    }
    result.labels = asClassNumbers(readIdx(labels), labels);
    if (result.labels.elementCount() != result.size()) {
        throw InvalidArgumentError(fmt::format("{} holds {} pictures, but {} holds {} labels",
                                               images.string(), result.size(), labels.string(),
                                               result.labels.elementCount()));
    }
    result.classNames = classNames.empty() ? numbersAsNames(result.labels) : std::move(classNames);
    validateDataset(result);
    return result;
}

} // namespace engine
