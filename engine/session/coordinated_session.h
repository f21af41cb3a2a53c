// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/runtime/coordinator.h"
#include "engine/session/wrapped_session.h"

#include <memory>

namespace engine {

// Watches the threads that work for a session (spec section 1.7).
class CoordinatedSession final : public WrappedSession
{
public:
    CoordinatedSession(std::unique_ptr<Session> session, std::shared_ptr<Coordinator> coordinator,
                       double stopGracePeriodSecs, Logger* logger = nullptr);

    using Session::run;
    // An error while the coordinator holds a preemption error is replaced by that: it is the cause.
    void run(const RunRequest& request, std::vector<Tensor>& results) override;
    void runStep(const std::function<void()>& step) override;
    // Stops and joins the threads, then closes. Throws the error that a thread reported.
    void close() override;

    Coordinator& coordinator() const { return *m_coordinator; }

protected:
    bool checkStop() override; // throws the error that a thread reported

private:
    template <typename Body>
    void withCause(Body&& body) const;
    void throwCause() const; // does nothing unless it is a preemption error

    std::shared_ptr<Coordinator> m_coordinator;
    double m_stopGracePeriodSecs;
};

} // namespace engine
