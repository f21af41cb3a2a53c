// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/cifar_dataset.h"

#include "engine/base/errors.h"

#include <algorithm>
#include <fmt/format.h>

namespace engine {

namespace {

std::vector<std::string> namesOf(CifarKind kind)
{
    if (kind == CifarKind::Cifar10) {
        return {"airplane", "automobile", "bird",  "cat",  "deer",
                "dog",      "frog",       "horse", "ship", "truck"};
    }
    std::vector<std::string> names;
    for (int i = 0; i < 100; ++i) {
        names.push_back(std::to_string(i));
    }
    return names;
}

} // namespace

Dataset datasetFromCifar(const std::vector<std::filesystem::path>& files, CifarKind kind,
                         std::vector<std::string> classNames)
{
    if (files.empty()) {
        throw InvalidArgumentError("a CIFAR data set needs at least one file");
    }
    std::vector<CifarPictures> parts;
    std::int64_t count = 0;
    for (const std::filesystem::path& file : files) {
        parts.push_back(readCifar(file, kind));
        count += parts.back().labels.elementCount();
    }
    Dataset result;
    result.name = files.front().filename().string();
    Shape shape = parts.front().pictures.shape();
    shape.setDim(0, count);
    result.features = Tensor(DataType::UInt8, shape);
    result.labels = Tensor(DataType::Int64, {count});
    auto pixel = result.features.values<std::uint8_t>().begin();
    auto label = result.labels.values<std::int64_t>().begin();
    for (const CifarPictures& part : parts) {
        pixel = std::ranges::copy(part.pictures.values<std::uint8_t>(), pixel).out;
        label = std::ranges::copy(part.labels.values<std::uint8_t>(), label).out;
    }
    result.classNames = namesOf(kind);
    if (!classNames.empty()) {
        if (classNames.size() != result.classNames.size()) {
            throw InvalidArgumentError(fmt::format("{}: {} classes, but {} names", result.name,
                                                   result.classNames.size(), classNames.size()));
        }
        result.classNames = std::move(classNames);
    }
    validateDataset(result);
    return result;
}

} // namespace engine
