// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/hooks/global_step_reader.h"
#include "engine/hooks/second_or_step_timer.h"
#include "engine/session/session_run_hook.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

// The number by which a hook judges the model.
struct WatchedMetric
{
    struct Measured
    {
        std::int64_t step = 0;
        double value = 0;
    };

    std::string name = "loss"; // for messages
    // Where it comes from, one of the two: a scalar that is fetched with the run when `period` says
    // so (the value at the weights before the run's update), or somebody who measures now and then
    // (EvaluationHook): every step for which there is a new value is looked at.
    Output tensor;
    Period period = Period::everySteps(1);
    std::function<std::optional<Measured>()> latest;
    bool largerIsBetter = false;

    // NaN is never better. Anything else is better than NaN.
    bool isBetter(double value, double than, double minDelta = 0) const;
};

// The part that hooks with a metric share: when to look, and at what.
class MetricWatcher
{
public:
    // InvalidArgumentError: not exactly one source; both periods or none. `clock` is borrowed.
    MetricWatcher(WatchedMetric metric, Clock* clock);

    void begin(const Graph& graph, std::string_view hookName);
    void afterCreateSession();
    const SessionRunArgs* beforeRun();
    // What there is to look at after this run; the step is the true one.
    std::optional<WatchedMetric::Measured> afterRun(Session& session,
                                                    const SessionRunValues& values);

    const WatchedMetric& metric() const { return m_metric; }

private:
    WatchedMetric m_metric;
    std::optional<SecondOrStepTimer> m_timer; // of a tensor
    GlobalStepReader m_step;
    SessionRunArgs m_stepArgs;
    SessionRunArgs m_metricArgs;
    std::optional<std::int64_t> m_nextStep; // that the next run leads to; unknown in the first
    std::optional<std::int64_t> m_seenStep; // of `latest`
    bool m_isDue = false;
};

} // namespace engine
