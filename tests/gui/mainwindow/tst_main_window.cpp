// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The window on a fake controller and a fake store, operated by real clicks and keys.
#include "tests/gui/support/window_fixture.h"

#include "gui/charts/charts_view.h"
#include "gui/dialogs/question_dialog.h"
#include "gui/panels/run_row_delegate.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestMainWindow : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup() { m_fixture.reset(); }

    void oneClickStartsADemonstration_data();
    void oneClickStartsADemonstration();
    void anOpenedRunBringsTheCharts();
    void aRecentRunIsShownByItsName();
    void aRecentRunIsContinuedByItsLink();
    void aClickOnTheMarkerShowsAndHides();
    void spaceShowsAndHidesTheRowInFocus();
    void onlyTheSelectedRunCanBeUndone();
    void aRemovedRunComesBackWithUndo();
    void theFilterLeavesMatchingRuns();
    void pointsAreDrawnOnceWhenStoreAndRunTellTheSame();
    void theLearningRateIsAskedForAndAcknowledged();
    void ctrlZSetsTheLearningRateBack();
    void theSliderAsksWhenItIsLetGo();
    void aCheckpointIsContinued();
    void aNonFiniteLossOffersTheWayBack();
    void inspectSelectsTheRun();
    void withoutACheckpointInspectIsTheDefault();
    void aFailureHasASentenceAndDetails();
    void closingAnIdleWindowAsksNothing();
    void keepTrainingKeepsTheWindow_data();
    void keepTrainingKeepsTheWindow();
    void saveAndQuitWaitsForTheStop();
    void aFailedStopKeepsTheWindow();
    void stoppingTwiceCanGiveUpTheCheckpoint();
    void aFinishedRunIsTrainedOn();
    void keys_data();
    void keys();
    void f8GoesFromPaneToPane();
    void findActionRunsWhatWasTyped();
    void theReadoutIsCopied();
    void theTitleTellsStepAndLoss();
    void docksAndShownRunsComeBack();
    void aNarrowWindowFoldsItsDocks();
    void aDroppedJobFileIsOpened();
    void openersAreOffWhileARunTrains();

private:
    MainWindow& window() { return *m_fixture->window; }
    FakeTrainingController& controller() { return m_fixture->controller; }
    FakeRunLibrary& library() { return m_fixture->library; }
    QListView& runs() { return *m_fixture->find<QListView>("runs.list"); }
    ChartsView& charts() { return *window().findChild<ChartsView*>(); }
    void clickMarker(int row);
    QStringList& calls() { return controller().calls; }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestMainWindow::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
}

