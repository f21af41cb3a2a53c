// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/runtime/session.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace engine {

// Where the time of a training loop goes, in nanoseconds. Atomic: written by the training thread,
// read by whoever shows it.
struct StepTimes
{
    std::atomic<std::int64_t> compute{0}; // in raw runs, evaluations among them
    std::atomic<std::int64_t> data{0}; // waiting for batches
    std::atomic<std::int64_t> loopStart{0}; // of the clock; 0 before the loop

    // Share of the time since the loop began that went into neither: what hooks and records cost.
    // -1 before there is anything to tell.
    double monitoringShare(const Clock& clock) const;
};

// Adds the time from its construction to its destruction.
class TimeScope
{
public:
    TimeScope(std::atomic<std::int64_t>& total, const Clock& clock)
        : m_total(total), m_clock(clock), m_start(clock.monotonic())
    { }
    ~TimeScope() { m_total += (m_clock.monotonic() - m_start).count(); }
    TimeScope(const TimeScope&) = delete;
    TimeScope& operator=(const TimeScope&) = delete;

private:
    std::atomic<std::int64_t>& m_total;
    const Clock& m_clock;
    std::chrono::nanoseconds m_start;
};

// A session whose runs are timed.
class TimedSession final : public Session
{
public:
    TimedSession(std::unique_ptr<Session> session, StepTimes& times, const Clock& clock)
        : m_session(std::move(session)), m_times(times), m_clock(clock)
    { }

    using Session::run;
    Graph* graph() const override { return m_session->graph(); }
    void run(const RunRequest& request, std::vector<Tensor>& results) override
    {
        const TimeScope scope(m_times.compute, m_clock);
        m_session->run(request, results);
    }
    void close() override { m_session->close(); }

private:
    std::unique_ptr<Session> m_session;
    StepTimes& m_times;
    const Clock& m_clock;
};

} // namespace engine
