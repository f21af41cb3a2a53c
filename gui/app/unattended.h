// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/app/arguments.h"
#include "gui/bridge/training_controller.h"

#include <QObject>

class QWidget;

namespace gui {

class RunLibrary;

// What the command line asks for beyond a window: a picture at a step, and to quit at the end. A
// picture without a job is all that is asked for, so the program ends with it. A job that is not
// started is over once it is prepared. Errors go to standard error as well, one line each.
class Unattended final : public QObject
{
    Q_OBJECT

public:
    // Exit codes of an unattended run; as those of trainspotter-train.
    static constexpr int kUsage = 2; // the job cannot be opened as it is written
    static constexpr int kFailed = 3;
    static constexpr int kNonFiniteLoss = 4;

    // Everything passed in must outlive it.
    Unattended(const Arguments& arguments, TrainingController& controller, RunLibrary& library,
               QWidget& window);

private:
    void onMetrics(const QList<MetricBatch>& batches);
    void onState(RunState state);
    void onFailed(const EngineFailure& failure);
    bool isEnd(RunState state) const;
    void endSoon(int exitCode);
    void takePicture();

    const Arguments m_arguments;
    QWidget& m_window;
    bool m_isPictureWanted;
    bool m_isOpened = false;
    bool m_isPictureLost = false;
};

} // namespace gui
