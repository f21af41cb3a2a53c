// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/errors.h"
#include "engine/session/stop_state.h"
#include "engine/session/wrapped_session.h"

#include <exception>
#include <functional>
#include <memory>
#include <string>

namespace engine {

// How long to go on re-creating a session. All failures within one call count.
struct RecoveryOptions
{
    int maxAttempts = 10; // the first try included
    double initialBackoffSecs = 1; // doubles with each failure
    double maxBackoffSecs = 30;
};

// Creates its session again after AbortedError and UnavailableError and repeats what failed (spec
// sections 1.7 and 3.1). When recovery itself fails, that error is thrown by every later run.
class RecoverableSession final : public WrappedSession
{
public:
    using Creator = std::function<std::unique_ptr<WrappedSession>()>;
    // Called before a session is given up because of an error.
    using LostFn = std::function<void(WrappedSession&, const Error&)>;

    // Creates a session at once. `stop`, `clock` and `logger` are borrowed. Once a stop is
    // requested there are no more pauses, and one more failure is the last.
    RecoverableSession(Creator creator, const RecoveryOptions& options, const StopState& stop,
                       Clock& clock, Logger& logger, LostFn onLost = {});

    using Session::run;
    void run(const RunRequest& request, std::vector<Tensor>& results) override;
    // Runs `body` on the live session in the same way.
    void repeatUntilDone(const std::function<void(WrappedSession&)>& body);
    bool shouldStop() override;
    // Throws the error of a failed recovery if nothing has thrown it yet.
    void close() override;

    // The error of a failed recovery; null if there is none.
    const std::exception_ptr& failure() const { return m_failure; }

private:
    class Attempts;

    template <typename Body>
    void repeat(Body&& body);
    void recover(Attempts& attempts, const Error& error);
    void create(Attempts& attempts);

    Creator m_creator;
    RecoveryOptions m_options;
    const StopState& m_stop;
    Clock& m_clock;
    Logger& m_logger;
    LostFn m_onLost;
    std::exception_ptr m_failure;
    bool m_isFailureThrown = false;
};

} // namespace engine
