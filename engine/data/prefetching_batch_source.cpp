// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/prefetching_batch_source.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

namespace engine {

PrefetchingBatchSource::PrefetchingBatchSource(std::unique_ptr<Batcher> batcher, int depth)
    : m_batcher(std::move(batcher))
{
    if (depth < 1) {
        throw InvalidArgumentError(fmt::format("{} batches cannot be made ahead", depth));
    }
    // One more than are made ahead: the caller holds one.
    m_ring.resize(static_cast<std::size_t>(depth) + 1);
    m_thread = std::thread([this] { produce(); });
}

PrefetchingBatchSource::~PrefetchingBatchSource()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

const Batch& PrefetchingBatchSource::next()
{
    std::unique_lock lock(m_mutex);
    m_released = m_position;
    m_changed.notify_all();
    m_changed.wait(lock, [this] { return m_produced > m_position || m_error; });
    if (m_produced == m_position) {
        std::rethrow_exception(m_error);
    }
    return m_ring[static_cast<std::size_t>(m_position++) % m_ring.size()];
}

void PrefetchingBatchSource::seek(std::int64_t position)
{
    requireSeekable(position);
    {
        const std::lock_guard lock(m_mutex);
        m_position = position;
        m_produced = position;
        m_released = position;
        m_error = nullptr;
        ++m_generation;
    }
    m_changed.notify_all();
}

void PrefetchingBatchSource::produce()
{
    std::unique_lock lock(m_mutex);
    const auto hasRoom = [this] {
        return !m_error && m_produced - m_released < static_cast<std::int64_t>(m_ring.size());
    };
    while (true) {
        m_changed.wait(lock, [&] { return m_stopping || hasRoom(); });
        if (m_stopping) {
            return;
        }
        const std::uint64_t generation = m_generation;
        const std::int64_t position = m_produced;
        Batch& batch = m_ring[static_cast<std::size_t>(position) % m_ring.size()];
        std::exception_ptr error;
        lock.unlock();
        try {
            m_batcher->fill(position, batch);
        } catch (...) {
            error = std::current_exception();
        }
        lock.lock();
        // After a seek the caller waits for another batch than this one.
        if (generation == m_generation) {
            m_error = error;
            m_produced += error ? 0 : 1;
            m_changed.notify_all();
        }
    }
}

} // namespace engine