void TestMainWindow::init()
{
    failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestMainWindow::clickMarker(int row)
{
    const QRect rect = runs().visualRect(runs().model()->index(row, 0));
    QTest::mouseClick(runs().viewport(), Qt::LeftButton, Qt::NoModifier,
                      RunRowDelegate::markerRect(rect).center());
}

void TestMainWindow::oneClickStartsADemonstration_data()
{
    QTest::addColumn<QString>("preset");
    for (const char* preset : {"fashion-mlp", "iris", "spirals"}) {
        QTest::newRow(preset) << QString::fromLatin1(preset);
    }
}

void TestMainWindow::oneClickStartsADemonstration()
{
    QFETCH(QString, preset);
    m_fixture->click(qPrintable(QStringLiteral("start.demo.") + preset));
    QCOMPARE(calls(), QStringList({QStringLiteral("open %1 start").arg(preset)}));
}

void TestMainWindow::anOpenedRunBringsTheCharts()
{
    QVERIFY(m_fixture->find<QWidget>("page.start")->isVisible());
    QVERIFY(!m_fixture->find<QWidget>("toolbar.xaxis")->isVisible());
    m_fixture->openRun();
    QVERIFY(!m_fixture->find<QWidget>("page.start")->isVisible());
    QVERIFY(charts().isVisible());
    QVERIFY(m_fixture->find<QWidget>("toolbar.xaxis")->isVisible());
    QCOMPARE(charts().runs(), QList<RunId>({7}));
    QCOMPARE(m_fixture->find<QLabel>("status.state")->text(), QStringLiteral("Running"));
    QVERIFY(m_fixture->find<QWidget>("inspector.learningRate")->isEnabled());
}

void TestMainWindow::aRecentRunIsShownByItsName()
{
    m_fixture->click("start.run.6");
    QVERIFY(charts().isVisible());
    QCOMPARE(charts().runs(), QList<RunId>({6}));
    QCOMPARE(runs().currentIndex().row(), 1);
    QVERIFY(calls().isEmpty());
}

void TestMainWindow::aRecentRunIsContinuedByItsLink()
{
    m_fixture->click("start.continue.5");
    QCOMPARE(calls(), QStringList({QStringLiteral("open run 5 start")}));
    QVERIFY(!m_fixture->find<QWidget>("start.continue.6")); // it is finished
}

void TestMainWindow::aClickOnTheMarkerShowsAndHides()
{
    m_fixture->openRun();
    clickMarker(1);
    QCOMPARE(charts().runs().size(), 2);
    QCOMPARE(library().calls.count(QStringLiteral("load 6")), 1);
    QCOMPARE(runs().currentIndex().row(), 0); // showing is not selecting
    QCOMPARE(m_fixture->find<QLabel>("runs.count")->text(), QStringLiteral("7 runs · 2 shown"));
    clickMarker(1);
    QCOMPARE(charts().runs(), QList<RunId>({7}));
    clickMarker(0);
    QVERIFY(charts().runs().isEmpty());
    QVERIFY(!charts().isVisible());
    m_fixture->click("charts.showLastRun");
    QCOMPARE(charts().runs(), QList<RunId>({7}));
}

void TestMainWindow::spaceShowsAndHidesTheRowInFocus()
{
    m_fixture->openRun();
    runs().setFocus();
    QTest::keyClick(&runs(), Qt::Key_Down);
    QTest::keyClick(&runs(), Qt::Key_Space);
    QCOMPARE(charts().runs().size(), 2);
}

void TestMainWindow::onlyTheSelectedRunCanBeUndone()
{
    m_fixture->openRun();
    clickMarker(1);
    clickMarker(2);
    runs().setCurrentIndex(runs().model()->index(1, 0));
    m_fixture->click("runs.showOnly");
    QCOMPARE(charts().runs(), QList<RunId>({6}));
    const QAction* undo = window().findChild<QAction*>(QStringLiteral("run.undo"));
    QCOMPARE(undo->text(), QStringLiteral("Undo Hide Runs"));
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(charts().runs().size(), 3);
}

void TestMainWindow::aRemovedRunComesBackWithUndo()
{
    m_fixture->click("start.run.6");
    m_fixture->click("runs.remove");
    QCOMPARE(runs().model()->rowCount(), 6);
    QVERIFY(charts().runs().isEmpty());
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(runs().model()->rowCount(), 7);
    QVERIFY(library().calls.contains(QStringLiteral("restoreRun 6")));
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(runs().model()->rowCount(), 6);
}

void TestMainWindow::theFilterLeavesMatchingRuns()
{
    m_fixture->openRun();
    QTest::keyClick(&window(), Qt::Key_F, Qt::ControlModifier);
    auto* field = m_fixture->find<QLineEdit>("runs.filter");
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("spirals"));
    QCOMPARE(runs().model()->rowCount(), 2);
}

void TestMainWindow::pointsAreDrawnOnceWhenStoreAndRunTellTheSame()
{
    m_fixture->openRun(RunState::Running, 4000);
    // The store told steps 1 … 4210; the new segment tells 4200 … 4220 once more, live.
    emit controller().metricsArrived({sampleSeries(7, 4200, 4220, .2).first()});
    charts().refreshNow();
    QCOMPARE(charts().lastX(), 4220.);
    emit controller().metricsArrived({sampleSeries(7, 4200, 4215, 9).first()}); // told before
    charts().refreshNow();
    const ReadoutTable table = charts().readoutAt(4210);
    QVERIFY(!table.rows.isEmpty());
    for (std::optional<double> value : table.rows.first().values) {
        QVERIFY(!value || *value < 1000);
    }
    QCOMPARE(charts().lastX(), 4220.);
}

