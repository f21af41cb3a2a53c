// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"
#include "gui/settings/theme_source.h"

#include <QWidget>

class QLabel;
class QProgressBar;

namespace gui {

class IconLabel;
class ValueCell;

// The line at the foot of the window: state, progress, steps, epoch, rates, time left, what
// monitoring costs, store. Cells keep their places; when the window is narrow they go in the order
// examples/s, store, epoch, monitoring.
class RunStatusBar : public QWidget
{
    Q_OBJECT

public:
    RunStatusBar(const ThemeSource& source, QWidget* parent = nullptr);

    void setState(RunState state);
    void setProgress(const RunProgress& progress);
    void showStored(const RunSummary& run); // a run that is not open: its state and steps
    // What a late request waits for; shown after the state's word until it is empty again.
    void setAwaiting(const QString& what);
    void setStore(const QString& path, qint64 bytes); // 0 bytes: a new store

    QString stateText() const;
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    ValueCell* addCell(const QString& name, const QString& widest);
    void showState();
    void showProgress();
    void fitCells();

    const ThemeSource& m_source;
    RunState m_state = RunState::None;
    RunProgress m_progress;
    QString m_awaiting;
    IconLabel* m_icon;
    QLabel* m_stateLabel;
    QProgressBar* m_bar;
    ValueCell* m_steps;
    ValueCell* m_epoch;
    ValueCell* m_stepRate;
    ValueCell* m_exampleRate;
    ValueCell* m_left;
    ValueCell* m_monitoring;
    ValueCell* m_store;
};

} // namespace gui
