// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batcher.h"

#include "engine/base/errors.h"
#include "engine/data/shuffle.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace engine {

namespace {

void requireBatches(const Dataset& dataset, std::int64_t batchSize)
{
    validateDataset(dataset);
    if (dataset.size() == 0 || batchSize < 1) {
        throw InvalidArgumentError(
            fmt::format("data set {}: batches of {} cannot be made of {} examples", dataset.name,
                        batchSize, dataset.size()));
    }
}

void requirePosition(std::int64_t position, std::int64_t batchSize)
{
    if (position < 0 || position > std::numeric_limits<std::int64_t>::max() / batchSize - 1) {
        throw InvalidArgumentError(fmt::format("there is no batch {}", position));
    }
}

void shapeAs(Tensor& tensor, DataType type, const Shape& shape)
{
    if (tensor.dataType() != type || tensor.shape() != shape) {
        tensor = Tensor(type, shape);
    }
}

std::optional<PicturePreparation> preparationOf(const Dataset& dataset)
{
    if (dataset.augmentation.isNone()) {
        return std::nullopt;
    }
    return PicturePreparation(dataset.augmentation,
                              Shape(dataset.features.shape().dims().subspan(1)));
}

// `changeOf` says what happens to the n-th picture of the batch.
template <typename ChangeOf>
void preparePictures(PicturePreparation& preparation, std::span<const std::uint8_t> pixels,
                     std::span<const std::int64_t> rows, std::span<float> result,
                     const ChangeOf& changeOf)
{
    const std::int64_t pictureSize = preparation.pictureShape().elementCount();
    const std::size_t resultSize = result.size() / rows.size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        preparation.apply(changeOf(static_cast<std::int64_t>(i)),
                          pixels.data() + rows[i] * pictureSize, result.data() + i * resultSize);
    }
}

template <typename ChangeOf>
void fillBatch(const Dataset& dataset, std::optional<PicturePreparation>& preparation,
               std::span<const std::int64_t> rows, std::int64_t position, Batch& batch,
               const ChangeOf& changeOf)
{
    const auto count = static_cast<std::int64_t>(rows.size());
    Shape shape{count};
    const Shape example = dataset.exampleShape();
    for (const std::int64_t size : example.dims()) {
        shape.append(size);
    }
    shapeAs(batch.features, dataset.batchType(), shape);
    shapeAs(batch.labels, dataset.labels.dataType(), {count});
    batch.position = position;
    if (preparation) {
        preparePictures(*preparation, dataset.features.values<std::uint8_t>(), rows,
                        batch.features.values<float>(), changeOf);
    } else {
        copyRows(dataset.features, rows, batch.features);
    }
    copyRows(dataset.labels, rows, batch.labels);
}

} // namespace

ShuffledBatcher::ShuffledBatcher(Dataset dataset, std::int64_t batchSize, std::uint64_t seed)
    : m_dataset(std::move(dataset)), m_batchSize(batchSize), m_seed(seed)
{
    requireBatches(m_dataset, m_batchSize);
    m_preparation = preparationOf(m_dataset);
    m_order.resize(static_cast<std::size_t>(m_dataset.size()));
    m_rows.resize(static_cast<std::size_t>(m_batchSize));
}

void ShuffledBatcher::fill(std::int64_t position, Batch& batch)
{
    requirePosition(position, m_batchSize);
    const std::int64_t first = position * m_batchSize;
    std::int64_t example = first;
    for (std::int64_t& row : m_rows) {
        enterEpoch(example / m_dataset.size());
        row = m_order[static_cast<std::size_t>(example % m_dataset.size())];
        ++example;
    }
    fillBatch(m_dataset, m_preparation, m_rows, position, batch, [&](std::int64_t number) {
        RandomStream random = randomStream(m_seed, RandomPurpose::Augmentation,
                                           static_cast<std::uint64_t>(first + number));
        return randomChange(m_dataset.augmentation, m_preparation->pictureShape(), random);
    });
}

void ShuffledBatcher::enterEpoch(std::int64_t epoch)
{
    if (epoch == m_epoch) {
        return;
    }
    std::iota(m_order.begin(), m_order.end(), 0);
    RandomStream random =
        randomStream(m_seed, RandomPurpose::EpochOrder, static_cast<std::uint64_t>(epoch));
    shuffle(m_order, random);
    m_epoch = epoch;
}

SequentialBatcher::SequentialBatcher(Dataset dataset, std::int64_t batchSize)
    : m_dataset(std::move(dataset)), m_batchSize(batchSize)
{
    requireBatches(m_dataset, m_batchSize);
    m_preparation = preparationOf(m_dataset);
}

void SequentialBatcher::fill(std::int64_t position, Batch& batch)
{
    requirePosition(position, m_batchSize);
    if (position >= batchCount()) {
        throw OutOfRangeError(fmt::format("data set {}: end of {} batches after {} examples",
                                          m_dataset.name, batchCount(), m_dataset.size()));
    }
    const std::int64_t first = position * m_batchSize;
    m_rows.resize(static_cast<std::size_t>(std::min(m_batchSize, m_dataset.size() - first)));
    std::iota(m_rows.begin(), m_rows.end(), first);
    fillBatch(m_dataset, m_preparation, m_rows, position, batch, [&](std::int64_t) {
        return centralChange(m_dataset.augmentation, m_preparation->pictureShape());
    });
}

std::int64_t SequentialBatcher::batchCount() const
{
    return (m_dataset.size() - 1) / m_batchSize + 1;
}

} // namespace engine
