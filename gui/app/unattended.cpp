// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/unattended.h"

#include <QCoreApplication>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <algorithm>
#include <cstdio>

namespace gui {

namespace {

bool isEnd(RunState state)
{
    return state == RunState::Finished || state == RunState::Stopped || state == RunState::Halted
        || state == RunState::Failed;
}

// Long enough for the window to draw what the last signals changed: text changes ten times a
// second.
constexpr int kSettleMilliseconds = 250;

} // namespace

Unattended::Unattended(const Arguments& arguments, TrainingController& controller, QWidget& window)
    : m_arguments(arguments), m_window(window)
{
    connect(&controller, &TrainingController::stateChanged, this, &Unattended::onState);
    if (!m_arguments.screenshot.isEmpty() && m_arguments.screenshotAtStep > 0) {
        connect(&controller, &TrainingController::metricsArrived, this, &Unattended::onMetrics);
    }
    if (!m_arguments.screenshot.isEmpty() && m_arguments.job.isEmpty()) {
        QTimer::singleShot(kSettleMilliseconds, this, [this] {
            takePicture();
            if (m_arguments.exitWhenFinished) {
                QCoreApplication::quit();
            }
        });
    }
}

void Unattended::onMetrics(const QList<MetricBatch>& batches)
{
    const bool isReached = std::ranges::any_of(batches, [this](const MetricBatch& batch) {
        return !batch.points.isEmpty() && batch.points.last().step >= m_arguments.screenshotAtStep;
    });
    if (isReached && !m_isPictureTaken) {
        takePicture();
    }
}

void Unattended::onState(RunState state)
{
    if (!isEnd(state)) {
        return;
    }
    QTimer::singleShot(kSettleMilliseconds, this, [this, state] {
        if (!m_arguments.screenshot.isEmpty() && !m_isPictureTaken) {
            takePicture();
        }
        if (m_arguments.exitWhenFinished) {
            quit(state);
        }
    });
}

void Unattended::takePicture()
{
    m_isPictureTaken = true;
    if (!m_window.grab().save(m_arguments.screenshot, "PNG")) {
        std::fputs(
            qPrintable(
                Arguments::tr("trainspotter: cannot write %1\n").arg(m_arguments.screenshot)),
            stderr);
    }
}

void Unattended::quit(RunState state)
{
    const int code = state == RunState::Failed ? kFailed
        : state == RunState::Halted            ? kNonFiniteLoss
                                               : 0;
    QCoreApplication::exit(code);
}

} // namespace gui