void TestMainWindow::theLearningRateIsAskedForAndAcknowledged()
{
    m_fixture->openRun();
    auto* field = m_fixture->find<QDoubleSpinBox>("inspector.learningRate");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("0.05"));
    QVERIFY(calls().isEmpty()); // nothing is asked for while somebody types
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(calls(), QStringList({QStringLiteral("setLearningRate 0.05")}));
    emit controller().controlApplied({QStringLiteral("learning_rate"), 0.1, double(0.05F), 2600});
    bool said = false;
    const auto labels = window().findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        said |= label->text() == QStringLiteral("0.1000 → 0.0500 at step 2\u202f600");
    }
    QVERIFY(said);
}

void TestMainWindow::ctrlZSetsTheLearningRateBack()
{
    m_fixture->openRun();
    auto* field = m_fixture->find<QDoubleSpinBox>("inspector.learningRate");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("0.05"));
    QTest::keyClick(field, Qt::Key_Return);
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(calls().last(), QStringLiteral("setLearningRate 0.1"));
    QCOMPARE(field->value(), 0.1);
}

void TestMainWindow::theSliderAsksWhenItIsLetGo()
{
    m_fixture->openRun();
    auto* slider = m_fixture->find<QSlider>("inspector.learningRateSlider");
    auto* field = m_fixture->find<QDoubleSpinBox>("inspector.learningRate");
    slider->setSliderDown(true);
    slider->setSliderPosition(slider->value() - 20); // a decade
    QCOMPARE(field->value(), 0.01);
    QVERIFY(calls().isEmpty());
    slider->setSliderDown(false);
    QCOMPARE(calls(), QStringList({QStringLiteral("setLearningRate 0.01")}));
}

void TestMainWindow::aCheckpointIsContinued()
{
    m_fixture->click("start.run.7");
    auto* table = m_fixture->find<QTableView>("inspector.checkpoints");
    QCOMPARE(table->model()->rowCount(), 4);
    QVERIFY(!m_fixture->find<QPushButton>("inspector.continue")->isEnabled());
    table->selectRow(2);
    m_fixture->click("inspector.continue");
    QCOMPARE(calls(), QStringList({QStringLiteral("open run 7 start")}));
    QCOMPARE(controller().lastOpen.fromStep, 2000);
    m_fixture->openRun(RunState::Running, 2000);
    QVERIFY(!m_fixture->find<QPushButton>("inspector.continue")->isEnabled());
}

namespace {

NonFiniteAlert sampleAlert()
{
    NonFiniteAlert alert;
    alert.run = 7;
    alert.step = 1240;
    alert.value = qQNaN();
    alert.climbingSince = 1090;
    alert.rewindStep = 1000;
    alert.learningRate = 0.4;
    alert.suggestedLearningRate = 0.2;
    return alert;
}

} // namespace

void TestMainWindow::aNonFiniteLossOffersTheWayBack()
{
    m_fixture->openRun();
    controller().answerState(RunState::Halted);
    emit controller().lossBecameNonFinite(sampleAlert());
    auto* rewind = m_fixture->find<QPushButton>("banner.default");
    QVERIFY(rewind);
    QTRY_VERIFY(rewind->hasFocus());
    QCOMPARE(rewind->text(), QStringLiteral("Rewind to 1\u202f000, learning rate 0.2"));
    QCOMPARE(m_fixture->find<QWidget>("banner")->accessibleName(),
             QStringLiteral("Loss became NaN at step 1\u202f240. Training has halted; nothing was "
                            "overwritten."));
    QCOMPARE(m_fixture->find<QLabel>("status.state")->text(), QStringLiteral("Halted: NaN"));
    QTest::keyClick(rewind, Qt::Key_Space);
    QCOMPARE(calls(), QStringList({QStringLiteral("open run 7 start")}));
    QCOMPARE(controller().lastOpen.fromStep, 1000);
    QCOMPARE(controller().lastOpen.learningRate, 0.2);
    m_fixture->openRun(RunState::Running, 1000);
    QTRY_VERIFY(!m_fixture->find<QPushButton>("banner.default"));
}

