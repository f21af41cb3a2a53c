// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/main_window.h"

#include "gui/charts/charts_view.h"
#include "gui/dialogs/about_dialog.h"
#include "gui/dialogs/find_action_dialog.h"
#include "gui/dialogs/question_dialog.h"
#include "gui/dialogs/run_questions.h"
#include "gui/dialogs/shortcuts_dialog.h"
#include "gui/mainwindow/alert_controller.h"
#include "gui/mainwindow/chart_controls.h"
#include "gui/mainwindow/checkpoint_keeper.h"
#include "gui/mainwindow/close_guard.h"
#include "gui/mainwindow/distributions_controller.h"
#include "gui/mainwindow/dock_title_strip.h"
#include "gui/mainwindow/main_toolbar.h"
#include "gui/mainwindow/run_log.h"
#include "gui/mainwindow/run_menu.h"
#include "gui/mainwindow/run_opener.h"
#include "gui/mainwindow/run_view_controller.h"
#include "gui/mainwindow/trouble_banners.h"
#include "gui/mainwindow/undoable_changes.h"
#include "gui/mainwindow/window_actions.h"
#include "gui/mainwindow/window_menus.h"
#include "gui/mainwindow/window_title.h"
#include "gui/mainwindow/workspace.h"
#include "gui/models/run_state_text.h"
#include "gui/pages/charts_page.h"
#include "gui/pages/distributions_page.h"
#include "gui/pages/log_page.h"
#include "gui/pages/start_page.h"
#include "gui/panels/banner_stack.h"
#include "gui/panels/inspector_panel.h"
#include "gui/panels/readout_panel.h"
#include "gui/panels/run_status_bar.h"
#include "gui/panels/runs_panel.h"
#include "gui/settings/icons.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QMenuBar>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

namespace gui {

namespace {

constexpr int kCompactBelow = 1100;
constexpr double kTextStep = 0.1;
constexpr double kSmallestText = 0.8;
constexpr double kLargestText = 1.8;
const QString kChartsPageName = QStringLiteral("page.charts");
const QString kDistributionsPageName = QStringLiteral("page.distributions");
const QString kLogPageName = QStringLiteral("page.log");

} // namespace

MainWindow::MainWindow(TrainingController& controller, RunLibrary& library, ThemeSource& source,
                       AppSettings& settings, RunActions::Delays delays, QWidget* parent)
    : QMainWindow(parent), m_controller(controller), m_library(library), m_source(source),
      m_settings(settings), m_basePointSize(QApplication::font().pointSizeF()),
      m_actions(new WindowActions(source, this)),
      m_runActions(new RunActions(controller, source, delays, this)),
      m_opener(new RunOpener(
          {controller, settings, source, *(*m_actions)[WindowAction::OpenFile], *this},
          library.presets()))
{
    setObjectName(QStringLiteral("window"));
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setMinimumSize(source.theme().size.windowMin);
    setContextMenuPolicy(Qt::PreventContextMenu);
    buildPanels();
    buildLayout();
    buildMenus();
    m_alerts = new AlertController(controller, *m_banners, source, *this);
    new TroubleBanners(controller, library, *m_banners, source, *this);
    m_view = new RunViewController({controller, library, settings, m_runs, *m_runsPanel,
                                    *m_inspector, *m_readout, *m_chartsPage},
                                   this);
    m_closeGuard = new CloseGuard(controller, source, *this);
    new WindowTitle(controller, *this);
    m_panes = std::make_unique<PaneCycle>(QList<QWidget*>{
        m_runsPanel, m_startPage, m_workspace->pages(), m_readout, m_inspector, m_banners});
    connectRun();
    connectPages();
    connectPanels();
    connectViewActions();
    connectSettingsActions();
    restore();
    // A signal or the end of the desktop session ends the program without closing the window.
    connect(qApp, &QCoreApplication::aboutToQuit, this, [this] {
        if (isVisible()) {
            saveSettings();
        }
    });
}

MainWindow::~MainWindow() = default;

void MainWindow::buildPanels()
{
    m_runsPanel = new RunsPanel(m_runs, m_source);
    m_inspector = new InspectorPanel(m_source);
    m_readout = new ReadoutPanel(m_source);
    m_chartsPage = new ChartsPage(m_source);
    m_distributionsPage = new DistributionsPage(m_source);
    m_chartControls = new ChartControls(m_chartsPage->charts(), m_settings, m_source, this);
    m_workspace = new Workspace({m_runsPanel,
                                 {{m_chartsPage, tr("Charts")},
                                  {m_distributionsPage, tr("Distributions")},
                                  {new LogPage(m_log, m_source), tr("Log")}},
                                 m_readout,
                                 m_inspector},
                                m_settings, m_source);
    new DockTitleStrip(m_workspace->dock(Workspace::Readout), m_readout->titleStrip());
    m_startPage =
        new StartPage(m_library.presets(), (*m_actions)[WindowAction::OpenFile], m_source);
}

void MainWindow::buildLayout()
{
    m_toolbar = new MainToolbar(*m_runActions, *m_chartControls,
                                (*m_actions)[WindowAction::FindAction], m_source, this);
    addToolBar(m_toolbar);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_startPage);
    m_stack->addWidget(m_workspace);
    m_banners = new BannerStack(m_source, this);
    m_status = new RunStatusBar(m_source, this);

