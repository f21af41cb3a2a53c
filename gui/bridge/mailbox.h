// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <deque>
#include <functional>
#include <mutex>

namespace gui {

// Carries calls from other threads into the thread in which it lives, in their order, one event
// loop turn each. It does what queued connections do, with a lock of ours around the data: the
// thread sanitizer does not see the locks inside Debian's Qt and would take every hand-over for a
// race.
//
// Thread rule: post() from any thread; everything else in its own.
class Mailbox final : public QObject
{
public:
    void post(std::function<void()> call);

    // From now on, `receive` is called here with the arguments of each such signal.
    template <typename Sender, typename... Args, typename Receive>
    void deliver(Sender* sender, void (Sender::*signal)(Args...), Receive receive)
    {
        connect(
            sender, signal, sender,
            [this, receive](Args... args) {
                post([receive, ... kept = std::decay_t<Args>(args)] { receive(kept...); });
            },
            Qt::DirectConnection);
    }

protected:
    void customEvent(QEvent* event) override;

private:
    std::mutex m_mutex;
    std::deque<std::function<void()>> m_calls;
};

} // namespace gui
