// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/session/session_run_hook.h"

#include <functional>
#include <vector>

namespace engine {

// Feeds what a function gives, at each run (tf.train.FeedFnHook).
class FeedFnHook final : public SessionRunHook
{
public:
    // `feedFn` overwrites the feeds of the run before, so that it can keep their memory.
    explicit FeedFnHook(std::function<void(std::vector<Feed>&)> feedFn)
        : m_feedFn(std::move(feedFn))
    { }

    const SessionRunArgs* beforeRun(SessionRunContext&) override
    {
        m_feedFn(m_args.feeds);
        return &m_args;
    }

private:
    std::function<void(std::vector<Feed>&)> m_feedFn;
    SessionRunArgs m_args;
};

} // namespace engine
