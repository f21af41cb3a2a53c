// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/stop_signals.h"

#include <fmt/format.h>

#include <csignal>

namespace engine {

namespace {

// The only thing that a signal handler may touch.
volatile std::sig_atomic_t receivedSignal = 0;

void noteSignal(int signal)
{
    receivedSignal = signal;
}

void handle(int signal, void (*handler)(int), int flags)
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(signal, &action, nullptr);
}

} // namespace

StopSignals::StopSignals()
{
    receivedSignal = 0;
    handle(SIGINT, noteSignal, static_cast<int>(SA_RESETHAND | SA_RESTART));
    handle(SIGTERM, noteSignal, static_cast<int>(SA_RESETHAND | SA_RESTART));
    handle(SIGPIPE, noteSignal, SA_RESTART); // what is said at the end raises it again
}

StopSignals::~StopSignals()
{
    handle(SIGINT, SIG_DFL, 0);
    handle(SIGTERM, SIG_DFL, 0);
    handle(SIGPIPE, SIG_DFL, 0);
}

int StopSignals::received() const
{
    return receivedSignal;
}

void StopSignalHook::stopIfReceived(SessionRunContext& context) const
{
    if (const int signal = m_signals.received(); signal != 0) {
        context.requestStop(signal == SIGINT        ? "interrupted (SIGINT)"
                                : signal == SIGPIPE ? "nobody reads the output (SIGPIPE)"
                                                    : "ended (SIGTERM)");
    }
}

void StopSignalHook::afterCreateSession(SessionRunContext& context, Coordinator&)
{
    stopIfReceived(context);
}

void StopSignalHook::afterRun(SessionRunContext& context, const SessionRunValues&)
{
    stopIfReceived(context);
}

} // namespace engine
