// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/mainwindow/run_buttons.h"
#include "gui/settings/theme_source.h"

#include <QToolBar>

#include <array>

class QToolButton;

namespace gui {

class ChartControls;
class IconLabel;
class RunActions;
class RunToolButton;

// The toolbar: run buttons │ x axis │ smoothing │ Log, Fit, Follow │ Find action. In a narrow
// window the chart buttons lose their words and the smoothing its slider.
class MainToolbar : public QToolBar
{
    Q_OBJECT

public:
    MainToolbar(RunActions& runActions, ChartControls& chartControls, QAction* findAction,
                const ThemeSource& source, QWidget* parent = nullptr);

    // Compact in a compact window, and when the words do not fit into `width`.
    void fit(int width, bool compactWindow);
    // Chart controls belong to the charts: they are not there on the Start page.
    void setChartControlsVisible(bool visible);

protected:
    void changeEvent(QEvent* event) override;

private:
    void addRunButtons(RunActions& runActions);
    void addChartControls(ChartControls& chartControls);
    QToolButton* addActionButton(QAction* action, const QString& name);
    QAction* addChartWidget(QWidget* widget);
    void updateRunButtons();
    void setCompact(bool compact);
    void arrange();

    RunActions& m_runActions;
    const ThemeSource& m_source;
    std::array<RunToolButton*, 5> m_runButtons{};
    QList<QToolButton*> m_wordButtons; // lose their words when compact
    QList<QAction*> m_chartActions; // everything of the charts, separators too
    QList<QAction*> m_wideOnly;
    QAction* m_compactOnly = nullptr;
    bool m_compact = false;
    int m_wideWidth = -1; // with all words and the chart controls; -1: to be measured
    bool m_chartsVisible = true;
};

} // namespace gui
