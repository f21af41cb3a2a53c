// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_library.h"
#include "gui/bridge/training_controller.h"
#include "gui/settings/theme_source.h"

#include <QPointer>

class QWidget;

namespace gui {

class Banner;
class BannerStack;
struct FailureText;

// What does not work while training goes on: a checkpoint that was not saved or not kept, a run
// that was not moved to the trash, a store that cannot be written or read. One banner for each,
// with the engine's words under Details; it goes by itself once it works again.
class TroubleBanners : public QObject
{
    Q_OBJECT

public:
    TroubleBanners(TrainingController& controller, RunLibrary& library, BannerStack& banners,
                   const ThemeSource& source, QWidget& window);

private:
    void onEvent(const RunEvent& event);
    void showUnsaved(qint64 step, const QString& details);
    void showNotPinned(const CheckpointPin& asked, const EngineFailure& failure);
    void showNotRemoved(const QString& name, const EngineFailure& failure);
    void showUnwritable(const QString& reason); // empty: it works again
    void showUnreadable(const EngineFailure& failure);
    void show(QPointer<Banner>& place, const FailureText& text, const QString& details);
    void remove(QPointer<Banner>& place);

    BannerStack& m_banners;
    const ThemeSource& m_source;
    QWidget& m_window;
    QString m_unsavedDetails; // of the failure that was told last
    QPointer<Banner> m_unsaved;
    QPointer<Banner> m_unpinned;
    QPointer<Banner> m_unremoved;
    QPointer<Banner> m_unwritable;
    QPointer<Banner> m_unreadable;
};

} // namespace gui
