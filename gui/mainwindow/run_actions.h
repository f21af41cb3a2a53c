// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/training_controller.h"
#include "gui/mainwindow/run_buttons.h"

#include <QAction>
#include <QTimer>

#include <array>

namespace gui {

class ThemeSource;

// The five run actions, shared by toolbar, menu and shortcuts. A click becomes a request to the
// controller; the controller's signals acknowledge it (design/README.md §5).
class RunActions : public QObject
{
    Q_OBJECT

public:
    // Milliseconds; tests shorten them.
    struct Delays
    {
        int untilRing = 100;
        int untilAwaiting = 2000;
        int savedShown = 2000;
    };

    RunActions(TrainingController& controller, const ThemeSource& theme, Delays delays,
               QObject* parent);

    QAction* action(RunButton button) const { return m_actions.at(size_t(button)); }
    bool isRinging(RunButton button) const; // requested for longer than Delays::untilRing
    bool isRequested(RunButton button) const;
    QString word(RunButton button) const; // as it stands in the toolbar now

    // The run that the buttons act on; 0: none.
    RunId run() const;
    // The one that they act on while none holds them; id 0 for none.
    void setSelectedRun(const RunSummary& run);
    void retranslate();

    void start();
    void pause();
    void step();
    void stop();
    void checkpoint();

signals:
    void changed(); // look of any button
    void awaiting(const QString& what); // a request is late; empty once it is acknowledged
    void stopWithoutSavingAsked(); // Stop was pressed again
    void trainOnAsked(gui::RunId run, qint64 step); // `step`: updates done

private:
    RunContext context() const;
    bool actsOnSelectedRun() const;
    void onStateChanged(RunState state);
    void onCheckpointSaved(const CheckpointInfo& checkpoint);
    void onCheckpointNotSaved();
    void onOpening(bool opening);
    void endSaving();
    void forgetRequests();
    void noteRequest();
    void update();
    QString awaitedText() const;

    TrainingController& m_controller;
    const ThemeSource& m_theme;
    std::array<QAction*, 5> m_actions{};
    std::array<QString, 5> m_iconNames; // of the icons shown: a new icon lays the toolbar out again
    RunSummary m_selected;
    qint64 m_lastCheckpointStep = -1; // of the open run
    bool m_starting = false;
    bool m_pausing = false;
    bool m_stopping = false;
    bool m_saving = false;
    qint64 m_savedStep = -1;
    bool m_ring = false;
    QTimer m_ringTimer;
    QTimer m_awaitingTimer;
    QTimer m_savedTimer;
};

} // namespace gui
