// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/session/hook_list.h"
#include "engine/session/session_run_hook.h"
#include "engine/session/stop_state.h"
#include "engine/session/wrapped_session.h"

#include <memory>
#include <vector>

namespace engine {

// Calls hooks around each run (spec section 1.9). Fetches of the caller and of all hooks go to the
// raw session in one run. Merging reuses its memory, so that a warm run allocates nothing.
class HookedSession final : public WrappedSession
{
public:
    // `hooks` and `stop` are borrowed. Requests of hooks go to `stop` at once, also when the run
    // fails afterwards.
    HookedSession(std::unique_ptr<Session> session, HookList& hooks, StopState& stop);

    using Session::run;
    // FailedPreconditionError: "Run called even after should_stop requested."; "Same tensor is fed
    // by two hooks."; "Same tensor is fed by a SessionRunHook and user."
    void run(const RunRequest& request, std::vector<Tensor>& results) override;

    // afterCreateSession of every hook.
    void notifyCreated(Coordinator& coordinator);

protected:
    bool checkStop() override { return m_stopRequested; }

private:
    struct Slice
    {
        std::size_t first = 0;
        std::size_t count = 0;
    };

    void askHooks(SessionRunContext& context);
    void addFeeds(const std::vector<Feed>& feeds);
    void addCallersFeeds(std::span<const Feed> feeds);
    void addOptions(const RunOptions& options, const RunRequest& request);
    void runMerged(const RunRequest& request, std::vector<Tensor>& results);
    void tellHooks(SessionRunContext& context, const RunRequest& request);
    void takeStopRequest(const SessionRunContext& context);

    HookList& m_hooks;
    StopState& m_stop;
    bool m_stopRequested = false;
    std::vector<Fetch> m_fetches; // the caller's, then the hooks'
    std::vector<Feed> m_feeds; // the hooks', then the caller's; empty if no hook feeds
    std::vector<Slice> m_slices; // of each hook, in m_fetches
    std::vector<Tensor> m_results;
    bool m_hasOptions = false; // whether a hook gave some
    RunOptions m_options;
    RunMetadata m_metadata;
};

} // namespace engine
