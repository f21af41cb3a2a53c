// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/window_title.h"

#include "gui/models/run_state_text.h"
#include "gui/settings/number_format.h"

#include <QCoreApplication>
#include <QWidget>

namespace gui {

namespace {

constexpr int kUpdateMilliseconds = 1000;

} // namespace

QString windowTitle(const RunDescription& run, qint64 step, std::optional<double> loss)
{
    const QString program = QStringLiteral("Trainspotter");
    if (run.id == 0) {
        return program;
    }
    const QLocale locale;
    const QString steps = formatInteger(step, locale);
    const QString position = loss
        ? QCoreApplication::translate("WindowTitle", "step %1 (loss %2)")
              .arg(steps, formatMetric(*loss, locale))
        : QCoreApplication::translate("WindowTitle", "step %1").arg(steps);
    return QStringLiteral("%1 — %2 — %3").arg(run.name, position, program);
}

WindowTitle::WindowTitle(TrainingController& controller, QWidget& window)
    : QObject(&window), m_controller(controller), m_window(window)
{
    m_timer.setInterval(kUpdateMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &WindowTitle::update);
    connect(&controller, &TrainingController::metricsArrived, this, &WindowTitle::noteMetrics);
    connect(&controller, &TrainingController::runOpened, this, [this] {
        m_loss.reset();
        update();
    });
    connect(&controller, &TrainingController::stateChanged, this, [this](RunState state) {
        update();
        if (isActive(state)) {
            m_timer.start();
        } else {
            m_timer.stop();
        }
    });
    update();
}

void WindowTitle::noteMetrics(const QList<MetricBatch>& batches)
{
    for (const MetricBatch& batch : batches) {
        if (batch.tag == u"train/loss" && !batch.points.isEmpty()) {
            m_loss = batch.points.constLast().value;
        }
    }
}

void WindowTitle::update()
{
    m_window.setWindowTitle(
        windowTitle(m_controller.description(), m_controller.progress().step, m_loss));
}

} // namespace gui
