// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace engine {

struct QueueOptions
{
    std::int64_t capacity = 32; // elements
    std::vector<OutputSpec> components; // of one element; shapes fully known
    std::int64_t minAfterDequeue = 0; // of a random-shuffle queue: that stay until it is closed
    std::string_view name; // empty: as TensorFlow's
};

// A queue of a graph; each session has its own elements in it (tf.FIFOQueue,
// tf.RandomShuffleQueue). A value; valid as long as its graph.
//
// A run waits in enqueue while the queue is full and in dequeue while it is empty (or has too few
// to take one at random), and goes on with the same error as in TensorFlow when it is closed:
// CancelledError "… is closed." for enqueue, OutOfRangeError for dequeue. Closing the session ends
// every wait with CancelledError. RunOptions::timeoutMs limits it.
class Queue
{
public:
    explicit Queue(Output handle) : m_handle(handle) { }

    const std::string& name() const { return m_handle.operation().name(); }
    Graph& graph() const { return m_handle.graph(); }
    std::vector<OutputSpec> components() const;

    // One value a component, or with enqueueMany one axis more: its rows are elements.
    // InvalidArgumentError: other types or shapes.
    Operation& enqueue(const std::vector<Output>& values, std::string_view name = {}) const;
    Operation& enqueueMany(const std::vector<Output>& values, std::string_view name = {}) const;
    // One output a component.
    std::vector<Output> dequeue(std::string_view name = {}) const;
    // Outputs [count, …]. InvalidArgumentError: more than the queue can ever hold to give.
    std::vector<Output> dequeueMany(std::int64_t count, std::string_view name = {}) const;
    // Elements that are in can still be taken. `cancelPendingEnqueues`: runs that wait for room
    // get CancelledError; otherwise they go on waiting.
    Operation& close(bool cancelPendingEnqueues = false, std::string_view name = {}) const;
    Output size(std::string_view name = {}) const; // int32 scalar

private:
    Operation& add(const OpDef& def, std::string_view name, std::string_view suffix,
                   std::vector<Output> values, Attributes attributes = {}) const;
    void requireFitting(const std::vector<Output>& values, bool isMany) const;
    std::vector<Output> outputsOf(Operation& operation) const;

    Output m_handle; // a string scalar: the queue's name
};

// First in, first out. InvalidArgumentError: no component, a shape that is not fully known, a
// capacity below 1.
Queue fifoQueue(Graph& graph, const QueueOptions& options);
// Each dequeue takes an element at random: which one depends on the graph's seed, the queue's name
// and the order in which elements came. With minAfterDequeue it is one of the oldest
// minAfterDequeue + 1, without it any that is there at that moment.
Queue randomShuffleQueue(Graph& graph, const QueueOptions& options);

} // namespace engine
