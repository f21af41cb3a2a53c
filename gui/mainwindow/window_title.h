// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/training_controller.h"

#include <QTimer>

#include <optional>

namespace gui {

// "fashion-mlp — step 4 210 (loss 0.2116) — Trainspotter"; without a run only the program's name.
QString windowTitle(const RunDescription& run, qint64 step, std::optional<double> loss);

// Keeps the title of a window true, once a second while a run is open.
class WindowTitle : public QObject
{
    Q_OBJECT

public:
    WindowTitle(TrainingController& controller, QWidget& window);

private:
    void noteMetrics(const QList<MetricBatch>& batches);
    void update();

    TrainingController& m_controller;
    QWidget& m_window;
    std::optional<double> m_loss;
    QTimer m_timer;
};

} // namespace gui
