// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/coordinator.h"

#include "engine/base/or_default.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace engine {

struct CoordinatedThread::Impl
{
    std::string name;
    std::atomic<bool> isAlive{true};
    std::thread thread;
};

CoordinatedThread::CoordinatedThread(std::string name, std::function<void()> body)
    : m_impl(std::make_unique<Impl>())
{
    m_impl->name = std::move(name);
    m_impl->thread = std::thread([impl = m_impl.get(), run = std::move(body)] {
        run();
        impl->isAlive = false;
    });
}

CoordinatedThread::~CoordinatedThread()
{
    m_impl->thread.join();
}

const std::string& CoordinatedThread::name() const
{
    return m_impl->name;
}

bool CoordinatedThread::isAlive() const
{
    return m_impl->isAlive;
}

struct Coordinator::Impl
{
    Impl(std::vector<ErrorCode> codes, Clock* givenClock, Logger* givenLogger)
        : cleanStopCodes(std::move(codes)), clock(givenClock), logger(givenLogger)
    { }

    bool isClean(const std::exception_ptr& reported) const;
    void waitForEndOrStop(const std::vector<std::shared_ptr<CoordinatedThread>>& waitedFor);
    void waitForGrace(const std::vector<std::shared_ptr<CoordinatedThread>>& waitedFor,
                      double graceSecs);

    std::vector<ErrorCode> cleanStopCodes;
    OrDefault<Clock, SystemClock> clock;
    OrDefault<Logger, NullLogger> logger;

    mutable std::mutex mutex;
    std::condition_variable stopped;
    bool isStopRequested = false;
    bool isJoined = false;
    std::exception_ptr error;
    std::vector<std::shared_ptr<CoordinatedThread>> threads;
};

namespace {

bool anyAlive(const std::vector<std::shared_ptr<CoordinatedThread>>& threads)
{
    return std::ranges::any_of(threads, [](const auto& thread) { return thread->isAlive(); });
}

std::string namesOfAlive(const std::vector<std::shared_ptr<CoordinatedThread>>& threads)
{
    std::string names;
    for (const auto& thread : threads) {
        if (thread->isAlive()) {
            names += (names.empty() ? "" : " ") + thread->name();
        }
    }
    return names;
}

} // namespace

bool Coordinator::Impl::isClean(const std::exception_ptr& reported) const
{
    try {
        std::rethrow_exception(reported);
    } catch (const StopIterationError&) {
        return false;
    } catch (const Error& engineError) {
        return std::ranges::count(cleanStopCodes, engineError.code()) > 0;
    } catch (...) {
        return false;
    }
}

void Coordinator::Impl::waitForEndOrStop(
    const std::vector<std::shared_ptr<CoordinatedThread>>& waitedFor)
{
    constexpr auto kPoll = std::chrono::milliseconds(10);
    std::unique_lock lock(mutex);
    while (!isStopRequested && anyAlive(waitedFor)) {
        stopped.wait_for(lock, kPoll);
    }
}

void Coordinator::Impl::waitForGrace(
    const std::vector<std::shared_ptr<CoordinatedThread>>& waitedFor, double graceSecs)
{
    const double start = clock->monotonicSeconds();
    double delay = 0.001;
    while (anyAlive(waitedFor)) {
        const double remaining = graceSecs - (clock->monotonicSeconds() - start);
        if (remaining <= 0) {
            return;
        }
        const std::chrono::duration<double> pause(std::min(delay, remaining));
        clock->sleepFor(std::max(std::chrono::nanoseconds(1),
                                 std::chrono::duration_cast<std::chrono::nanoseconds>(pause)));
        delay *= 2;
    }
}

Coordinator::Coordinator(std::vector<ErrorCode> cleanStopCodes, Clock* clock, Logger* logger)
    : m_impl(std::make_unique<Impl>(std::move(cleanStopCodes), clock, logger))
{ }

Coordinator::~Coordinator() = default;

void Coordinator::requestStop(std::exception_ptr error)
{
    if (error && m_impl->isClean(error)) {
        error = nullptr;
    }
    const std::lock_guard lock(m_impl->mutex);
    if (m_impl->isJoined) {
        if (error) {
            std::rethrow_exception(error);
        }
        return;
    }
    if (!m_impl->isStopRequested) {
        m_impl->isStopRequested = true;
        m_impl->error = std::move(error);
        m_impl->stopped.notify_all();
    }
}

bool Coordinator::shouldStop() const
{
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->isStopRequested;
}

bool Coordinator::waitForStop(double seconds)
{
    std::unique_lock lock(m_impl->mutex);
    const auto isRequested = [this] { return m_impl->isStopRequested; };
    if (seconds < 0) {
        m_impl->stopped.wait(lock, isRequested);
        return true;
    }
    return m_impl->stopped.wait_for(lock, std::chrono::duration<double>(seconds), isRequested);
}

void Coordinator::clearStop()
{
    const std::lock_guard lock(m_impl->mutex);
    m_impl->isStopRequested = false;
    m_impl->isJoined = false;
    m_impl->error = nullptr;
}

void Coordinator::registerThread(std::shared_ptr<CoordinatedThread> thread)
{
    const std::lock_guard lock(m_impl->mutex);
    m_impl->threads.push_back(std::move(thread));
}

void Coordinator::join(double stopGracePeriodSecs, bool ignoreLiveThreads)
{
    std::vector<std::shared_ptr<CoordinatedThread>> threads;
    {
        const std::lock_guard lock(m_impl->mutex);
        threads.swap(m_impl->threads);
    }
    m_impl->waitForEndOrStop(threads);
    m_impl->waitForGrace(threads, stopGracePeriodSecs);

    const std::string stragglers = namesOfAlive(threads);
    {
        const std::lock_guard lock(m_impl->mutex);
        m_impl->isJoined = true;
    }
    raiseRequestedException();
    if (stragglers.empty()) {
        return;
    }
    const std::string message = "Coordinator stopped with threads still running: " + stragglers;
    if (!ignoreLiveThreads) {
        throw FailedPreconditionError(message);
    }
    m_impl->logger->info(message);
}

bool Coordinator::joined() const
{
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->isJoined;
}

void Coordinator::raiseRequestedException()
{
    if (const std::exception_ptr error = requestedException()) {
        std::rethrow_exception(error);
    }
}

std::exception_ptr Coordinator::requestedException() const
{
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->error;
}

void Coordinator::stopOnException(const std::function<void()>& body)
{
    try {
        body();
    } catch (...) {
        requestStop(std::current_exception());
    }
}

} // namespace engine
