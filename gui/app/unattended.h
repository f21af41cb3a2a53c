// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/app/arguments.h"
#include "gui/bridge/training_controller.h"

#include <QObject>

class QWidget;

namespace gui {

// What the command line asks for beyond a window: a picture at a step, and to quit at the end.
class Unattended final : public QObject
{
    Q_OBJECT

public:
    // Exit codes of an unattended run; as those of trainspotter-train.
    static constexpr int kFailed = 3;
    static constexpr int kNonFiniteLoss = 4;

    // Everything passed in must outlive it.
    Unattended(const Arguments& arguments, TrainingController& controller, QWidget& window);

private:
    void onMetrics(const QList<MetricBatch>& batches);
    void onState(RunState state);
    void takePicture();
    void quit(RunState state);

    const Arguments m_arguments;
    QWidget& m_window;
    bool m_isPictureTaken = false;
};

} // namespace gui
