// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace engine {

// Time, injected so that tests decide it. Thread-safe.
class Clock
{
public:
    virtual ~Clock() = default;

    // Monotonic; for periods and rates.
    virtual std::chrono::nanoseconds monotonic() const = 0;
    // Microseconds since 1970-01-01 UTC; for records.
    virtual std::chrono::microseconds wallTime() const = 0;
    virtual void sleepFor(std::chrono::nanoseconds duration) = 0;

    double monotonicSeconds() const { return std::chrono::duration<double>(monotonic()).count(); }
    double wallSeconds() const { return std::chrono::duration<double>(wallTime()).count(); }
};

class SystemClock final : public Clock
{
public:
    std::chrono::nanoseconds monotonic() const override;
    std::chrono::microseconds wallTime() const override;
    void sleepFor(std::chrono::nanoseconds duration) override;
};

} // namespace engine
