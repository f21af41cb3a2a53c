// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/logger.h"
#include "engine/runtime/session.h"

#include <functional>
#include <memory>
#include <string_view>

namespace engine {

// Base of the wrappers around a raw session, each with one concern: HookedSession,
// CoordinatedSession, RecoverableSession (spec section 1.7).
class WrappedSession : public Session
{
public:
    // `logger` is borrowed; null: none.
    explicit WrappedSession(std::unique_ptr<Session> session, Logger* logger = nullptr);

    using Session::run;
    Graph* graph() const override;
    void run(const RunRequest& request, std::vector<Tensor>& results) override;
    // Closes the wrapped session; a preemption error of that is only logged. Idempotent.
    void close() override;

    // Whether this wrapper or one inside wants the loop to end; true once closed.
    virtual bool shouldStop();
    // Runs a step function on this session; an error of it is treated as one of run().
    virtual void runStep(const std::function<void()>& step) { step(); }
    bool isClosed() const { return m_session == nullptr; }
    // The innermost session. FailedPreconditionError once closed.
    Session& rawSession() const;

protected:
    virtual bool checkStop() { return false; } // this wrapper's own opinion
    Session& wrapped() const; // FailedPreconditionError once closed
    WrappedSession* innerWrapper() const { return m_inner; } // null: a raw session, or closed
    void replace(std::unique_ptr<Session> session);
    void log(LogLevel level, std::string_view message) const;

private:
    std::unique_ptr<Session> m_session;
    WrappedSession* m_inner = nullptr; // m_session, if it is a wrapper too
    Logger* m_logger;
};

} // namespace engine
