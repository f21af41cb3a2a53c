// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/thread_pool.h"

#include <algorithm>
#include <cstdint>

namespace engine {

struct Share // of items [begin, end)
{
    std::int64_t begin;
    std::int64_t end;
};

// Work cut into one part per thread when a kernel is made, for kernels with memory of their own for
// each part. The parts depend on the number of items and threads only, so sums over them are the
// same bits for a fixed number of threads. Only for the sources of engine/ops.
class Shares
{
public:
    Shares(std::int64_t items, int threads)
        : m_items(items), m_count(std::clamp<std::int64_t>(items, 1, std::max(threads, 1)))
    { }

    std::int64_t count() const { return m_count; }

    // Calls body(part, share) for each part; it must not throw.
    template <typename Body>
    void forEach(const Body& body) const
    {
        const std::int64_t size = (m_items + m_count - 1) / m_count;
        const auto doPart = [&](std::int64_t part) {
            body(part, Share{std::min(part * size, m_items), std::min((part + 1) * size, m_items)});
        };
        ThreadPool* const pool = ThreadPool::current();
        if (pool != nullptr && m_count > 1) {
            pool->run(m_count, doPart);
            return;
        }
        for (std::int64_t part = 0; part < m_count; ++part) {
            doPart(part);
        }
    }

private:
    std::int64_t m_items;
    std::int64_t m_count;
};

} // namespace engine
