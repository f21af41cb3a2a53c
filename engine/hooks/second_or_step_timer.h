// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/or_default.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace engine {

// How often something happens: every so many seconds or every so many steps. A value that is not
// positive means absent.
struct Period
{
    std::optional<double> secs;
    std::optional<std::int64_t> steps;

    static Period everySecs(double value) { return {value, std::nullopt}; }
    static Period everySteps(std::int64_t value) { return {std::nullopt, value}; }

    bool hasSecs() const { return secs && *secs > 0; }
    bool hasSteps() const { return steps && *steps > 0; }
    bool isAbsent() const { return !hasSecs() && !hasSteps(); }
};

// Decides when something periodic is due (tf.train.SecondOrStepTimer, spec section 2.1). The first
// question is always answered yes; the same step never twice.
class SecondOrStepTimer
{
public:
    // InvalidArgumentError: neither or both. `prefix` names the arguments in the message:
    // "save" gives save_secs and save_steps. `clock` is borrowed; null: the system's.
    explicit SecondOrStepTimer(const Period& period, Clock* clock = nullptr,
                               std::string_view prefix = "every");

    struct Elapsed
    {
        double secs = 0;
        std::int64_t steps = 0;
    };

    void reset();
    bool shouldTriggerForStep(std::int64_t step) const;
    // What passed since the previous update; nothing the first time.
    std::optional<Elapsed> updateLastTriggeredStep(std::int64_t step);
    // The same without recording.
    std::optional<Elapsed> elapsed(std::int64_t step) const;
    std::optional<std::int64_t> lastTriggeredStep() const { return m_lastStep; }

private:
    Period m_period;
    OrDefault<Clock, SystemClock> m_clock;
    std::optional<std::int64_t> m_lastStep;
    double m_lastSecs = 0;
};

} // namespace engine
