// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/batcher.h"

#include <cstdint>
#include <memory>

namespace engine {

// Hands out one batch after another. Used from one thread.
class BatchSource
{
public:
    virtual ~BatchSource() = default;

    // The batch at position(), which grows by 1. Its memory is valid, and its tensors unchanged,
    // until the following next() or seek(). OutOfRangeError at the end of the sequence.
    virtual const Batch& next() = 0;
    // Batches handed out since the start of the sequence: what a checkpoint keeps.
    virtual std::int64_t position() const = 0;
    // The following next() gives the batch of this number. InvalidArgumentError if negative.
    virtual void seek(std::int64_t position) = 0;
};

// InvalidArgumentError if negative.
void requireSeekable(std::int64_t position);

// Makes each batch when it is asked for.
class DirectBatchSource final : public BatchSource
{
public:
    explicit DirectBatchSource(std::unique_ptr<Batcher> batcher);

    const Batch& next() override;
    std::int64_t position() const override { return m_position; }
    void seek(std::int64_t position) override;

private:
    std::unique_ptr<Batcher> m_batcher;
    Batch m_batch;
    std::int64_t m_position = 0;
};

} // namespace engine
