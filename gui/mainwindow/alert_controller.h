// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/training_controller.h"
#include "gui/settings/theme_source.h"

#include <QPointer>

namespace gui {

class Banner;
class BannerStack;

// Turns what goes wrong into banners and dialogs: a non-finite loss with the way back, a run that
// ended by an error, a job that cannot be opened.
class AlertController : public QObject
{
    Q_OBJECT

public:
    AlertController(TrainingController& controller, BannerStack& banners, const ThemeSource& source,
                    QWidget& window);

    // Also for failures of the run library.
    void showFailure(const EngineFailure& failure);

signals:
    // "Inspect": select the run and bring the onset of the divergence into view.
    void inspectAsked(const gui::NonFiniteAlert& alert);

private:
    void showNonFinite(const NonFiniteAlert& alert);
    void rewind(const NonFiniteAlert& alert);
    void onStateChanged(RunState state);

    TrainingController& m_controller;
    BannerStack& m_banners;
    const ThemeSource& m_source;
    QWidget& m_window;
    QPointer<Banner> m_nonFinite;
};

// The two lines of the banner (design/README.md §7, sentence 1).
QString nonFiniteSentence(const NonFiniteAlert& alert);
QString nonFiniteCause(const NonFiniteAlert& alert);

} // namespace gui
