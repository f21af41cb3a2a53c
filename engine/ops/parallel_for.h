// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/thread_pool.h"

#include <algorithm>
#include <cstdint>

namespace engine {

// Below this many elements of work per thread, a second thread costs more than it brings.
inline constexpr std::int64_t kParallelGrain = 16384;

// Threads that a kernel may use now (the session sets its pool).
inline int usableThreads()
{
    const ThreadPool* pool = ThreadPool::current();
    return pool != nullptr ? pool->threads() : 1;
}

// Calls body(begin, end) for contiguous parts of [0, count), on the threads of the session's pool.
// `itemCost` is the number of elements behind one item. The parts depend on `count` and the number
// of threads only, so results are the same bits for a fixed number of threads. Large parts begin at
// multiples of 64 items, so that SIMD code meets aligned memory. `body` must not throw.
template <typename Body>
void parallelFor(std::int64_t count, std::int64_t itemCost, const Body& body)
{
    constexpr std::int64_t kAlignment = 64;
    constexpr std::int64_t kLargePart = 4096;
    const std::int64_t worthwhile = count * std::max<std::int64_t>(itemCost, 1) / kParallelGrain;
    const std::int64_t threads = std::min<std::int64_t>(usableThreads(), worthwhile);
    if (threads <= 1) {
        if (count > 0) {
            body(std::int64_t{0}, count);
        }
        return;
    }
    std::int64_t part = (count + threads - 1) / threads;
    if (part >= kLargePart) {
        part = (part + kAlignment - 1) / kAlignment * kAlignment;
    }
    ThreadPool::current()->run(threads, [&](std::int64_t i) {
        const std::int64_t begin = std::min(i * part, count);
        const std::int64_t end = std::min(begin + part, count);
        if (begin < end) {
            body(begin, end);
        }
    });
}

} // namespace engine
