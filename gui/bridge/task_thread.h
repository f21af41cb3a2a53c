// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace gui {

// A thread that does one task after the other, in the order in which they came. Destroying it waits
// for the task at hand and drops those that have not begun.
//
// Thread rule: post() from any thread.
class TaskThread
{
public:
    TaskThread();
    ~TaskThread();
    TaskThread(const TaskThread&) = delete;
    TaskThread& operator=(const TaskThread&) = delete;

    // `task` must not throw.
    void post(std::function<void()> task);

private:
    void work();

    std::mutex m_mutex; // guards the two below
    std::deque<std::function<void()>> m_tasks;
    bool m_isEnding = false;
    std::condition_variable m_changed;
    std::thread m_thread; // last: it uses everything above
};

} // namespace gui
