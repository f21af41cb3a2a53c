// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/thread_pool.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <latch>
#include <memory>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace engine {

namespace {

// A worker that has nothing to do looks this often before it sleeps: about 20 µs, the time between
// two loops of a step.
constexpr int kSpins = 1000;

constexpr std::int64_t kNoPart = -1;

thread_local ThreadPool* currentPool = nullptr;

void pauseBriefly()
{
#if defined(__x86_64__)
    _mm_pause();
#endif
}

} // namespace

ThreadPool::ThreadPool(int threads, const std::function<void()>& onStart)
{
    struct Start
    {
        explicit Start(int workers) : latch(workers) { }
        std::latch latch;
        std::atomic<bool> hasFailed{false};
    };
    const auto start = std::make_shared<Start>(std::max(threads - 1, 0));
    try {
        m_shares.resize(static_cast<std::size_t>(std::max(threads, 1)));
        for (int i = 1; i < threads; ++i) {
            m_workers.emplace_back([this, start, onStart, i] {
                try {
                    if (onStart) {
                        onStart();
                    }
                } catch (...) {
                    start->hasFailed = true;
                }
                start->latch.count_down();
                work(static_cast<std::size_t>(i));
            });
        }
    } catch (const std::exception& error) { // std::system_error, std::bad_alloc
        endWorkers();
        throw ResourceExhaustedError(
            fmt::format("cannot start {} threads: {}", threads, error.what()));
    }
    start->latch.wait();
    if (start->hasFailed) {
        endWorkers();
        throw ResourceExhaustedError(fmt::format("cannot prepare {} threads", threads));
    }
}

ThreadPool::~ThreadPool()
{
    endWorkers();
}

void ThreadPool::endWorkers()
{
    m_isEnding = true;
    ++m_loopCount;
    m_loopCount.notify_all();
    for (std::thread& worker : m_workers) {
        worker.join();
    }
}

void ThreadPool::runParts(const Loop& loop)
{
    if (loop.parts <= 1 || m_workers.empty() || m_isBusy.exchange(true)) {
        for (std::int64_t part = 0; part < loop.parts; ++part) {
            loop.call(loop.body, part);
        }
        return;
    }
    m_open = loop.parts;
    {
        const std::lock_guard lock(m_mutex);
        m_loop = loop;
        shareParts();
    }
    ++m_loopCount;
    m_loopCount.notify_all();
    while (doOnePart(0)) { }
    for (int spin = 0; m_open != 0; ++spin) {
        if (spin < kSpins) {
            pauseBriefly();
        } else if (const std::int64_t open = m_open; open != 0) {
            m_open.wait(open);
        }
    }
    m_isBusy = false;
}

bool ThreadPool::doOnePart(std::size_t thread)
{
    Loop loop;
    std::int64_t part = kNoPart;
    {
        const std::lock_guard lock(m_mutex);
        part = claimPart(thread);
        loop = m_loop;
    }
    if (part == kNoPart) {
        return false;
    }
    loop.call(loop.body, part);
    if (--m_open == 0) {
        m_open.notify_all();
    }
    return true;
}

// The mutex is held, here and in claimPart(). The asking thread has part 0, however few there are.
void ThreadPool::shareParts()
{
    const auto shares = static_cast<std::int64_t>(m_shares.size());
    std::int64_t begin = 0;
    for (std::int64_t i = 1; Share & share : m_shares) {
        const std::int64_t end = (i * m_loop.parts + shares - 1) / shares;
        share = {begin, end};
        begin = end;
        ++i;
    }
}

// Of another thread's share the last part: the one that it would come to last.
std::int64_t ThreadPool::claimPart(std::size_t thread)
{
    if (m_loop.parts == 0) {
        return kNoPart;
    }
    --m_loop.parts;
    Share& own = m_shares[thread];
    if (own.begin < own.end) {
        return own.begin++;
    }
    const auto longest = std::ranges::max_element(
        m_shares, {}, [](const Share& share) { return share.end - share.begin; });
    return --longest->end;
}

void ThreadPool::work(std::size_t thread)
{
    const FlushSubnormals flush;
    std::uint32_t seen = 0;
    while (!m_isEnding) {
        waitForLoop(seen);
        seen = m_loopCount;
        while (!m_isEnding && doOnePart(thread)) { }
    }
}

void ThreadPool::waitForLoop(std::uint32_t seen)
{
    for (int spin = 0; spin < kSpins; ++spin) {
        if (m_loopCount != seen) {
            return;
        }
        pauseBriefly();
    }
    m_loopCount.wait(seen);
}

ThreadPool* ThreadPool::current()
{
    return currentPool;
}

ThreadPool::Use::Use(ThreadPool& pool) : m_outer(currentPool)
{
    currentPool = &pool;
}

ThreadPool::Use::~Use()
{
    currentPool = m_outer;
}

} // namespace engine
