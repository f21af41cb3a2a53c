// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/coordinated_session.h"

#include "engine/base/errors.h"

#include <exception>

namespace engine {

namespace {

bool isPreemptionPointer(const std::exception_ptr& error)
{
    if (!error) {
        return false;
    }
    try {
        std::rethrow_exception(error);
    } catch (const Error& engineError) {
        return isPreemption(engineError);
    } catch (...) {
        return false;
    }
}

} // namespace

CoordinatedSession::CoordinatedSession(std::unique_ptr<Session> session,
                                       std::shared_ptr<Coordinator> coordinator,
                                       double stopGracePeriodSecs, Logger* logger)
    : WrappedSession(std::move(session), logger), m_coordinator(std::move(coordinator)),
      m_stopGracePeriodSecs(stopGracePeriodSecs)
{ }

template <typename Body>
void CoordinatedSession::withCause(Body&& body) const
{
    try {
        body();
    } catch (const Error& error) {
        if (!isPreemption(error)) {
            throwCause();
        }
        throw;
    } catch (...) {
        throwCause();
        throw;
    }
}

void CoordinatedSession::run(const RunRequest& request, std::vector<Tensor>& results)
{
    withCause([&] { WrappedSession::run(request, results); });
}

void CoordinatedSession::runStep(const std::function<void()>& step)
{
    withCause(step);
}

void CoordinatedSession::throwCause() const
{
    if (const std::exception_ptr cause = m_coordinator->requestedException();
        isPreemptionPointer(cause)) {
        std::rethrow_exception(cause);
    }
}

bool CoordinatedSession::checkStop()
{
    m_coordinator->raiseRequestedException();
    return m_coordinator->shouldStop();
}

void CoordinatedSession::close()
{
    if (isClosed()) {
        return;
    }
    m_coordinator->requestStop();
    std::exception_ptr reported;
    try {
        m_coordinator->join(m_stopGracePeriodSecs, true);
    } catch (...) {
        reported = std::current_exception();
    }
    try {
        WrappedSession::close();
    } catch (const std::exception& error) {
        log(LogLevel::Warning, std::string("closing the session failed: ") + error.what());
    } catch (...) {
        log(LogLevel::Warning, "closing the session failed");
    }
    if (reported) {
        std::rethrow_exception(reported);
    }
}

} // namespace engine
