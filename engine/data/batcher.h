// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/picture_preparation.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

// Some examples of a data set, ready to be fed.
struct Batch
{
    std::int64_t position = -1; // its number in the sequence, from 0
    Tensor features; // [batch, …] Dataset::batchType()
    Tensor labels; // [batch] int64 or float32

    std::int64_t size() const { return labels.elementCount(); }
};

// A sequence of batches in which each is a function of its number alone, so a run is resumed from
// one integer. Not thread-safe.
class Batcher
{
public:
    virtual ~Batcher() = default;

    // Fills `batch` with the batch of this number, reusing its memory when the shapes agree.
    // OutOfRangeError past the end of the sequence.
    virtual void fill(std::int64_t position, Batch& batch) = 0;
};

// Endless and shuffled: examples follow one another in a new order each epoch and are cut into
// batches of one size across the seam, so no example is dropped, each comes exactly once an epoch,
// and every batch has the same shape. The order of an epoch depends on seed and epoch only. What
// chance does to a picture (Dataset::augmentation) depends on the seed and on how many examples
// came before it.
class ShuffledBatcher final : public Batcher
{
public:
    // InvalidArgumentError for an empty or faulty data set or a batch size below 1.
    ShuffledBatcher(Dataset dataset, std::int64_t batchSize, std::uint64_t seed);
    void fill(std::int64_t position, Batch& batch) override;

private:
    void enterEpoch(std::int64_t epoch);

    Dataset m_dataset;
    std::optional<PicturePreparation> m_preparation; // where pictures are augmented
    std::int64_t m_batchSize;
    std::uint64_t m_seed;
    std::int64_t m_epoch = -1;
    std::vector<std::int64_t> m_order; // of m_epoch
    std::vector<std::int64_t> m_rows; // of the batch
};

// Once through the data set in its own order, for evaluation: nothing is left to chance. The last
// batch may be shorter.
class SequentialBatcher final : public Batcher
{
public:
    SequentialBatcher(Dataset dataset, std::int64_t batchSize);
    void fill(std::int64_t position, Batch& batch) override;
    std::int64_t batchCount() const;

private:
    Dataset m_dataset;
    std::optional<PicturePreparation> m_preparation;
    std::int64_t m_batchSize;
    std::vector<std::int64_t> m_rows;
};

} // namespace engine