void TestMainWindow::inspectSelectsTheRun()
{
    m_fixture->openRun();
    clickMarker(1);
    runs().setCurrentIndex(runs().model()->index(1, 0));
    controller().answerState(RunState::Halted);
    emit controller().lossBecameNonFinite(sampleAlert());
    m_fixture->click("banner.inspect");
    QCOMPARE(runs().currentIndex().row(), 0);
    QVERIFY(charts().isVisible());
    m_fixture->click("banner.close");
    QTRY_VERIFY(!m_fixture->find<QWidget>("banner"));
}

void TestMainWindow::withoutACheckpointInspectIsTheDefault()
{
    m_fixture->openRun();
    NonFiniteAlert alert = sampleAlert();
    alert.rewindStep = -1;
    controller().answerState(RunState::Halted);
    emit controller().lossBecameNonFinite(alert);
    QCOMPARE(m_fixture->find<QPushButton>("banner.default")->text(), QStringLiteral("Inspect"));
}

void TestMainWindow::aFailureHasASentenceAndDetails()
{
    const QString message = QStringLiteral("line 14: hiden_layers is not a known key");
    m_fixture->click("start.demo.iris");
    emit controller().failed({QStringLiteral("InvalidArgument"), message});
    auto* dialog = m_fixture->find<QDialog>("failureDialog");
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(dialog->accessibleName(),
             QStringLiteral("The job cannot be started as it is written."));
    auto* text = m_fixture->find<QPlainTextEdit>("details.text");
    QVERIFY(!text->isVisible());
    m_fixture->click("details.toggle");
    QVERIFY(text->isVisible());
    QCOMPARE(text->toPlainText(), message);
    m_fixture->click("details.copy");
    QCOMPARE(QGuiApplication::clipboard()->text(), message);
    m_fixture->click("failure.close");
    QTRY_VERIFY(!m_fixture->find<QDialog>("failureDialog"));
    QVERIFY(m_fixture->find<QWidget>("start.demo.iris")->isEnabled()); // usable as before
}

void TestMainWindow::closingAnIdleWindowAsksNothing()
{
    QVERIFY(window().close());
}

void TestMainWindow::keepTrainingKeepsTheWindow_data()
{
    QTest::addColumn<QString>("button");
    QTest::newRow("keep training") << "close.keepTraining";
    QTest::newRow("cancel") << "close.cancel";
}

void TestMainWindow::keepTrainingKeepsTheWindow()
{
    QFETCH(QString, button);
    m_fixture->openRun();
    RunProgress progress;
    progress.step = 4087;
    controller().answerProgress(progress);
    controller().answerCheckpoint(4000);
    QVERIFY(!window().close());
    QVERIFY(!window().close()); // asks once
    QCOMPARE(window().findChildren<QDialog*>(QStringLiteral("closeQuestion")).size(), 1);
    bool said = false;
    const auto labels = m_fixture->find<QDialog>("closeQuestion")->findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        said |= label->text() == QStringLiteral("The last checkpoint is 87 steps old.");
    }
    QVERIFY(said);
    m_fixture->click(qPrintable(button));
    QVERIFY(window().isVisible());
    QVERIFY(calls().isEmpty());
    QTRY_VERIFY(!m_fixture->find<QDialog>("closeQuestion"));
    QVERIFY(!window().close()); // and again when asked again
    QVERIFY(m_fixture->find<QDialog>("closeQuestion"));
}

void TestMainWindow::saveAndQuitWaitsForTheStop()
{
    m_fixture->openRun();
    QVERIFY(!window().close());
    m_fixture->click("close.saveAndQuit");
    QCOMPARE(calls(), QStringList({QStringLiteral("requestStop")}));
    QVERIFY(window().isVisible());
    QVERIFY(m_fixture->find<QDialog>("closeWaiting")->isVisible());
    controller().answerState(RunState::Stopping);
    QVERIFY(window().isVisible());
    controller().answerState(RunState::Stopped);
    QTRY_VERIFY(!window().isVisible());
}

