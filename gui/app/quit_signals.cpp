// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/quit_signals.h"

#include <QCoreApplication>

#include <csignal>
#include <sys/eventfd.h>
#include <unistd.h>

namespace gui {

namespace {

// A signal handler may do little; writing to a descriptor that the event loop watches is allowed.
int signalDescriptor = -1;

void wakeLoop(int)
{
    const quint64 one = 1;
    static_cast<void>(::write(signalDescriptor, &one, sizeof one) == sizeof one);
}

void handle(void (*handler)(int), int flags)
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGINT, &action, nullptr);
}

} // namespace

QuitSignals::QuitSignals()
    : m_notifier(signalDescriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), QSocketNotifier::Read)
{
    handle(wakeLoop, static_cast<int>(SA_RESETHAND | SA_RESTART));
    connect(&m_notifier, &QSocketNotifier::activated, this, [] {
        quint64 count = 0;
        static_cast<void>(::read(signalDescriptor, &count, sizeof count) == sizeof count);
        QCoreApplication::exit(0);
    });
}

QuitSignals::~QuitSignals()
{
    handle(SIG_DFL, 0);
    m_notifier.setEnabled(false);
    ::close(signalDescriptor);
}

} // namespace gui
