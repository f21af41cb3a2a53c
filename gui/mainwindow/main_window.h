// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_library.h"
#include "gui/bridge/training_controller.h"
#include "gui/mainwindow/pane_cycle.h"
#include "gui/mainwindow/run_actions.h"
#include "gui/models/log_model.h"
#include "gui/models/runs_model.h"
#include "gui/settings/app_settings.h"

#include <QMainWindow>
#include <QUndoStack>

#include <memory>

class QMenu;
class QStackedWidget;

namespace gui {

class AlertController;
class BannerStack;
class ChartControls;
class ChartsPage;
class CloseGuard;
class DistributionsPage;
class InspectorPanel;
class MainToolbar;
class ReadoutPanel;
class RunOpener;
class RunStatusBar;
class RunsPanel;
class RunViewController;
class StartPage;
class WindowActions;
class Workspace;

// The window: assembles pages, docks, actions and the objects that coordinate them. The Start page
// fills it until a run is opened or shown.
//
// Everything that is passed in outlives it.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(TrainingController& controller, RunLibrary& library, ThemeSource& source,
               AppSettings& settings, RunActions::Delays delays = {}, QWidget* parent = nullptr);
    ~MainWindow() override;

    void open(const OpenRequest& request, bool start);

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildPanels();
    void buildLayout();
    void buildMenus();
    void connectRun();
    void connectPages();
    void connectPanels();
    void connectViewActions();
    void connectSettingsActions();
    void restore();
    void saveSettings(); // to disk

    void showStartPage();
    void showWorkspace(const QString& page);
    void askStopWithoutSaving();
    void setTextScale(double scale);
    void updateEnabled();
    void updateStatus(); // of the run that the buttons act on
    void fitWidth();

    TrainingController& m_controller;
    RunLibrary& m_library;
    ThemeSource& m_source;
    AppSettings& m_settings;
    double m_basePointSize;

    RunsModel m_runs;
    LogModel m_log;
    QUndoStack m_undoStack;
    WindowActions* m_actions;
    RunActions* m_runActions;
    RunOpener* m_opener;
    QList<QMenu*> m_menus;

    RunsPanel* m_runsPanel = nullptr;
    InspectorPanel* m_inspector = nullptr;
    ReadoutPanel* m_readout = nullptr;
    ChartsPage* m_chartsPage = nullptr;
    DistributionsPage* m_distributionsPage = nullptr;
    StartPage* m_startPage = nullptr;
    ChartControls* m_chartControls = nullptr;
    MainToolbar* m_toolbar = nullptr;
    Workspace* m_workspace = nullptr;
    QStackedWidget* m_stack = nullptr;
    BannerStack* m_banners = nullptr;
    RunStatusBar* m_status = nullptr;
    AlertController* m_alerts = nullptr;
    RunViewController* m_view = nullptr;
    CloseGuard* m_closeGuard = nullptr;
    std::unique_ptr<PaneCycle> m_panes;
};

} // namespace gui
