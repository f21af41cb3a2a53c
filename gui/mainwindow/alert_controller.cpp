// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/alert_controller.h"

#include "gui/dialogs/question_dialog.h"
#include "gui/dialogs/run_questions.h"
#include "gui/panels/banner_stack.h"
#include "gui/settings/number_format.h"

#include <QPushButton>

namespace gui {

QString nonFiniteSentence(const NonFiniteAlert& alert)
{
    const QLocale locale;
    return AlertController::tr(
               "Loss became %1 at step %2. Training has halted; nothing was overwritten.")
        .arg(formatMetric(alert.value, locale), formatInteger(alert.step, locale));
}

QString nonFiniteCause(const NonFiniteAlert& alert)
{
    if (alert.climbingSince < 0) {
        return {};
    }
    return AlertController::tr("The loss had been climbing since step %1.")
        .arg(formatInteger(alert.climbingSince, QLocale()));
}

AlertController::AlertController(TrainingController& controller, BannerStack& banners,
                                 const ThemeSource& source, QWidget& window)
    : QObject(&window), m_controller(controller), m_banners(banners), m_source(source),
      m_window(window)
{
    connect(&controller, &TrainingController::lossBecameNonFinite, this,
            &AlertController::showNonFinite);
    connect(&controller, &TrainingController::failed, this, &AlertController::showFailure);
    connect(&controller, &TrainingController::stateChanged, this, &AlertController::onStateChanged);
}

void AlertController::showNonFinite(const NonFiniteAlert& alert)
{
    Banner* banner =
        m_banners.add(BannerKind::Danger, nonFiniteSentence(alert), nonFiniteCause(alert));
    m_nonFinite = banner;
    if (alert.rewindStep >= 0) {
        const QString text = tr("Rewind to %1, learning rate %2")
                                 .arg(formatInteger(alert.rewindStep, QLocale()),
                                      formatSetting(alert.suggestedLearningRate, QLocale()));
        QPushButton* rewindButton =
            banner->addButton(QStringLiteral("default"), text, QStringLiteral("rewind"));
        connect(rewindButton, &QPushButton::clicked, this, [this, alert] { rewind(alert); });
    }
    QPushButton* inspect = banner->addButton(alert.rewindStep >= 0 ? QStringLiteral("inspect")
                                                                   : QStringLiteral("default"),
                                             tr("Inspect"));
    connect(inspect, &QPushButton::clicked, this, [this, alert] { emit inspectAsked(alert); });
    m_banners.present(banner);
}

void AlertController::rewind(const NonFiniteAlert& alert)
{
    OpenRequest request;
    request.continueRun = alert.run;
    request.fromStep = alert.rewindStep;
    request.learningRate = alert.suggestedLearningRate;
    m_controller.open(request, true);
}

void AlertController::onStateChanged(RunState state)
{
    // The alert is answered once the run goes on or is left, by whatever way.
    if (m_nonFinite && state != RunState::Halted) {
        m_banners.remove(m_nonFinite);
    }
}

void AlertController::showFailure(const EngineFailure& failure)
{
    makeFailureDialog(failure, m_source, &m_window)->open();
}

} // namespace gui
