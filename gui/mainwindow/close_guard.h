// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/training_controller.h"
#include "gui/settings/theme_source.h"

#include <QPointer>

class QDialog;
class QWidget;

namespace gui {

// Closing while a run trains asks once; "Save and Quit" stops the run, shows that it waits, and
// closes the window when the stop is acknowledged.
class CloseGuard : public QObject
{
    Q_OBJECT

public:
    CloseGuard(TrainingController& controller, const ThemeSource& source, QWidget& window);

    // Whether the window may close now. When not, the question is on screen or the stop under way.
    bool mayClose();

private:
    void ask();
    void onAnswer(const QString& answer);
    void showWaiting();
    void onStateChanged(RunState state);
    void stayOpen();

    TrainingController& m_controller;
    const ThemeSource& m_source;
    QWidget& m_window;
    QPointer<QDialog> m_question;
    QPointer<QDialog> m_waiting;
    bool m_leaving = false;
    qint64 m_lastCheckpointStep = -1;
};

} // namespace gui