    auto* central = new QWidget(this);
    auto* column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_stack, 1);
    column->addWidget(m_banners);
    column->addWidget(m_status);
    setCentralWidget(central);
}

void MainWindow::buildMenus()
{
    m_menus = fillMenuBar(*menuBar(),
                          {*m_actions, *m_runActions, *m_chartControls, *m_workspace, m_source,
                           m_undoStack, m_opener->demonstrations(), m_opener->recentFiles(),
                           m_runsPanel->actions()});
}

void MainWindow::connectRun()
{
    connect(m_runActions, &RunActions::awaiting, m_status, &RunStatusBar::setAwaiting);
    connect(m_runActions, &RunActions::trainOnAsked, m_opener, &RunOpener::askTrainOn);
    connect(m_runActions, &RunActions::stopWithoutSavingAsked, this,
            &MainWindow::askStopWithoutSaving);
    connect(&m_controller, &TrainingController::stateChanged, this, &MainWindow::updateStatus);
    connect(m_opener, &RunOpener::blockedChanged, this, &MainWindow::updateEnabled);
    connect(&m_controller, &TrainingController::progressChanged, m_status,
            &RunStatusBar::setProgress);
    connect(&m_controller, &TrainingController::runOpened, this, [this] {
        m_status->setProgress(m_controller.progress());
        showWorkspace(kChartsPageName);
    });
    connect(m_view, &RunViewController::selectionChanged, m_runActions,
            &RunActions::setSelectedRun);
    connect(m_view, &RunViewController::selectionChanged, this, &MainWindow::updateStatus);
    auto* log = new RunLog(m_controller, m_library, m_log, this);
    connect(m_view, &RunViewController::selectionChanged, log, &RunLog::select);
    auto* distributions =
        new DistributionsController(m_controller, m_library, *m_distributionsPage);
    connect(m_view, &RunViewController::selectionChanged, distributions,
            &DistributionsController::select);
    connect(m_alerts, &AlertController::inspectAsked, this, [this](const NonFiniteAlert& alert) {
        showWorkspace(kChartsPageName);
        m_view->inspect(alert);
    });
}

