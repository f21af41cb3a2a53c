// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/recoverable_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace engine {

// Counts the failures within one call and pauses between them.
class RecoverableSession::Attempts
{
public:
    explicit Attempts(RecoverableSession& session) : m_session(session) { }

    // Throws the class of `error` with the history of this call once there were too many.
    // `pause`: false lets the next attempt follow at once.
    void failed(const Error& error, bool pause)
    {
        ++m_count;
        m_history += fmt::format("{}{}: {}", m_count > 1 ? "; " : "", m_count, error.what());
        m_session.m_logger.info(
            fmt::format("An error was raised. This may be due to a preemption in a connected "
                        "worker or parameter server. The current session will be closed and a "
                        "new session will be created. Error: {}",
                        error.what()));
        const bool isLast = pause && m_session.m_stop.isRequested();
        if (isLast || m_count >= m_session.m_options.maxAttempts) {
            giveUp(error);
        }
        if (pause) {
            const RecoveryOptions& options = m_session.m_options;
            const double doubled = options.initialBackoffSecs * std::exp2(m_count - 1);
            waitFor(std::chrono::duration<double>(std::min(doubled, options.maxBackoffSecs)));
        }
    }

    int count() const { return m_count; }

private:
    // Until the time is over or a stop is requested.
    void waitFor(std::chrono::duration<double> time) const
    {
        constexpr std::chrono::nanoseconds kSlice = std::chrono::milliseconds(100);
        auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(time);
        while (rest.count() > 0 && !m_session.m_stop.isRequested()) {
            const std::chrono::nanoseconds now = std::min(rest, kSlice);
            m_session.m_clock.sleepFor(now);
            rest -= now;
        }
    }

    [[noreturn]] void giveUp(const Error& error) const
    {
        const std::string message =
            fmt::format("gave up after {} attempts ({})", m_count, m_history);
        if (error.code() == ErrorCode::Aborted) {
            throw AbortedError(message);
        }
        throw UnavailableError(message);
    }

    RecoverableSession& m_session;
    int m_count = 0;
    std::string m_history;
};

RecoverableSession::RecoverableSession(Creator creator, const RecoveryOptions& options,
                                       const StopState& stop, Clock& clock, Logger& logger,
                                       LostFn onLost)
    : WrappedSession(nullptr, &logger), m_creator(std::move(creator)), m_options(options),
      m_stop(stop), m_clock(clock), m_logger(logger), m_onLost(std::move(onLost))
{
    Attempts attempts(*this);
    create(attempts);
}

void RecoverableSession::create(Attempts& attempts)
{
    while (isClosed()) {
        try {
            replace(m_creator());
        } catch (const Error& error) {
            if (!isPreemption(error)) {
                throw;
            }
            attempts.failed(error, true);
        }
    }
}

void RecoverableSession::recover(Attempts& attempts, const Error& error)
{
    try {
        if (m_onLost && !isClosed()) {
            m_onLost(*innerWrapper(), error);
        }
        // What worked until now is worth one immediate try.
        const bool isFirst = attempts.count() == 0;
        attempts.failed(error, !isFirst);
        WrappedSession::close();
        create(attempts);
    } catch (...) {
        m_failure = std::current_exception();
        throw;
    }
}

template <typename Body>
void RecoverableSession::repeat(Body&& body)
{
    if (m_failure) {
        m_isFailureThrown = true;
        std::rethrow_exception(m_failure);
    }
    wrapped(); // throws when closed
    Attempts attempts(*this);
    for (;;) {
        try {
            if (attempts.count() > 0 && innerWrapper()->shouldStop()) {
                throw StopIterationError(
                    "a stop was requested while the session was created again");
            }
            body(*innerWrapper());
            return;
        } catch (const Error& error) {
            if (!isPreemption(error)) {
                throw;
            }
            m_isFailureThrown = true; // of recover()
            recover(attempts, error);
            m_isFailureThrown = false;
        }
    }
}

void RecoverableSession::run(const RunRequest& request, std::vector<Tensor>& results)
{
    repeat([&](WrappedSession& session) { session.run(request, results); });
}

void RecoverableSession::repeatUntilDone(const std::function<void(WrappedSession&)>& body)
{
    repeat(body);
}

bool RecoverableSession::shouldStop()
{
    if (isClosed() || m_failure) {
        return true;
    }
    try {
        return innerWrapper()->shouldStop();
    } catch (const Error& error) {
        if (!isPreemption(error)) {
            return true; // close() throws it
        }
        Attempts attempts(*this);
        try {
            recover(attempts, error);
        } catch (...) {
            return true; // kept as the failure
        }
        return false;
    } catch (...) {
        return true;
    }
}

void RecoverableSession::close()
{
    WrappedSession::close();
    if (m_failure && !m_isFailureThrown) {
        m_isFailureThrown = true;
        std::rethrow_exception(m_failure);
    }
}

} // namespace engine
