// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/queue_input.h"

#include "engine/base/errors.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/count_up_to_op.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/queue_runner.h"

#include <fmt/format.h>

namespace engine {

namespace {

// What an epoch waits for: the counter of epochs, or nothing.
std::vector<Operation*> epochLimit(Graph& graph, std::optional<std::int64_t> numEpochs)
{
    if (!numEpochs) {
        return {};
    }
    const auto epochs = makeVariable("epochs", scalarConstant(graph, DataType::Int64, 0),
                                     {.trainable = false, .local = true});
    return {&countUpTo(epochs->value(), *numEpochs).operation()};
}

// Only this operation waits for the counter: closing the queue must not.
Operation& enqueueEpoch(const Queue& queue, Output items, std::optional<std::int64_t> numEpochs)
{
    const ControlDependencies after(items.graph(), epochLimit(items.graph(), numEpochs));
    return queue.enqueueMany({items});
}

} // namespace

Queue inputProducer(Output items, std::optional<std::int64_t> numEpochs, std::int64_t capacity,
                    std::string_view name)
{
    if (items.shape().rank() == 0) {
        throw InvalidArgumentError(
            fmt::format("{}: {} is a scalar and has no rows", name, items.name()));
    }
    Graph& graph = items.graph();
    const NameScope scope(graph, name);
    QueueOptions options;
    options.capacity = capacity;
    options.components = {{items.type(), Shape(items.shape().dims().subspan(1))}};
    options.name = "queue";
    const Queue queue = fifoQueue(graph, options);
    addQueueRunner(queue, {&enqueueEpoch(queue, items, numEpochs)});
    return queue;
}

std::vector<Output> shuffleBatch(const std::vector<Output>& tensors,
                                 const ShuffleBatchOptions& options)
{
    if (tensors.empty() || options.threads < 1) {
        throw InvalidArgumentError(fmt::format("{}: {} tensors by {} threads; both must be "
                                               "positive",
                                               options.name, tensors.size(), options.threads));
    }
    Graph& graph = tensors[0].graph();
    const NameScope scope(graph, options.name);
    QueueOptions queueOptions;
    queueOptions.capacity = options.capacity;
    queueOptions.minAfterDequeue = options.minAfterDequeue;
    queueOptions.name = "random_shuffle_queue";
    for (const Output& tensor : tensors) {
        queueOptions.components.push_back({tensor.type(), tensor.shape()});
    }
    const Queue queue = randomShuffleQueue(graph, queueOptions);
    addQueueRunner(queue,
                   std::vector<Operation*>(static_cast<std::size_t>(options.threads),
                                           &queue.enqueue(tensors)));
    return queue.dequeueMany(options.batchSize);
}

} // namespace engine
