// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/early_stopping_hook.h"

#include "engine/base/errors.h"
#include "engine/hooks/saver_source.h"

#include <fmt/format.h>

namespace engine {

EarlyStoppingHook::EarlyStoppingHook(Options options)
    : m_options(std::move(options)), m_logger(m_options.logger),
      m_watcher(m_options.metric, m_options.clock)
{
    if (m_options.patience < 1) {
        throw InvalidArgumentError(
            fmt::format("patience must be at least 1, it is {}", m_options.patience));
    }
}

void EarlyStoppingHook::begin(Graph& graph)
{
    m_graph = &graph;
    m_watcher.begin(graph, "EarlyStoppingHook");
}

void EarlyStoppingHook::afterCreateSession(SessionRunContext&, Coordinator&)
{
    m_watcher.afterCreateSession();
    m_looksSinceBest = 0;
}

const SessionRunArgs* EarlyStoppingHook::beforeRun(SessionRunContext&)
{
    return m_watcher.beforeRun();
}

void EarlyStoppingHook::afterRun(SessionRunContext& context, const SessionRunValues& values)
{
    const auto measured = m_watcher.afterRun(context.session(), values);
    if (!measured) {
        return;
    }
    if (!m_best
        || m_watcher.metric().isBetter(measured->value, m_best->value, m_options.minDelta)) {
        m_best = measured;
        m_looksSinceBest = 0;
        if (m_options.restoreBest) {
            saverFor(m_options.saver, m_options.scaffold, *m_graph)
                .readVariables(context.session(), m_bestValues);
        }
    } else if (++m_looksSinceBest >= m_options.patience) {
        stop(context, *measured);
    }
}

void EarlyStoppingHook::stop(SessionRunContext& context, const WatchedMetric::Measured& last)
{
    const std::string reason =
        fmt::format("{} has not improved since step {}: {:g} there, {:g} at step {}",
                    m_options.metric.name, m_best->step, m_best->value, last.value, last.step);
    if (m_options.restoreBest) {
        saverFor(m_options.saver, m_options.scaffold, *m_graph)
            .writeVariables(context.session(), m_bestValues);
        m_logger->info(fmt::format("{}; the model is that of step {} again", reason, m_best->step));
    } else {
        m_logger->info(reason);
    }
    context.requestStop(reason);
}

} // namespace engine
