// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"

#include <atomic>

// Time that moves only when the test says so; sleeping moves it. Thread-safe.
class FakeClock : public engine::Clock
{
public:
    std::chrono::nanoseconds monotonic() const override { return std::chrono::nanoseconds(m_now); }
    std::chrono::microseconds wallTime() const override
    {
        return std::chrono::seconds(1700000000)
            + std::chrono::duration_cast<std::chrono::microseconds>(monotonic());
    }
    void sleepFor(std::chrono::nanoseconds duration) override { m_now += duration.count(); }

    void advanceSeconds(double seconds) { m_now += static_cast<std::int64_t>(seconds * 1e9); }

private:
    std::atomic<std::int64_t> m_now{0};
};
