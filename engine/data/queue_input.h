// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/queue_ops.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace engine {

// Input by queues, as in TensorFlow's tutorials: a queue of names or numbers, readers that take
// them and make examples, a queue that mixes the examples, batches. Threads are queue runners of
// the graph, started and stopped by the monitored session.

// A first-in first-out queue of the rows of `items` [n, …], filled by one thread `numEpochs` times
// (nothing: for ever) and then closed (tf.train.input_producer without shuffling). How often is
// counted in a local variable.
Queue inputProducer(Output items, std::optional<std::int64_t> numEpochs = std::nullopt,
                    std::int64_t capacity = 32, std::string_view name = "input_producer");

struct ShuffleBatchOptions
{
    std::int64_t batchSize = 1;
    std::int64_t capacity = 32;
    std::int64_t minAfterDequeue = 0; // examples that stay, so that the batches are well mixed
    int threads = 1; // that run what `tensors` needs, each for itself
    std::string_view name = "shuffle_batch";
};

// Batches [batchSize, …] of examples in random order (tf.train.shuffle_batch). Each thread runs
// the operations behind `tensors` for one example after the other: they must be independent of
// each other (dequeue from inputProducer, not a variable that they update). When they get
// OutOfRangeError, the queue is closed and the last incomplete batch is left out.
std::vector<Output> shuffleBatch(const std::vector<Output>& tensors,
                                 const ShuffleBatchOptions& options);

} // namespace engine
