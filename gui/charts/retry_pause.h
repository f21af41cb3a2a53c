// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace gui {

// How long what could not be read is left alone before it is asked for again: a tick, after the
// next failure 3, then 7, then always 15.
class RetryPause
{
public:
    void fail()
    {
        m_failures = std::min(m_failures + 1, kMostFailures);
        m_ticks = (1 << m_failures) - 1;
    }
    void end() { m_ticks = 0; } // another failure makes the next one longer
    void reset() { m_failures = m_ticks = 0; } // it was read

    bool isOn() const { return m_ticks > 0; }
    bool pass() { return m_ticks > 0 && --m_ticks == 0; } // a tick; whether it is over now

private:
    static constexpr int kMostFailures = 4; // that make it longer

    int m_failures = 0; // in a row
    int m_ticks = 0; // still to pass
};

} // namespace gui
