// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/pausable_clock.h"

namespace gui {

std::chrono::nanoseconds PausableClock::monotonic() const
{
    const std::lock_guard lock(m_mutex);
    return (m_isPaused ? m_pausedAt : m_clock.monotonic()) - m_pausedFor;
}

void PausableClock::pause()
{
    const std::lock_guard lock(m_mutex);
    if (!m_isPaused) {
        m_isPaused = true;
        m_pausedAt = m_clock.monotonic();
    }
}

void PausableClock::resume()
{
    const std::lock_guard lock(m_mutex);
    if (m_isPaused) {
        m_isPaused = false;
        m_pausedFor += m_clock.monotonic() - m_pausedAt;
    }
}

} // namespace gui
