// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/session/session_run_hook.h"

namespace engine {

// SIGINT and SIGTERM end the training as Stop does: the step is finished, a checkpoint made. So
// does SIGPIPE: nobody reads the output any longer. Made once, before threads are started; a second
// SIGINT or SIGTERM has the system's effect.
class StopSignals
{
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    int received() const; // signal number; 0: none
};

// Asks for a stop after the run during which a signal came.
class StopSignalHook final : public SessionRunHook
{
public:
    explicit StopSignalHook(const StopSignals& signals) : m_signals(signals) { }

    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;

private:
    void stopIfReceived(SessionRunContext& context) const;

    const StopSignals& m_signals;
};

} // namespace engine
