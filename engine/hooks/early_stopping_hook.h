// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/logger.h"
#include "engine/base/or_default.h"
#include "engine/hooks/watched_metric.h"
#include "engine/session/scaffold.h"
#include "engine/session/session_run_hook.h"

#include <memory>
#include <optional>
#include <vector>

namespace engine {

// Ends training when a metric has not improved for a while, and puts the model back to where it was
// best: every variable that a checkpoint holds, the global step too, so that the final checkpoint
// is that of the best step. Keeps a copy of these variables in memory.
class EarlyStoppingHook final : public SessionRunHook
{
public:
    struct Options
    {
        WatchedMetric metric;
        std::int64_t patience = 10; // looks in a row without an improvement
        double minDelta = 0; // that counts as one
        bool restoreBest = true;
        std::shared_ptr<Saver> saver; // of the variables; or scaffold, or the only one of the graph
        std::shared_ptr<Scaffold> scaffold;
        Clock* clock = nullptr;
        Logger* logger = nullptr;
    };

    // InvalidArgumentError: patience below 1; as MetricWatcher.
    explicit EarlyStoppingHook(Options options);

    void begin(Graph& graph) override; // FailedPreconditionError: no global step
    // Looks that failed to improve are counted anew.
    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;

    // Nothing before the first look.
    const std::optional<WatchedMetric::Measured>& best() const { return m_best; }

private:
    void stop(SessionRunContext& context, const WatchedMetric::Measured& last);

    Options m_options;
    OrDefault<Logger, NullLogger> m_logger;
    MetricWatcher m_watcher;
    const Graph* m_graph = nullptr;
    std::optional<WatchedMetric::Measured> m_best;
    std::vector<Tensor> m_bestValues;
    std::int64_t m_looksSinceBest = 0;
};

} // namespace engine
