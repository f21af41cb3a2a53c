// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/hooks/watched_metric.h"
#include "engine/session/session_run_hook.h"
#include "engine/summary/summary_writer.h"

#include <memory>
#include <optional>
#include <string>

namespace engine {

// Base of hooks that record one scalar of the graph now and then: fetched with the run when due, so
// that it costs nothing in between. Every 100 steps: at 1, 101, 201 …
class PeriodicScalarHook : public SessionRunHook
{
public:
    void begin(Graph& graph) override; // FailedPreconditionError: no global step
    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;

protected:
    // InvalidArgumentError: both periods or none. A null writer records nothing.
    PeriodicScalarHook(std::string hookName, std::string tag, const Period& period,
                       std::shared_ptr<SummaryWriter> summaryWriter, Clock* clock);

    // What is recorded; before begin() of this class.
    void watch(Output scalar) { m_scalar = scalar; }
    Output watched() const { return m_scalar; }
    virtual void record(double value, std::int64_t step);

private:
    std::string m_hookName;
    std::string m_tag;
    Period m_period;
    std::shared_ptr<SummaryWriter> m_writer;
    Clock* m_clock;
    Output m_scalar;
    std::optional<MetricWatcher> m_watcher; // from begin() on
};

} // namespace engine