void MainWindow::connectPages()
{
    connect(m_startPage, &StartPage::demonstrationAsked, m_opener, &RunOpener::openPreset);
    connect(m_startPage, &StartPage::runAsked, this, [this](RunId run) {
        showWorkspace(kChartsPageName);
        m_view->show(run);
    });
    connect(m_startPage, &StartPage::continueAsked, this,
            [this](RunId run) { m_opener->continueRun(run, -1); });
    const auto enableChartControls = [this] {
        m_chartControls->setEnabled(m_runs.shownCount() > 0);
    };
    connect(&m_runs, &RunsModel::shownChanged, this, enableChartControls);
    enableChartControls();
    connect(m_chartsPage, &ChartsPage::openFileAsked, (*m_actions)[WindowAction::OpenFile],
            &QAction::trigger);
    connect(m_chartsPage, &ChartsPage::demonstrationAsked, this, [this] {
        if (!m_opener->demonstrations().isEmpty()) {
            m_opener->demonstrations().constFirst()->trigger();
        }
    });
    connect(&m_library, &RunLibrary::runsChanged, this,
            [this] { m_startPage->setRuns(m_library.runs()); });
    connect(&m_source, &ThemeSource::changed, this, &MainWindow::fitWidth, Qt::QueuedConnection);
    connect(&m_library, &RunLibrary::failed, m_alerts, &AlertController::showFailure);
    connect(&m_library, &RunLibrary::storeSizeChanged, this,
            [this](qint64 bytes) { m_status->setStore(m_library.storePath(), bytes); });
}

void MainWindow::connectPanels()
{
    new UndoableChanges({m_controller, m_library, m_runs, *m_runsPanel,
                         *m_inspector->learningRate(), *m_banners, m_undoStack},
                        this);
    new RunMenu(*m_runsPanel, *m_runActions, this);
    connect(m_inspector, &InspectorPanel::continueAsked, m_opener, &RunOpener::continueRun);
    connect(m_opener, &RunOpener::blockedChanged, m_inspector, &InspectorPanel::setContinueBlocked);
    auto* keeper = new CheckpointKeeper(m_controller, m_library, this);
    connect(m_inspector, &InspectorPanel::keepAsked, keeper, &CheckpointKeeper::keep);
    connect(keeper, &CheckpointKeeper::answered, m_view, &RunViewController::showPin);
    QAction* freeze = (*m_actions)[WindowAction::FreezeReadout];
    connect(freeze, &QAction::toggled, m_readout, &ReadoutPanel::setFrozen);
    connect(m_readout, &ReadoutPanel::frozenChanged, freeze, &QAction::setChecked);
}

void MainWindow::connectViewActions()
{
    const auto on = [this](WindowAction which, auto slot) {
        connect((*m_actions)[which], &QAction::triggered, this, slot);
    };
    on(WindowAction::Quit, &QWidget::close);
    on(WindowAction::StartPage, &MainWindow::showStartPage);
    on(WindowAction::ChartsPage, [this] { showWorkspace(kChartsPageName); });
    on(WindowAction::DistributionsPage, [this] { showWorkspace(kDistributionsPageName); });
    on(WindowAction::LogPage, [this] { showWorkspace(kLogPageName); });
    on(WindowAction::NextPane, [this] { m_panes->next(); });
    on(WindowAction::PreviousPane, [this] { m_panes->previous(); });
    on(WindowAction::FindAction,
       [this] { (new FindActionDialog(listActions(m_menus), m_source, this))->open(); });
    on(WindowAction::Shortcuts,
       [this] { (new ShortcutsDialog(listActions(m_menus), m_source, this))->open(); });
    on(WindowAction::About, [this] { (new AboutDialog(m_source, this))->open(); });
    on(WindowAction::FilterRuns, [this] {
        showWorkspace(m_workspace->currentPage());
        m_workspace->dock(Workspace::Runs)->show();
        m_runsPanel->focusFilter();
    });
    on(WindowAction::FullScreen, [this](bool full) {
        setWindowState(full ? windowState() | Qt::WindowFullScreen
                            : windowState() & ~Qt::WindowFullScreen);
    });
}

