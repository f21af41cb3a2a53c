// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/logger.h"
#include "engine/session/session_run_hook.h"

#include <span>
#include <vector>

namespace engine {

// The hooks of a monitored session in the order in which they are called.
class HookList
{
public:
    // Moves guards that stand after a saver in front of the first saver; otherwise keeps the order.
    // InvalidArgumentError: a null hook, or one hook twice. `logger` is borrowed.
    HookList(std::vector<HookPointer> hooks, Logger& logger);

    const std::vector<HookPointer>& hooks() const { return m_hooks; }

    void begin(Graph& graph);
    // Calls end of every hook, also after one threw; then throws the first error.
    void end(Session& session);
    // Calls onError of every hook whose begin was called; only the first time.
    void reportError(const Error& error);

private:
    std::vector<HookPointer> m_hooks;
    std::size_t m_begun = 0;
    bool m_isErrorReported = false;
    Logger& m_logger;
};

} // namespace engine
