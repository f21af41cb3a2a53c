// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/step_counter_hook.h"

#include <fmt/format.h>

namespace engine {

namespace {

constexpr int kMaxWarnings = 5;

} // namespace

StepCounterHook::StepCounterHook(Options options)
    : m_options(std::move(options)), m_logger(m_options.logger),
      m_timer(m_options.period, m_options.clock, "every_n")
{ }

void StepCounterHook::begin(Graph& graph)
{
    m_step.begin(graph, "StepCounterHook");
    m_args.fetches = {m_step.fetch()};
    m_tag = m_step.name() + "/sec";
}

void StepCounterHook::afterCreateSession(SessionRunContext&, Coordinator&)
{
    m_step.reset();
    m_timer.reset();
}

const SessionRunArgs* StepCounterHook::beforeRun(SessionRunContext&)
{
    return &m_args;
}

void StepCounterHook::afterRun(SessionRunContext& context, const SessionRunValues& values)
{
    const std::optional<std::int64_t> previous = m_step.fetched();
    const std::int64_t predicted = m_step.predict(values.results[0]);
    if (m_timer.shouldTriggerForStep(predicted)) {
        const std::int64_t step = m_step.read(context.session());
        if (m_timer.shouldTriggerForStep(step)) {
            record(step);
        }
    }
    if (previous && previous == m_step.fetched()) {
        warnNotIncreased(*previous);
    }
}

void StepCounterHook::record(std::int64_t step)
{
    const auto passed = m_timer.elapsed(step);
    // No rate from two equal readings of the clock: the next interval spans both.
    if (passed && passed->secs <= 0) {
        return;
    }
    m_timer.updateLastTriggeredStep(step);
    if (!passed) {
        return;
    }
    const double rate = static_cast<double>(passed->steps) / passed->secs;
    if (m_options.summaryWriter != nullptr) {
        m_options.summaryWriter->addScalar(m_tag, rate, step);
    }
    m_logger->info(fmt::format("{}: {:g}", m_tag, rate));
}

void StepCounterHook::warnNotIncreased(std::int64_t step)
{
    if (m_warnings >= kMaxWarnings) {
        return;
    }
    ++m_warnings;
    m_logger->warning(fmt::format("It seems that global step ({}) has not been increased: it is "
                                  "{} as in the run before. Does the training operation get the "
                                  "global step?",
                                  m_step.name(), step));
}

} // namespace engine
