// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_library.h"
#include "gui/bridge/training_controller.h"

namespace gui {

class DistributionsPage;

// Fills the Distributions page with those of the selected run from the store: when it is shown, and
// then whenever the run has gone on. One question at a time, and none while nobody looks. Turns
// recording on for the run that trains.
class DistributionsController : public QObject
{
    Q_OBJECT

public:
    DistributionsController(TrainingController& controller, RunLibrary& library,
                            DistributionsPage& page);

    void select(const RunSummary& run); // id 0: none

private:
    // Whether the run has grown since it was asked for.
    using Progress = QPair<qint64, RunState>;

    void ask();
    void follow();
    void onLoaded(const RunDistributions& distributions);
    void onNotLoaded();
    void record();
    void updateRecording();
    Progress stored() const;

    TrainingController& m_controller;
    RunLibrary& m_library;
    DistributionsPage& m_page;
    RunId m_selected = 0;
    RunId m_requested = 0; // the run for which recording was asked for
    Progress m_readAt{-1, RunState::None};
    bool m_isAsking = false;
    bool m_asksAgain = false; // once that is answered
};

} // namespace gui
