// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/unattended.h"

#include "gui/bridge/run_library.h"

#include <QCoreApplication>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <algorithm>
#include <cstdio>

namespace gui {

namespace {

// Long enough for the window to draw what the last signals changed: text changes ten times a
// second.
constexpr int kSettleMilliseconds = 250;

void say(const QString& message)
{
    std::fputs(qPrintable(QStringLiteral("trainspotter: %1\n").arg(message)), stderr);
}

} // namespace

Unattended::Unattended(const Arguments& arguments, TrainingController& controller,
                       RunLibrary& library, QWidget& window)
    : m_arguments(arguments), m_window(window), m_isPictureWanted(!arguments.screenshot.isEmpty())
{
    connect(&controller, &TrainingController::stateChanged, this, &Unattended::onState);
    connect(&controller, &TrainingController::runOpened, this, [this] { m_isOpened = true; });
    connect(&controller, &TrainingController::failed, this, &Unattended::onFailed);
    const auto sayFailure = [](const EngineFailure& failure) { say(failure.message); };
    connect(&library, &RunLibrary::failed, this, sayFailure);
    connect(&library, &RunLibrary::readingFailed, this, sayFailure);
    if (m_isPictureWanted && m_arguments.screenshotAtStep > 0) {
        connect(&controller, &TrainingController::metricsArrived, this, &Unattended::onMetrics);
    }
    if (m_isPictureWanted && m_arguments.job.isEmpty()) {
        endSoon(0);
    }
}

void Unattended::onMetrics(const QList<MetricBatch>& batches)
{
    const bool isReached = std::ranges::any_of(batches, [this](const MetricBatch& batch) {
        return !batch.points.isEmpty() && batch.points.last().step >= m_arguments.screenshotAtStep;
    });
    if (isReached && m_isPictureWanted) {
        takePicture();
    }
}

bool Unattended::isEnd(RunState state) const
{
    const bool isPrepared =
        state == RunState::Ready && !m_arguments.start && m_arguments.screenshotAtStep < 0;
    return isPrepared || state == RunState::Finished || state == RunState::Stopped
        || state == RunState::Halted;
}

void Unattended::onState(RunState state)
{
    if (isEnd(state)) {
        endSoon(state == RunState::Halted ? kNonFiniteLoss : 0);
    }
}

void Unattended::onFailed(const EngineFailure& failure)
{
    say(failure.message);
    const bool isAboutSettings = failure.code == u"InvalidArgument" || failure.code == u"NotFound"
        || failure.code == u"AlreadyExists";
    endSoon(!m_isOpened && isAboutSettings ? kUsage : kFailed);
}

void Unattended::endSoon(int exitCode)
{
    QTimer::singleShot(kSettleMilliseconds, this, [this, exitCode] {
        if (m_isPictureWanted) {
            takePicture();
        }
        const bool isAllDone = !m_arguments.screenshot.isEmpty() && m_arguments.job.isEmpty();
        if (m_arguments.exitWhenFinished || isAllDone) {
            QCoreApplication::exit(exitCode == 0 && m_isPictureLost ? kFailed : exitCode);
        }
    });
}

void Unattended::takePicture()
{
    m_isPictureWanted = false;
    if (!m_window.grab().save(m_arguments.screenshot, "PNG")) {
        m_isPictureLost = true;
        say(Arguments::tr("cannot write %1").arg(m_arguments.screenshot));
    }
}

} // namespace gui
