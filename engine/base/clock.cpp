// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/clock.h"

#include <thread>

namespace engine {

std::chrono::nanoseconds SystemClock::monotonic() const
{
    return std::chrono::steady_clock::now().time_since_epoch();
}

std::chrono::microseconds SystemClock::wallTime() const
{
    return std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::system_clock::now().time_since_epoch());
}

void SystemClock::sleepFor(std::chrono::nanoseconds duration)
{
    std::this_thread::sleep_for(duration);
}

} // namespace engine
