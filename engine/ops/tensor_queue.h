// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/random.h"
#include "engine/base/tensor.h"
#include "engine/graph/op_def.h"
#include "engine/ops/resource_store.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

// A queue of tuples of tensors that blocks when it is full or empty: what FIFOQueue and
// RandomShuffleQueue are in a session (TensorFlow's QueueBase). Those who wait are served in the
// order in which they came. Warm, nothing is allocated: tensors of taken elements are used again.
// Thread-safe.
class TensorQueue final : public Resource
{
public:
    struct Options
    {
        std::string name; // for messages: "FIFOQueue 'queue'"
        std::int64_t capacity = 1;
        std::vector<OutputSpec> components; // of one element; shapes fully known
        std::int64_t minAfterDequeue = 0; // that stay until the queue is closed
        bool shuffles = false; // an element at random instead of the oldest
        std::uint64_t randomKey = 0;
    };
    using Deadline = std::optional<std::chrono::steady_clock::time_point>;

    explicit TensorQueue(Options options);

    // Waits for room. CancelledError: closed, or cancelled while it waited. DeadlineExceededError.
    void enqueue(std::span<const Tensor* const> components, const Deadline& deadline);
    // Each component has one axis more, along which the elements are taken one after the other.
    void enqueueMany(std::span<const Tensor* const> components, const Deadline& deadline);
    // Waits for an element. OutOfRangeError "… is closed and has insufficient elements";
    // CancelledError: the session was closed. DeadlineExceededError.
    void dequeue(std::span<Tensor* const> components, const Deadline& deadline);
    // All of `count` elements at once, or none.
    void dequeueMany(std::int64_t count, std::span<Tensor* const> components,
                     const Deadline& deadline);

    // Elements come in no more; those that are in can be taken. Whoever waits for room goes on
    // waiting, or with `cancelPendingEnqueues` gets CancelledError.
    void close(bool cancelPendingEnqueues);
    void cancel() override;
    std::int64_t size() const;

private:
    using Element = std::vector<Tensor>;
    class Turn;
    using Line = std::vector<const Turn*>;

    void add(std::span<const Tensor* const> components, std::int64_t row, const Deadline& deadline,
             std::unique_lock<std::mutex>& lock, const Turn& turn);
    void take(std::int64_t count, std::span<Tensor* const> components, bool asRows,
              const Deadline& deadline);
    template <typename Ready>
    void wait(std::unique_lock<std::mutex>& lock, const Deadline& deadline, Ready&& ready);
    Element newElement();
    Element removeOne();
    void requireOpen() const;
    std::int64_t available() const;

    const Options m_options;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    RandomStream m_random;
    std::vector<Element> m_elements; // a ring of m_count from m_first
    std::size_t m_first = 0;
    std::size_t m_count = 0;
    std::vector<Element> m_spare;
    Line m_enqueuers;
    Line m_dequeuers;
    bool m_isClosed = false;
    bool m_cancelsEnqueues = false;
    bool m_isCancelled = false;
};

} // namespace engine
