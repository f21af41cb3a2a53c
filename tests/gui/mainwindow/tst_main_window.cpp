// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The window as a whole: start page, layout, keys, what it remembers.
#include "tests/gui/support/window_fixture.h"

#include "gui/charts/charts_view.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestMainWindow : public WindowTest
{
    Q_OBJECT

private slots:
    void oneClickStartsADemonstration_data();
    void oneClickStartsADemonstration();
    void anOpenedRunBringsTheCharts();
    void keys_data();
    void keys();
    void f8GoesFromPaneToPane();
    void findActionRunsWhatWasTyped();
    void theTitleTellsStepAndLoss();
    void docksAndShownRunsComeBack();
    void theChartsComeBackAsTheyWere();
    void theSettingsAreWrittenWhenTheProgramIsAskedToEnd();
    void aNarrowWindowFoldsItsDocks();
    void aFinishedRunIsTrainedOn();
};

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
    m_fixture->clickMarker(2);
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

void TestMainWindow::theChartsComeBackAsTheyWere()
{
    m_fixture->click("start.run.7");
    m_fixture->find<QSpinBox>("toolbar.smoothingSteps")->setValue(120);
    m_fixture->find<QAction>("chart.log")->trigger();
    m_fixture->find<QAction>("chart.raw")->trigger();
    charts().focusFirstCard();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Plus);
    charts().refreshNow();
    const auto range = charts().xRange();
    QVERIFY(!charts().follow());
    QVERIFY(window().close());

    m_fixture->makeWindow();
    QTest::keyClick(&window(), Qt::Key_1, Qt::ControlModifier);
    charts().refreshNow();
    QCOMPARE(charts().xRange(), range);
    QCOMPARE(m_fixture->find<QSpinBox>("toolbar.smoothingSteps")->value(), 120);
    QCOMPARE(charts().smoothing(), 120.);
    QVERIFY(m_fixture->find<QAction>("chart.log")->isChecked() && charts().logScale());
    QVERIFY(!m_fixture->find<QAction>("chart.raw")->isChecked() && !charts().showRaw());
    QVERIFY(!m_fixture->find<QAction>("chart.follow")->isChecked());
}

void TestMainWindow::theSettingsAreWrittenWhenTheProgramIsAskedToEnd()
{
    m_fixture->click("start.run.7");
    QTest::keyClick(&window(), Qt::Key_7, Qt::ControlModifier);
    window().resize(1111, 777);
    m_fixture->find<QSpinBox>("toolbar.smoothingSteps")->setValue(77);
    QTimer::singleShot(0, [] { QCoreApplication::exit(0); }); // as a signal does
    QCOMPARE(QCoreApplication::exec(), 0);
    QVERIFY(window().isVisible()); // nobody closed it

    const AppSettings written(m_fixture->folder.filePath(QStringLiteral("trainspotter.ini")));
    QCOMPARE(written.page(), QStringLiteral("page.log"));
    ChartsView view(TestLook::source());
    QVERIFY(view.restoreState(written.chartsState()));
    QCOMPARE(view.smoothing(), 77.);
    QCOMPARE(written.windowGeometry(), window().saveGeometry());
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

void TestMainWindow::aFinishedRunIsTrainedOn()
{
    m_fixture->openRun(RunState::Paused);
    RunProgress progress;
    progress.step = 10'000;
    controller().answerProgress(progress);
    controller().answerCheckpoint(10'000);
    controller().answerState(RunState::Finished);
    m_fixture->click("toolbar.start");
    m_fixture->find<QSpinBox>("trainOn.steps")->setValue(2500);
    m_fixture->click("trainOn.start");
    QCOMPARE(calls(), QStringList({QStringLiteral("open run 7 until 12500 start")}));
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
