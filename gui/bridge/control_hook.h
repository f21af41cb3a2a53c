// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/jobs/job_graph.h"
#include "engine/session/session_run_hook.h"
#include "engine/summary/summary_writer.h"
#include "gui/bridge/pausable_clock.h"
#include "gui/bridge/run_values.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace gui {

// What the person asks for while a run trains, applied at a step boundary: after everything about a
// step is done and before the next begins.
//
// Thread rule: the request functions from any thread; the callbacks are called on the training
// thread.
class ControlHook final : public engine::SessionRunHook
{
public:
    struct Callbacks
    {
        std::function<void(qint64 step)> paused;
        std::function<void(qint64 step)> resumed; // steps go on; also before the very first
        std::function<void(const ControlChange&)> controlApplied;
        // `waits`: no step follows until somebody says so.
        std::function<void(engine::Session&, qint64 step, bool waits)> saveCheckpoint;
    };

    // `startsPaused`: waits before the first step. Everything borrowed must outlive it.
    ControlHook(const engine::JobGraph& graph, engine::SummaryWriter& recorder,
                PausableClock& clock, bool startsPaused, Callbacks callbacks);

    void requestPause();
    void resume();
    void requestStep(); // one step, then paused again
    void requestCheckpoint();
    void setLearningRate(double value);
    // Anything else, which must not throw. What is posted after the last step boundary is dropped.
    void post(std::function<void()> request);
    // Ends waiting for good; the session's own stop request ends the loop.
    void release();
    // The loop ends by a CancelledError at the next boundary: no final checkpoint.
    void cancel();

    void afterCreateSession(engine::SessionRunContext& context,
                            engine::Coordinator& coordinator) override;
    const engine::SessionRunArgs* beforeRun(engine::SessionRunContext& context) override;
    void afterRun(engine::SessionRunContext& context,
                  const engine::SessionRunValues& values) override;

private:
    // Returns whether it had to wait.
    bool atBoundary(engine::Session& session, qint64 step);
    void recordPause(qint64 step);
    void recordGoingOn(qint64 step);
    void serveRequests(std::unique_lock<std::mutex>& lock, engine::Session& session, qint64 step);
    void waitWhilePaused(std::unique_lock<std::mutex>& lock, engine::Session& session, qint64 step);
    bool mustWait() const
    {
        return m_pauseWanted && !m_stepWanted && !m_isReleased && !m_isCancelled;
    }

    const engine::JobGraph& m_graph;
    engine::SummaryWriter& m_recorder;
    PausableClock& m_clock;
    Callbacks m_callbacks;
    engine::SessionRunArgs m_args;
    bool m_hasStarted = false;
    bool m_hasStepped = false;
    bool m_isPauseRecorded = false; // single steps of a pause are no pauses of their own

    std::mutex m_mutex; // guards everything below
    std::condition_variable m_changed;
    bool m_pauseWanted;
    bool m_stepWanted = false;
    bool m_isReleased = false;
    bool m_isCancelled = false;
    bool m_checkpointWanted = false;
    std::optional<double> m_learningRate;
    std::vector<std::function<void()>> m_posted;
};

} // namespace gui
