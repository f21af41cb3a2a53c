// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/wrapped_session.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

namespace engine {

WrappedSession::WrappedSession(std::unique_ptr<Session> session, Logger* logger) : m_logger(logger)
{
    replace(std::move(session));
}

void WrappedSession::replace(std::unique_ptr<Session> session)
{
    m_session = std::move(session);
    m_inner = dynamic_cast<WrappedSession*>(m_session.get());
}

Graph* WrappedSession::graph() const
{
    return isClosed() ? nullptr : m_session->graph();
}

Session& WrappedSession::wrapped() const
{
    if (isClosed()) {
        throw FailedPreconditionError("Session is closed.");
    }
    return *m_session;
}

Session& WrappedSession::rawSession() const
{
    return m_inner != nullptr ? m_inner->rawSession() : wrapped();
}

void WrappedSession::run(const RunRequest& request, std::vector<Tensor>& results)
{
    wrapped().run(request, results);
}

bool WrappedSession::shouldStop()
{
    if (checkStop()) {
        return true;
    }
    return m_inner != nullptr ? m_inner->shouldStop() : isClosed();
}

void WrappedSession::close()
{
    if (isClosed()) {
        return;
    }
    const std::unique_ptr<Session> session = std::move(m_session);
    m_inner = nullptr;
    try {
        session->close();
    } catch (const Error& error) {
        if (!isPreemption(error)) {
            throw;
        }
        log(LogLevel::Error,
            fmt::format("An error occurred when attempting to close the session. This may be due "
                        "to a preemption in a connected worker. Error: {}",
                        error.what()));
    }
}

void WrappedSession::log(LogLevel level, std::string_view message) const
{
    if (m_logger != nullptr) {
        m_logger->log(level, message);
    }
}

} // namespace engine
