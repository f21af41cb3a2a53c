// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/control_hook.h"

#include "engine/base/errors.h"
#include "engine/jobs/start_learning_rate_hook.h"
#include "gui/bridge/conversions.h"

#include <utility>

namespace gui {

ControlHook::ControlHook(const engine::JobGraph& graph, engine::SummaryWriter& recorder,
                         PausableClock& clock, bool startsPaused, Callbacks callbacks)
    : m_graph(graph), m_recorder(recorder), m_clock(clock), m_callbacks(std::move(callbacks)),
      m_pauseWanted(startsPaused)
{
    m_args.fetches.emplace_back(graph.globalStep->value());
}

void ControlHook::requestPause()
{
    const std::lock_guard lock(m_mutex);
    m_pauseWanted = true;
}

void ControlHook::resume()
{
    const std::lock_guard lock(m_mutex);
    m_pauseWanted = false;
    m_changed.notify_all();
}

void ControlHook::requestStep()
{
    const std::lock_guard lock(m_mutex);
    m_pauseWanted = m_stepWanted = true;
    m_changed.notify_all();
}

void ControlHook::requestCheckpoint()
{
    const std::lock_guard lock(m_mutex);
    m_checkpointWanted = true;
    m_changed.notify_all();
}

void ControlHook::setLearningRate(double value)
{
    const std::lock_guard lock(m_mutex);
    m_learningRate = value;
    m_changed.notify_all();
}

void ControlHook::post(std::function<void()> request)
{
    const std::lock_guard lock(m_mutex);
    m_posted.push_back(std::move(request));
    m_changed.notify_all();
}

void ControlHook::release()
{
    const std::lock_guard lock(m_mutex);
    m_isReleased = true;
    m_changed.notify_all();
}

void ControlHook::cancel()
{
    const std::lock_guard lock(m_mutex);
    m_isCancelled = true;
    m_changed.notify_all();
}

void ControlHook::afterCreateSession(engine::SessionRunContext& context, engine::Coordinator&)
{
    // A session that is created again after a recovery goes on without asking.
    if (!std::exchange(m_hasStarted, true)) {
        const engine::Tensor step = context.session().run(m_graph.globalStep->value());
        atBoundary(context.session(), step.scalarValue<std::int64_t>());
        m_callbacks.resumed(step.scalarValue<std::int64_t>());
    }
}

const engine::SessionRunArgs* ControlHook::beforeRun(engine::SessionRunContext&)
{
    return &m_args;
}

void ControlHook::afterRun(engine::SessionRunContext& context,
                           const engine::SessionRunValues& values)
{
    {
        const std::lock_guard lock(m_mutex);
        m_stepWanted = false; // this was the one
    }
    m_hasStepped = true;
    const qint64 step = values.results[0].scalarValue<std::int64_t>() + 1;
    if (atBoundary(context.session(), step)) {
        m_callbacks.resumed(step);
    }
}

bool ControlHook::atBoundary(engine::Session& session, qint64 step)
{
    std::unique_lock lock(m_mutex);
    serveRequests(lock, session, step);
    const bool waits = mustWait();
    if (waits) {
        waitWhilePaused(lock, session, step);
    }
    if (m_isCancelled) {
        throw engine::CancelledError("stopped without saving");
    }
    return waits;
}

void ControlHook::waitWhilePaused(std::unique_lock<std::mutex>& lock, engine::Session& session,
                                  qint64 step)
{
    m_clock.pause();
    recordPause(step);
    m_callbacks.paused(step);
    while (mustWait()) {
        m_changed.wait(lock);
        serveRequests(lock, session, step);
    }
    m_clock.resume();
    recordGoingOn(step);
}

// Waiting before the first step is no pause.
void ControlHook::recordPause(qint64 step)
{
    if (m_hasStepped && !std::exchange(m_isPauseRecorded, true)) {
        m_recorder.addEvent(engine::EventKind::kPaused, "", step);
    }
}

void ControlHook::recordGoingOn(qint64 step)
{
    const bool goesOn = !m_pauseWanted && !m_isReleased && !m_isCancelled;
    if (goesOn && std::exchange(m_isPauseRecorded, false)) {
        m_recorder.addEvent(engine::EventKind::kResumed, kAfterPause, step);
    }
}

// Called with the lock, which is given back while the session works.
void ControlHook::serveRequests(std::unique_lock<std::mutex>& lock, engine::Session& session,
                                qint64 step)
{
    while (m_learningRate || m_checkpointWanted || !m_posted.empty()) {
        const std::optional<double> learningRate = std::exchange(m_learningRate, std::nullopt);
        const bool saves = std::exchange(m_checkpointWanted, false);
        const auto posted = std::exchange(m_posted, {});
        const bool waits = mustWait();
        lock.unlock();
        if (learningRate) {
            const double before =
                engine::changeLearningRate(session, m_graph, *learningRate, m_recorder);
            m_callbacks.controlApplied(
                {QStringLiteral("learning_rate"), before, *learningRate, step});
        }
        if (saves) {
            m_callbacks.saveCheckpoint(session, step, waits);
        }
        for (const auto& request : posted) {
            request();
        }
        lock.lock();
    }
}

} // namespace gui
