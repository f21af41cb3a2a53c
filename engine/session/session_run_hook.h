// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/errors.h"
#include "engine/runtime/coordinator.h"
#include "engine/runtime/session.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// What a hook wants from the next run (tf.train.SessionRunArgs).
struct SessionRunArgs
{
    std::vector<Fetch> fetches;
    std::vector<Feed> feeds;
    std::optional<RunOptions> options; // merged with the caller's and the other hooks'
};

// What a hook gets from a run (tf.train.SessionRunValues).
struct SessionRunValues
{
    std::span<const Tensor> results; // of the hook's own fetches, in their order
    const RunOptions& options; // that the run had, after merging
    const RunMetadata& metadata;
};

// One run, as hooks see it, or one creation of a session (then without fetches and feeds).
class SessionRunContext
{
public:
    SessionRunContext(Session& session, const RunRequest& original)
        : m_session(session), m_original(original)
    { }

    // The raw session; runs through it call no hooks.
    Session& session() const { return m_session; }
    // The user's own fetches, feeds and options, without those of hooks.
    const RunRequest& originalArgs() const { return m_original; }

    // The loop ends after this run; every hook still sees it. The first reason is kept.
    void requestStop(std::string_view reason = {});
    bool stopRequested() const { return m_stopRequested; }
    const std::string& stopReason() const { return m_stopReason; }

private:
    Session& m_session;
    const RunRequest& m_original;
    bool m_stopRequested = false;
    std::string m_stopReason;
};

// Extends the calls of MonitoredSession (tf.train.SessionRunHook). Order of calls:
//
//     begin of all; session created; afterCreateSession of all;
//     for each run: beforeRun of all, one raw run, afterRun of all;
//     end of all (clean end) or onError of all (any other); session closed.
//
// After a preemption error the session is created again and afterCreateSession called again; begin
// is not. Hooks are called in the order of their list, guards ahead of savers.
//
// Thread rule: all calls come from the thread that uses the session.
class SessionRunHook
{
public:
    SessionRunHook() = default;
    virtual ~SessionRunHook() = default;
    SessionRunHook(const SessionRunHook&) = delete;
    SessionRunHook& operator=(const SessionRunHook&) = delete;

    // Once, from the constructor of the monitored session. May add to the graph; called a second
    // time for the same graph (another monitored session) it must add nothing.
    virtual void begin(Graph&) { }
    // The graph is final. `context` has no fetches; a stop it requests means that no step runs.
    virtual void afterCreateSession(SessionRunContext&, Coordinator&) { }
    // Null: nothing to add. The arguments stay owned by the hook and valid until afterRun().
    virtual const SessionRunArgs* beforeRun(SessionRunContext&) { return nullptr; }
    // Not called if the run threw.
    virtual void afterRun(SessionRunContext&, const SessionRunValues&) { }
    // Exactly once, on a clean end; the session is still open.
    virtual void end(Session&) { }
    // At most once, on any other end, before the session is closed; the session may be unusable.
    virtual void onError(const Error&) { }

    // A guard looks at a run and may refuse it (NanTensorHook): savers come after guards, so that
    // no checkpoint of a refused step is announced.
    virtual bool isGuard() const { return false; }
    virtual bool isSaver() const { return false; }
};

using HookPointer = std::shared_ptr<SessionRunHook>;

} // namespace engine
