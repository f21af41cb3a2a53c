// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/mailbox.h"

#include <QCoreApplication>
#include <QEvent>

namespace gui {

void Mailbox::post(std::function<void()> call)
{
    {
        const std::lock_guard lock(m_mutex);
        m_calls.push_back(std::move(call));
    }
    QCoreApplication::postEvent(this, new QEvent(QEvent::User));
}

// One call an event: whoever is called may run an event loop of its own, a dialog's, and the calls
// behind it must not wait for that.
void Mailbox::customEvent(QEvent*)
{
    std::function<void()> call;
    {
        const std::lock_guard lock(m_mutex);
        call = std::move(m_calls.front());
        m_calls.pop_front();
    }
    call();
}

} // namespace gui
