// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/distributions_controller.h"

#include "gui/pages/distributions_page.h"

#include <utility>

namespace gui {

namespace {

constexpr qint64 kMostHistograms = 50; // until the end of the run
constexpr qint64 kUsualSteps = 200; // between two, where no end is known

// The fewest of 1, 2 or 5 × 10ⁿ steps with which there are not more: so at least 20, unless fewer
// steps remain.
qint64 stepsBetween(qint64 remaining)
{
    if (remaining <= 0) {
        return kUsualSteps;
    }
    const qint64 fewest = (remaining - 1) / kMostHistograms + 1;
    qint64 unit = 1;
    while (5 * unit < fewest) {
        unit *= 10;
    }
    return fewest <= unit ? unit : fewest <= 2 * unit ? 2 * unit : 5 * unit;
}

} // namespace

DistributionsController::DistributionsController(TrainingController& controller,
                                                 RunLibrary& library, DistributionsPage& page)
    : QObject(&page), m_controller(controller), m_library(library), m_page(page)
{
    connect(&page, &DistributionsPage::distributionsWanted, this, &DistributionsController::ask);
    connect(&page, &DistributionsPage::recordAsked, this, &DistributionsController::record);
    connect(&library, &RunLibrary::runsChanged, this, &DistributionsController::follow);
    connect(&library, &RunLibrary::distributionsLoaded, this, &DistributionsController::onLoaded);
    connect(&library, &RunLibrary::distributionsNotLoaded, this,
            &DistributionsController::onNotLoaded);
    connect(&controller, &TrainingController::stateChanged, this,
            &DistributionsController::updateRecording);
    connect(&controller, &TrainingController::runOpened, this, [this] {
        m_requested = 0;
        updateRecording();
    });
    connect(&controller, &TrainingController::controlApplied, this,
            [this](const ControlChange& change) {
                if (change.name == kHistogramControlName) {
                    m_requested = 0;
                    updateRecording();
                }
            });
    connect(&controller, &TrainingController::controlNotApplied, this, [this](const QString& name) {
        if (name == kHistogramControlName) {
            m_requested = 0; // it is offered again
            updateRecording();
        }
    });
}

void DistributionsController::select(const RunSummary& run)
{
    m_page.showRun(run.id, run.name, run.colourSlot);
    if (run.id != std::exchange(m_selected, run.id)) {
        updateRecording();
        ask();
    }
}

void DistributionsController::updateRecording()
{
    const RunDescription open = m_controller.description();
    const bool isHere = m_selected != 0 && m_selected == open.id && isActive(m_controller.state());
    using Recording = DistributionsPage::Recording;
    if (!isHere) {
        m_page.setRecording(Recording::Off, 0);
    } else if (open.histogramSteps > 0) {
        m_page.setRecording(Recording::On, open.histogramSteps);
    } else if (!takesRequests(m_controller.state())) {
        m_page.setRecording(Recording::Off, 0);
    } else {
        m_page.setRecording(m_requested == open.id ? Recording::Requested : Recording::Offered, 0);
    }
}

void DistributionsController::record()
{
    m_requested = m_controller.description().id;
    const RunProgress progress = m_controller.progress();
    m_controller.recordHistograms(stepsBetween(progress.targetSteps - progress.step));
    updateRecording();
}

DistributionsController::Progress DistributionsController::stored() const
{
    for (const RunSummary& run : m_library.runs()) {
        if (run.id == m_selected) {
            return {run.lastStep, run.state};
        }
    }
    return {-1, RunState::None};
}

void DistributionsController::ask()
{
    if (m_selected == 0 || !m_page.isVisible()) {
        return; // it asks when it is shown
    }
    if (m_isAsking) {
        m_asksAgain = true;
        return;
    }
    m_isAsking = true;
    m_readAt = stored();
    m_library.loadDistributions(m_selected, m_page.tagsInSight());
}

void DistributionsController::follow()
{
    if (m_readAt != stored()) {
        ask();
    }
}

void DistributionsController::onLoaded(const RunDistributions& distributions)
{
    m_isAsking = false;
    m_page.showDistributions(distributions);
    if (std::exchange(m_asksAgain, false)) {
        ask();
    }
}

// The library tells of the runs again once the store can be read.
void DistributionsController::onNotLoaded()
{
    m_isAsking = m_asksAgain = false;
    m_readAt = {-1, RunState::None};
}

} // namespace gui