void MainWindow::connectSettingsActions()
{
    struct StyleRow
    {
        WindowAction action;
        StyleChoice choice;
    };
    for (const StyleRow& row : {StyleRow{WindowAction::FollowDesktop, StyleChoice::FollowDesktop},
                                StyleRow{WindowAction::LightStyle, StyleChoice::Light},
                                StyleRow{WindowAction::DarkStyle, StyleChoice::Dark}}) {
        QAction* action = (*m_actions)[row.action];
        action->setChecked(m_source.choice() == row.choice);
        connect(action, &QAction::triggered, this, [this, row] {
            m_settings.setStyleChoice(row.choice);
            m_source.setChoice(row.choice);
        });
    }
    const auto onText = [this](WindowAction which, double step) {
        connect((*m_actions)[which], &QAction::triggered, this,
                [this, step] { setTextScale(step == 0 ? 1 : m_settings.textScale() + step); });
    };
    onText(WindowAction::LargerText, kTextStep);
    onText(WindowAction::SmallerText, -kTextStep);
    onText(WindowAction::NormalText, 0);
}

void MainWindow::restore()
{
    if (m_settings.textScale() != 1) {
        setTextScale(m_settings.textScale());
    }
    if (!restoreGeometry(m_settings.windowGeometry())) {
        resize(m_source.theme().size.window);
    }
    m_workspace->restoreLayout();
    m_startPage->setRuns(m_library.runs());
    m_view->restoreShownRuns();
    m_status->setStore(m_library.storePath(), 0);
    updateStatus();
    updateEnabled();
    showStartPage();
    m_library.refresh();
}

void MainWindow::open(const OpenRequest& request, bool start)
{
    m_controller.open(request, start);
}

void MainWindow::showStartPage()
{
    m_stack->setCurrentWidget(m_startPage);
    m_toolbar->setChartControlsVisible(false);
}

void MainWindow::showWorkspace(const QString& page)
{
    m_stack->setCurrentWidget(m_workspace);
    m_toolbar->setChartControlsVisible(true);
    fitWidth();
    m_workspace->showPage(page);
}

void MainWindow::askStopWithoutSaving()
{
    const RunSummary* run = m_runs.find(m_controller.description().id);
    const qint64 saved = run ? std::max<qint64>(run->lastCheckpointStep, 0) : 0;
    QuestionDialog* question =
        makeStopQuestion(m_controller.progress().step - saved, m_source, this);
    connect(question, &QuestionDialog::chosen, this, [this](const QString& answer) {
        if (answer == QLatin1String(kStopWithoutSaving)) {
            m_controller.requestStopWithoutSaving();
        }
    });
    question->open();
}

void MainWindow::setTextScale(double scale)
{
    const double bounded = std::clamp(scale, kSmallestText, kLargestText);
    m_settings.setTextScale(bounded);
    QFont font = QApplication::font();
    font.setPointSizeF(m_basePointSize * bounded);
    QApplication::setFont(font);
}

void MainWindow::updateEnabled()
{
    m_startPage->setBusy(m_controller.isOpening());
    m_chartsPage->setBusy(m_controller.isOpening());
    const QString reason = m_opener->blocked();
    QAction* startPage = (*m_actions)[WindowAction::StartPage];
    startPage->setEnabled(reason.isEmpty());
    startPage->setToolTip(reason.isEmpty() ? QString(startPage->text()).remove(u'&') : reason);
}

void MainWindow::updateStatus()
{
    const RunState state = m_controller.state();
    const RunSummary* selected = m_runs.find(m_view->selectedRun());
    if (selected && selected->id != m_controller.description().id && !holdsButtons(state)) {
        m_status->showStored(*selected);
    } else {
        m_status->setState(state);
        m_status->setProgress(m_controller.progress());
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_closeGuard->mayClose()) {
        event->ignore();
        return;
    }
    saveSettings();
    event->accept();
}

void MainWindow::saveSettings()
{
    m_settings.setWindowGeometry(saveGeometry());
    m_workspace->saveLayout();
    m_chartControls->save();
    m_settings.flush();
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    fitWidth();
}

void MainWindow::fitWidth()
{
    const bool compact = width() < kCompactBelow;
    m_toolbar->fit(width(), compact);
    m_workspace->setCompact(compact);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (m_opener->accepts(*event->mimeData())) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    m_opener->openDropped(*event->mimeData());
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange) {
        (*m_actions)[WindowAction::FullScreen]->setChecked(isFullScreen());
    }
}

} // namespace gui
