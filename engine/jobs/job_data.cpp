// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_data.h"

#include "engine/base/errors.h"
#include "engine/data/cifar_dataset.h"
#include "engine/data/csv_dataset.h"
#include "engine/data/idx_dataset.h"
#include "engine/data/spirals.h"
#include "engine/data/standardization.h"
#include "engine/jobs/augment_text.h"
#include "engine/jobs/memory_need.h"
#include "engine/jobs/resources.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace engine {

namespace {

// The net is made for the pictures and classes to train on.
void requireAlike(const DataConfig& data, const Dataset& training, const Dataset& test)
{
    if (test.exampleShape() != training.exampleShape()) {
        throw InvalidArgumentError(fmt::format(
            "data.test_images: {} has pictures of {}, but those to train on are of {}",
            data.testImages, test.exampleShape().toString(), training.exampleShape().toString()));
    }
    if (test.classNames.size() > training.classNames.size()) {
        throw InvalidArgumentError(fmt::format(
            "data.test_labels: {} has class {}, but those of {} to train on are 0 to {}",
            data.testLabels, test.classNames.size() - 1, data.trainLabels,
            training.classNames.size() - 1));
    }
}

// "train.idx: 900 pictures of [28, 28], 10 classes; 810 to train, 90 to validate, 200 to test"
std::string readingOf(const Dataset& pictures, const DatasetSplits& splits)
{
    return fmt::format("{}: {} pictures of {}, {} class{}; {} to train, {} to validate, {} to test",
                       pictures.name, pictures.size(), pictures.exampleShape().toString(),
                       pictures.classNames.size(), pictures.classNames.size() == 1 ? "" : "es",
                       splits.train.size(), splits.validation.size(), splits.test.size());
}

// Of a format that may have a test part of its own.
DatasetSplits splitPictures(const DataConfig& data, const Dataset& pictures,
                            std::optional<Dataset> test, std::uint64_t seed)
{
    DatasetSplits splits =
        splitDataset(pictures, {data.validationFraction, test ? 0 : data.testFraction}, seed);
    if (test) {
        splits.test = *std::move(test);
        if (splits.test.classNames.size() < splits.train.classNames.size()) {
            splits.test.classNames = splits.train.classNames; // it lacks the last classes
        }
    }
    splits.train.remarks.push_back(readingOf(pictures, splits));
    return splits;
}

DatasetSplits loadIdx(const JobConfig& config, std::uint64_t seed)
{
    const DataConfig& data = config.data;
    const auto read = [&](const std::string& images, const std::string& labels) {
        return datasetFromIdx(findDataFile(config, images), findDataFile(config, labels),
                              data.classNames);
    };
    const Dataset training = read(data.trainImages, data.trainLabels);
    std::optional<Dataset> test;
    if (!data.testImages.empty()) {
        test = read(data.testImages, data.testLabels);
        requireAlike(data, training, *test);
    }
    return splitPictures(data, training, std::move(test), seed);
}

DatasetSplits loadCifar(const JobConfig& config, std::uint64_t seed)
{
    const DataConfig& data = config.data;
    const CifarKind kind = data.kind == "cifar100" ? CifarKind::Cifar100 : CifarKind::Cifar10;
    const auto read = [&](const std::vector<std::string>& names) {
        std::vector<std::filesystem::path> files;
        for (const std::string& name : names) {
            files.push_back(findDataFile(config, name));
        }
        return datasetFromCifar(files, kind, data.classNames);
    };
    std::optional<Dataset> test;
    if (!data.testFiles.empty()) {
        test = read(data.testFiles);
    }
    return splitPictures(data, read(data.trainFiles), std::move(test), seed);
}

LabelKind labelKind(const std::string& name)
{
    if (name == "classes") {
        return LabelKind::Classes;
    }
    return name == "value" ? LabelKind::Value : LabelKind::Auto;
}

DatasetSplits loadTable(const JobConfig& config, const SplitFractions& fractions,
                        std::uint64_t seed)
{
    CsvDatasetOptions options;
    options.labelColumn = config.data.label;
    options.labelKind = labelKind(config.data.labelKind);
    options.ignoredColumns = config.data.ignoredColumns;
    const Dataset table = datasetFromCsv(findDataFile(config, config.data.file), options);
    DatasetSplits splits = splitDataset(table, fractions, seed);
    standardize(splits);
    if (!table.hasClasses()) {
        standardizeTarget(splits);
        splits.train.remarks.push_back(
            fmt::format("the value to predict has mean {:.6g} and deviation {:.6g}; loss is in "
                        "squared deviations (1: no better than the mean), mae and rmse are in the "
                        "value's own unit",
                        splits.targetScale.mean, splits.targetScale.deviation));
    }
    return splits;
}

DatasetSplits load(const JobConfig& config)
{
    const DataConfig& data = config.data;
    const auto seed = static_cast<std::uint64_t>(config.run.seed);
    if (data.kind == "idx") {
        return loadIdx(config, seed);
    }
    if (data.kind.starts_with("cifar")) {
        return loadCifar(config, seed);
    }
    const SplitFractions fractions{data.validationFraction, data.testFraction};
    if (data.kind == "csv") {
        return loadTable(config, fractions, seed);
    }
    return splitDataset(makeSpirals({data.points, data.noise, data.turns, seed}), fractions, seed);
}

} // namespace

DatasetSplits loadJobData(const JobConfig& config)
{
    requireMemoryForData(config.data);
    DatasetSplits splits = load(config);
    try {
        const PictureAugmentation augmentation = pictureAugmentation(config.data.augment);
        for (Dataset* part : {&splits.train, &splits.validation, &splits.test}) {
            part->augmentation = augmentation;
            validateAugmentation(*part);
        }
    } catch (const InvalidArgumentError& error) {
        throw InvalidArgumentError(fmt::format("data.augment: {}", error.what()));
    }
    return splits;
}

std::vector<std::string> remarksOn(const DataConfig& config, const Dataset& trainingData)
{
    std::vector<std::string> remarks = trainingData.remarks;
    if (config.batchSize > trainingData.size()) {
        remarks.push_back(fmt::format("data.batch_size {} is more than the {} examples to train "
                                      "on: each step sees them {:.1f} "
                                      "times",
                                      config.batchSize, trainingData.size(),
                                      static_cast<double>(config.batchSize)
                                          / static_cast<double>(trainingData.size())));
    }
    return remarks;
}

} // namespace engine
