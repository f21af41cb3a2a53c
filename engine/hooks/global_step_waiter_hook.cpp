// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/global_step_waiter_hook.h"

#include <fmt/format.h>

#include <chrono>

namespace engine {

namespace {

constexpr auto kPause = std::chrono::milliseconds(500);
constexpr std::int64_t kStepsBetweenMessages = 1000;

} // namespace

GlobalStepWaiterHook::GlobalStepWaiterHook(std::int64_t waitUntilStep, Clock* clock, Logger* logger)
    : m_waitUntilStep(waitUntilStep), m_clock(clock), m_logger(logger)
{ }

void GlobalStepWaiterHook::begin(Graph& graph)
{
    m_step.begin(graph, "GlobalStepWaiterHook");
}

const SessionRunArgs* GlobalStepWaiterHook::beforeRun(SessionRunContext& context)
{
    if (!m_isWorkerStarted && m_waitUntilStep > 0) {
        wait(context.session());
    }
    m_isWorkerStarted = true;
    return nullptr;
}

void GlobalStepWaiterHook::wait(Session& session)
{
    m_logger->info(
        fmt::format("Waiting for global step {} before starting training.", m_waitUntilStep));
    std::int64_t lastLogged = 0;
    for (;;) {
        const std::int64_t step = m_step.read(session);
        if (step >= m_waitUntilStep) {
            return;
        }
        if (step - lastLogged > kStepsBetweenMessages) {
            m_logger->info(fmt::format("Waiting for global step {} before starting training. "
                                       "Current step is {}.",
                                       m_waitUntilStep, step));
            lastLogged = step;
        }
        m_clock->sleepFor(kPause);
    }
}

} // namespace engine
