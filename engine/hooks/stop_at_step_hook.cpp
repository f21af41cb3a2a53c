// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/stop_at_step_hook.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

namespace engine {

StopAtStepHook::StopAtStepHook(const Options& options)
    : m_numSteps(options.numSteps), m_lastStep(options.lastStep)
{
    if (!m_numSteps && !m_lastStep) {
        throw InvalidArgumentError("One of num_steps or last_step must be specified.");
    }
    if (m_numSteps && m_lastStep) {
        throw InvalidArgumentError(
            fmt::format("Only one of num_steps ({}) or last_step ({}) can be specified.",
                        *m_numSteps, *m_lastStep));
    }
}

void StopAtStepHook::begin(Graph& graph)
{
    m_step.begin(graph, "StopAtStepHook");
    m_args.fetches = {m_step.fetch()};
}

void StopAtStepHook::afterCreateSession(SessionRunContext& context, Coordinator&)
{
    m_step.reset();
    // Kept over a recovery, which must not extend the training.
    if (!m_lastStep) {
        m_lastStep = m_step.read(context.session()) + *m_numSteps;
    }
    stopIfReached(context);
}

const SessionRunArgs* StopAtStepHook::beforeRun(SessionRunContext&)
{
    return &m_args;
}

void StopAtStepHook::afterRun(SessionRunContext& context, const SessionRunValues& values)
{
    if (m_step.predict(values.results[0]) >= *m_lastStep) {
        stopIfReached(context);
    }
}

void StopAtStepHook::stopIfReached(SessionRunContext& context)
{
    const std::int64_t step = m_step.read(context.session());
    if (step >= *m_lastStep) {
        context.requestStop(fmt::format("step {} of {} is reached", step, *m_lastStep));
    }
}

} // namespace engine
