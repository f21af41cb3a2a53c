// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/flush_subnormals.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace engine {

// Threads that share the parts of a loop with the thread that asks. Parts are claimed one by one:
// the asking thread never waits for a thread that has not begun one, so other work on the machine
// slows a loop down by what it takes and no more. (OpenMP's threads wait for each other in
// barriers; one other busy process then turns a step of 4 ms into one of 64.)
//
// Each thread begins with its share of the parts, the same one in every loop of as many parts, and
// then helps with what is left of the others'. Loops that cut the same data alike so find it in
// their thread's caches: what another thread has just written is slow to get.
//
// Thread rule: run() from any thread; while one runs, others do their parts themselves.
class ThreadPool
{
public:
    // Of `threads` in all, the asking one among them. `onStart` is called first by each of the
    // others. ResourceExhaustedError if the system gives so many threads not.
    explicit ThreadPool(int threads, const std::function<void()>& onStart = nullptr);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const { return static_cast<int>(m_workers.size()) + 1; }

    // Calls body(part) for each part in [0, parts), and returns when all are done. `body` must not
    // throw. Allocates nothing.
    template <typename Body>
    void run(std::int64_t parts, const Body& body)
    {
        runParts({[](const void* target, std::int64_t part) {
                      (*static_cast<const Body*>(target))(part);
                  },
                  &body, parts});
    }

    // The pool that the calling thread is to use, null for none; set by Use.
    static ThreadPool* current();

    // While it lives, the calling thread uses this pool, and computes as the pool's threads do.
    class Use
    {
    public:
        explicit Use(ThreadPool& pool);
        ~Use();
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

    private:
        ThreadPool* m_outer;
        FlushSubnormals m_flush;
    };

private:
    struct Loop
    {
        void (*call)(const void*, std::int64_t) = nullptr;
        const void* body = nullptr;
        std::int64_t parts = 0; // that nobody has begun yet
    };

    struct Share // of the parts: those not begun yet
    {
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };

    void endWorkers();
    void runParts(const Loop& loop);
    void shareParts();
    bool doOnePart(std::size_t thread);
    std::int64_t claimPart(std::size_t thread);
    void work(std::size_t thread);
    void waitForLoop(std::uint32_t seen);

    std::vector<std::thread> m_workers;
    std::atomic<std::uint32_t> m_loopCount{0}; // loops begun; what idle workers watch
    std::atomic<std::int64_t> m_open{0}; // parts of the loop that are not done
    std::atomic<bool> m_isBusy{false};
    std::atomic<bool> m_isEnding{false};

    std::mutex m_mutex; // guards the two below
    Loop m_loop;
    std::vector<Share> m_shares; // of each thread, the asking one first
};

} // namespace engine
