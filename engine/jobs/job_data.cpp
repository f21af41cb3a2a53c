// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_data.h"

#include "engine/data/csv_dataset.h"
#include "engine/data/idx_dataset.h"
#include "engine/data/spirals.h"
#include "engine/data/standardization.h"
#include "engine/jobs/resources.h"

#include <fmt/format.h>

namespace engine {

namespace {

DatasetSplits loadPictures(const JobConfig& config, std::uint64_t seed)
{
    const DataConfig& data = config.data;
    const bool hasTestFiles = !data.testImages.empty();
    const double testFraction = hasTestFiles ? 0 : data.testFraction;
    DatasetSplits splits =
        splitDataset(datasetFromIdx(findDataFile(config, data.trainImages),
                                    findDataFile(config, data.trainLabels), data.classNames),
                     {data.validationFraction, testFraction}, seed);
    if (hasTestFiles) {
        splits.test = datasetFromIdx(findDataFile(config, data.testImages),
                                     findDataFile(config, data.testLabels), data.classNames);
    }
    return splits;
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

} // namespace

DatasetSplits loadJobData(const JobConfig& config)
{
    const DataConfig& data = config.data;
    const auto seed = static_cast<std::uint64_t>(config.run.seed);
    if (data.kind == "idx") {
        return loadPictures(config, seed);
    }
    const SplitFractions fractions{data.validationFraction, data.testFraction};
    if (data.kind == "csv") {
        return loadTable(config, fractions, seed);
    }
    return splitDataset(makeSpirals({data.points, data.noise, data.turns, seed}), fractions, seed);
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
