// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QObject>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

// How long the event loop was deaf: a thread of its own posts an event every 5 ms and notes when it
// is handled. start() and longestMilliseconds() on the thread of the event loop.
class StallMeter : public QObject
{
public:
    ~StallMeter() override { stop(); }

    void start()
    {
        m_thread = std::thread([this] { post(); });
    }

    double longestMilliseconds()
    {
        stop();
        return m_longestMilliseconds;
    }

private:
    using Clock = std::chrono::steady_clock;

    void stop()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_stopping = true;
        }
        m_changed.notify_all();
        if (m_thread.joinable()) {
            m_thread.join();
        }
    }

    void post()
    {
        std::unique_lock lock(m_mutex);
        while (!m_stopping) {
            if (!m_isWaiting.exchange(true)) {
                const Clock::time_point posted = Clock::now();
                QMetaObject::invokeMethod(
                    this, [this, posted] { note(posted); }, Qt::QueuedConnection);
            }
            m_changed.wait_for(lock, std::chrono::milliseconds(5));
        }
    }

    void note(Clock::time_point posted)
    {
        const std::chrono::duration<double, std::milli> delay = Clock::now() - posted;
        m_longestMilliseconds = std::max(m_longestMilliseconds, delay.count());
        m_isWaiting = false;
    }

    std::thread m_thread;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_stopping = false;
    std::atomic<bool> m_isWaiting{false};
    double m_longestMilliseconds = 0;
};
