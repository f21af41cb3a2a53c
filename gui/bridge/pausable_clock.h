// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/clock.h"

#include <mutex>

namespace gui {

// A clock whose monotonic time stands still during pauses, so that rates, periods and time left are
// those of the training. Wall time goes on. Thread-safe.
class PausableClock final : public engine::Clock
{
public:
    explicit PausableClock(engine::Clock& clock) : m_clock(clock) { }

    std::chrono::nanoseconds monotonic() const override;
    std::chrono::microseconds wallTime() const override { return m_clock.wallTime(); }
    void sleepFor(std::chrono::nanoseconds duration) override { m_clock.sleepFor(duration); }

    void pause();
    void resume();

private:
    engine::Clock& m_clock;
    mutable std::mutex m_mutex;
    bool m_isPaused = false;
    std::chrono::nanoseconds m_pausedAt{0};
    std::chrono::nanoseconds m_pausedFor{0};
};

} // namespace gui
