// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_data.h"

#include "engine/data/csv_dataset.h"
#include "engine/data/idx_dataset.h"
#include "engine/data/spirals.h"
#include "engine/data/standardization.h"
#include "engine/jobs/resources.h"

#include <filesystem>

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
        CsvDatasetOptions options;
        options.labelColumn = data.label;
        DatasetSplits splits =
            splitDataset(datasetFromCsv(findDataFile(config, data.file), options), fractions, seed);
        standardize(splits);
        return splits;
    }
    return splitDataset(makeSpirals({data.points, data.noise, data.turns, seed}), fractions, seed);
}

} // namespace engine
