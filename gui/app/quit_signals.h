// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSocketNotifier>

namespace gui {

// SIGTERM and SIGINT (the desktop shuts down, Ctrl+C in the terminal) end the program as "Save and
// Quit" does: the event loop returns, and the controller's end stops a run with a checkpoint. A
// second signal of the kind has the system's effect.
class QuitSignals final : public QObject
{
    Q_OBJECT

public:
    QuitSignals(); // once, after the application
    ~QuitSignals() override;

private:
    QSocketNotifier m_notifier;
};

} // namespace gui
