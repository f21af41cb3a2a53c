// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/batch_source.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace engine {

// The same batches as DirectBatchSource, made ahead by a thread of its own that fills a ring of
// `depth` batches, whose memory is used again: a warm source allocates nothing.
//
// An error of the thread is thrown by next() when the batches before it have been handed out, and
// again by every next() until a seek(). The destructor stops and joins the thread.
class PrefetchingBatchSource final : public BatchSource
{
public:
    explicit PrefetchingBatchSource(std::unique_ptr<Batcher> batcher, int depth = 4);
    ~PrefetchingBatchSource() override;
    PrefetchingBatchSource(const PrefetchingBatchSource&) = delete;
    PrefetchingBatchSource& operator=(const PrefetchingBatchSource&) = delete;

    const Batch& next() override;
    std::int64_t position() const override { return m_position; }
    void seek(std::int64_t position) override;

private:
    void produce();

    const std::unique_ptr<Batcher> m_batcher; // used by the thread only
    std::int64_t m_position = 0; // used by the caller only

    std::mutex m_mutex; // guards everything below; a batch belongs to who fills or holds it
    std::condition_variable m_changed;
    std::vector<Batch> m_ring;
    std::int64_t m_produced = 0; // position of the next batch to make
    std::int64_t m_released = 0; // batches before this position may be overwritten
    std::uint64_t m_generation = 0; // counts seeks
    std::exception_ptr m_error;
    bool m_stopping = false;
    std::thread m_thread;
};

} // namespace engine