void TestMainWindow::aFailedStopKeepsTheWindow()
{
    m_fixture->openRun();
    QVERIFY(!window().close());
    m_fixture->click("close.saveAndQuit");
    emit controller().failed({QStringLiteral("ResourceExhausted"), QStringLiteral("disk full")});
    controller().answerState(RunState::Failed);
    QVERIFY(window().isVisible());
    QVERIFY(m_fixture->find<QDialog>("failureDialog"));
}

void TestMainWindow::stoppingTwiceCanGiveUpTheCheckpoint()
{
    m_fixture->openRun();
    m_fixture->click("toolbar.stop");
    controller().answerState(RunState::Stopping);
    m_fixture->click("toolbar.stop");
    m_fixture->click("stop.withoutSaving");
    QCOMPARE(
        calls(),
        QStringList({QStringLiteral("requestStop"), QStringLiteral("requestStopWithoutSaving")}));
}

void TestMainWindow::aFinishedRunIsTrainedOn()
{
    m_fixture->openRun(RunState::Finished);
    m_fixture->click("toolbar.start");
    m_fixture->find<QSpinBox>("trainOn.steps")->setValue(2500);
    m_fixture->click("trainOn.start");
    QCOMPARE(calls(), QStringList({QStringLiteral("trainOn 2500")}));
}

void TestMainWindow::keys_data()
{
    QTest::addColumn<RunState>("state");
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QString>("call");
    QTest::newRow("Ctrl+R starts") << RunState::Ready << "Ctrl+R"
                                   << "start";
    QTest::newRow("Ctrl+R resumes") << RunState::Paused << "Ctrl+R"
                                    << "resume";
    QTest::newRow("F6 pauses") << RunState::Running << "F6"
                               << "requestPause";
    QTest::newRow("F6 resumes") << RunState::Paused << "F6"
                                << "resume";
    QTest::newRow("F7 steps") << RunState::Paused << "F7"
                              << "requestStep";
    QTest::newRow("Ctrl+. stops") << RunState::Running << "Ctrl+."
                                  << "requestStop";
    QTest::newRow("Ctrl+S saves") << RunState::Running << "Ctrl+S"
                                  << "requestCheckpoint";
}

void TestMainWindow::keys()
{
    QFETCH(RunState, state);
    QFETCH(QString, keys);
    QFETCH(QString, call);
    m_fixture->openRun(state);
    QTest::keySequence(&window(), QKeySequence(keys));
    QCOMPARE(calls(), QStringList({call}));
}

void TestMainWindow::f8GoesFromPaneToPane()
{
    m_fixture->openRun();
    m_fixture->find<QWidget>("runs.filter")->setFocus();
    QStringList visited;
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(&window(), Qt::Key_F8);
        visited.append(QApplication::focusWidget()->objectName());
    }
    QCOMPARE(visited.last(), QStringLiteral("runs.filter")); // once round
    QVERIFY(visited.contains(QStringLiteral("inspector.learningRateSlider")));
    QTest::keyClick(&window(), Qt::Key_F8, Qt::ShiftModifier);
    QCOMPARE(QApplication::focusWidget()->objectName(), visited.at(2));
}

void TestMainWindow::findActionRunsWhatWasTyped()
{
    m_fixture->openRun();
    m_fixture->click("toolbar.findAction");
    auto* field = m_fixture->find<QLineEdit>("findAction.field");
    QVERIFY(field);
    QTest::keyClicks(field, QStringLiteral("checkpoint"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(calls(), QStringList({QStringLiteral("requestCheckpoint")}));
    QTRY_VERIFY(!m_fixture->find<QLineEdit>("findAction.field"));
}

void TestMainWindow::theReadoutIsCopied()
{
    m_fixture->click("start.run.7");
    auto* table = m_fixture->find<QTableView>("readout.table");
    QTRY_VERIFY(table->model()->rowCount() == 1);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    QVERIFY(lines.first().startsWith(QStringLiteral("run\t")));
    QVERIFY(lines.at(1).startsWith(QStringLiteral("fashion-mlp\t")));
    QTest::keyClick(table, Qt::Key_F);
    QVERIFY(m_fixture->find<QToolButton>("readout.freeze")->isChecked());
    const int rows = table->model()->rowCount();
    clickMarker(1);
    QTest::qWait(200); // longer than the readout waits; frozen, it does not follow
    QCOMPARE(table->model()->rowCount(), rows);
}

void TestMainWindow::theTitleTellsStepAndLoss()
{
    QCOMPARE(window().windowTitle(), QStringLiteral("Trainspotter"));
    m_fixture->openRun();
    emit controller().metricsArrived({{7, 0, QStringLiteral("train/loss"), {{4210, 0.2116, 1}}}});
    RunProgress progress;
    progress.step = 4210;
    controller().answerProgress(progress);
    controller().answerState(RunState::Paused);
    QCOMPARE(window().windowTitle(),
             QStringLiteral("fashion-mlp — step 4\u202f210 (loss 0.2116) — Trainspotter"));
}

void TestMainWindow::docksAndShownRunsComeBack()
{
    m_fixture->click("start.run.6");
    clickMarker(2);
    QTest::keyClick(&window(), Qt::Key_F9, Qt::ShiftModifier);
    QVERIFY(!m_fixture->find<QDockWidget>("dock.inspector")->isVisible());
    QTest::keyClick(&window(), Qt::Key_7, Qt::ControlModifier);
    const int slot = 2;
    QVERIFY(window().close());

    m_fixture->makeWindow();
    QTest::keyClick(&window(), Qt::Key_1, Qt::ControlModifier);
    QVERIFY(!m_fixture->find<QDockWidget>("dock.inspector")->isVisible());
    QVERIFY(m_fixture->find<QDockWidget>("dock.runs")->isVisible());
    QCOMPARE(charts().runs().size(), 2);
    QVERIFY(charts().runs().contains(RunId(5)));
    QCOMPARE(runs().model()->index(slot, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
}

void TestMainWindow::aNarrowWindowFoldsItsDocks()
{
    m_fixture->openRun();
    auto* runsDock = m_fixture->find<QDockWidget>("dock.runs");
    auto* slider = m_fixture->find<QSlider>("toolbar.smoothing");
    QVERIFY(runsDock->isVisible() && slider->isVisible());
    window().resize(960, 540);
    QTRY_VERIFY(!runsDock->isVisible());
    QTRY_VERIFY(!slider->isVisible());
    QVERIFY(m_fixture->find<QWidget>("toolbar.smoothingSteps")->isVisible());
    QCOMPARE(m_fixture->find<QToolButton>("toolbar.follow")->toolButtonStyle(),
             Qt::ToolButtonIconOnly);
    QTest::keyClick(&window(), Qt::Key_F9);
    QVERIFY(runsDock->isVisible());
    window().resize(1280, 800);
    QTRY_VERIFY(slider->isVisible());
    QVERIFY(m_fixture->find<QDockWidget>("dock.inspector")->isVisible());
}

void TestMainWindow::aDroppedJobFileIsOpened()
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/mine.toml"))});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &drop);
    QCOMPARE(calls(), QStringList({QStringLiteral("open /tmp/mine.toml start")}));

    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/mine.txt"))});
    QDragEnterEvent other(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    other.ignore();
    QCoreApplication::sendEvent(&window(), &other);
    QVERIFY(!other.isAccepted());
}

void TestMainWindow::openersAreOffWhileARunTrains()
{
    m_fixture->openRun();
    const QAction* open = window().findChild<QAction*>(QStringLiteral("file.open"));
    QVERIFY(!open->isEnabled());
    QCOMPARE(open->toolTip(), QStringLiteral("Stop the run that is being trained first."));
    controller().answerState(RunState::Stopped);
    QVERIFY(open->isEnabled());
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
