// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which runs are shown and selected, and what the panels make of it.
#include "tests/gui/support/window_fixture.h"

#include "gui/charts/charts_view.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestRunViewController : public WindowTest
{
    Q_OBJECT

private slots:
    void aRecentRunIsShownByItsName();
    void recentRunsAreInTheOrderOfTheirLastUse();
    void aRecentRunIsContinuedByItsLink();
    void aClickOnTheMarkerShowsAndHides();
    void aClickOnARunShowsWhatTheButtonsActOn();
    void hidingARunAfterAClickOnItHidesIt();
    void returnShowsTheRowInFocus();
    void aStoredRunTellsItsSettings();
    void aFailedRunTellsWhatEndedIt();
    void theLearningRateStaysWhenTheOpenRunIsSelectedAgain();
    void spaceShowsAndHidesTheRowInFocus();
    void theFilterLeavesMatchingRuns();
    void pointsAreDrawnOnceWhenStoreAndRunTellTheSame();
    void aCheckpointIsContinued();
    void checkpointsThatWereDeletedLeaveTheList();
    void aNewRunIsInSight();
    void theRunsOfLastTimeAreShownOnceTheStoreAnswers();
    void aValueOfStepZeroIsDrawn();
    void theReadoutShowsMeansThatTakeLonger();
    void theReadoutIsCopied();
    void everyColumnAndRowOfTheReadoutIsInSight_data();
    void everyColumnAndRowOfTheReadoutIsInSight();
};

void TestRunViewController::aRecentRunIsShownByItsName()
{
    m_fixture->click("start.run.6");
    QVERIFY(charts().isVisible());
    QCOMPARE(charts().runs(), QList<RunId>({6}));
    QCOMPARE(runs().currentIndex().row(), 1);
    QVERIFY(calls().isEmpty());
}

void TestRunViewController::recentRunsAreInTheOrderOfTheirLastUse()
{
    library().stored[6].lastUsed = library().stored[0].lastUsed.addDays(1); // the oldest run
    library().refresh();
    const auto* first = m_fixture->find<QWidget>("start.run.1");
    QVERIFY(first);
    const auto top = [](const QWidget* link) { return link->mapToGlobal(QPoint()).y(); };
    QTRY_VERIFY(top(first) < top(m_fixture->find<QWidget>("start.run.7")));
    QTRY_VERIFY(!m_fixture->find<QWidget>("start.run.3")); // the sixth
}

void TestRunViewController::aRecentRunIsContinuedByItsLink()
{
    m_fixture->click("start.continue.5");
    QCOMPARE(calls(), QStringList({QStringLiteral("open run 5 start")}));
    QVERIFY(!m_fixture->find<QWidget>("start.continue.6")); // it is finished
}

void TestRunViewController::aClickOnTheMarkerShowsAndHides()
{
    m_fixture->openRun();
    m_fixture->clickMarker(1);
    QCOMPARE(charts().runs().size(), 2);
    QCOMPARE(library().calls.count(QStringLiteral("load 6")), 1);
    QCOMPARE(runs().currentIndex().row(), 0); // showing is not selecting
    QCOMPARE(m_fixture->find<QLabel>("runs.count")->text(), QStringLiteral("7 runs · 2 shown"));
    m_fixture->clickMarker(1);
    QCOMPARE(charts().runs(), QList<RunId>({7}));
    m_fixture->clickMarker(0);
    QVERIFY(charts().runs().isEmpty());
    QVERIFY(!charts().isVisible());
    m_fixture->click("charts.showLastRun");
    QCOMPARE(charts().runs(), QList<RunId>({7}));
}

void TestRunViewController::aClickOnARunShowsWhatTheButtonsActOn()
{
    m_fixture->click("start.run.7");
    m_fixture->clickRun(2);
    QCOMPARE(charts().runs(), QList<RunId>({7, 5}));
    QVERIFY(library().calls.contains(QStringLiteral("load 5")));
    QCOMPARE(m_fixture->find<QToolButton>("toolbar.start")->text(), QStringLiteral("Continue"));
    QCOMPARE(m_fixture->find<QLabel>("status.state")->text(), QStringLiteral("Stopped"));
    QVERIFY(m_fixture->find<QWidget>("status.steps")->isVisible());
    m_fixture->click("toolbar.start");
    QCOMPARE(calls(), QStringList({QStringLiteral("open run 5 start")}));

    // While a run trains, the buttons and the status bar are its own.
    m_fixture->openRun();
    m_fixture->clickRun(1);
    QCOMPARE(m_fixture->find<QLabel>("status.state")->text(), QStringLiteral("Running"));
}

void TestRunViewController::hidingARunAfterAClickOnItHidesIt()
{
    m_fixture->click("start.run.7");
    m_fixture->clickRun(1);
    QVERIFY(charts().runs().contains(RunId(6)));
    m_fixture->clickMarker(1);
    QCOMPARE(charts().runs(), QList<RunId>({7}));
}

void TestRunViewController::returnShowsTheRowInFocus()
{
    m_fixture->openRun();
    runs().setFocus();
    QTest::keyClick(&runs(), Qt::Key_Down);
    QCOMPARE(charts().runs(), QList<RunId>({7}));
    QTest::keyClick(&runs(), Qt::Key_Return);
    QVERIFY(charts().runs().contains(RunId(6)));
}

void TestRunViewController::aStoredRunTellsItsSettings()
{
    library().details[6].hyperParameters = {{QStringLiteral("Optimizer"), QStringLiteral("adam")},
                                            {QStringLiteral("Seed"), QStringLiteral("3")}};
    m_fixture->click("start.run.6");
    const auto* table = m_fixture->find<QTableView>("inspector.parameters");
    QVERIFY(table->isVisible());
    QCOMPARE(table->model()->rowCount(), 2);
    QCOMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("adam"));
    QVERIFY(!m_fixture->find<QWidget>("inspector.learningRate")->isVisible());
    QVERIFY(!m_fixture->find<QWidget>("inspector.failure")->isVisible());
    m_fixture->clickRun(0); // the store knows no settings of this one
    QVERIFY(!table->isVisible());
}

void TestRunViewController::aFailedRunTellsWhatEndedIt()
{
    library().stored[1].state = RunState::Failed;
    library().details[6].failure = QStringLiteral("variable w: checkpoint has [2], graph has [3]");
    m_fixture->click("start.run.7");
    library().refresh();
    m_fixture->clickRun(1);
    const auto* failure = m_fixture->find<QLabel>("inspector.failure");
    QVERIFY(failure->isVisible());
    QCOMPARE(failure->text(), library().details[6].failure);
    m_fixture->clickRun(0);
    QVERIFY(!failure->isVisible());
}

void TestRunViewController::theLearningRateStaysWhenTheOpenRunIsSelectedAgain()
{
    m_fixture->openRun();
    emit controller().controlApplied({QStringLiteral("learning_rate"), 0.1, 0.05, 2600});
    m_fixture->clickRun(1);
    m_fixture->clickRun(0);
    QCOMPARE(m_fixture->find<QDoubleSpinBox>("inspector.learningRate")->value(), 0.05);
}

void TestRunViewController::spaceShowsAndHidesTheRowInFocus()
{
    m_fixture->openRun();
    runs().setFocus();
    QTest::keyClick(&runs(), Qt::Key_Down);
    QTest::keyClick(&runs(), Qt::Key_Space);
    QCOMPARE(charts().runs().size(), 2);
}

void TestRunViewController::theFilterLeavesMatchingRuns()
{
    m_fixture->openRun();
    QTest::keyClick(&window(), Qt::Key_F, Qt::ControlModifier);
    auto* field = m_fixture->find<QLineEdit>("runs.filter");
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("spirals"));
    QCOMPARE(runs().model()->rowCount(), 2);
}

void TestRunViewController::pointsAreDrawnOnceWhenStoreAndRunTellTheSame()
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

void TestRunViewController::aCheckpointIsContinued()
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

void TestRunViewController::checkpointsThatWereDeletedLeaveTheList()
{
    m_fixture->openRun(RunState::Running, 4000);
    const auto steps = [this] {
        const QAbstractItemModel& model =
            *m_fixture->find<QTableView>("inspector.checkpoints")->model();
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row) {
            all.append(model.index(row, 0).data().toString());
        }
        return all.join(u' ');
    };
    QCOMPARE(steps(), QStringLiteral("4\u202f000 3\u202f000 2\u202f000 1\u202f000"));
    controller().answerCheckpoint(5000);
    emit controller().checkpointsDeleted(7, {1000, 2000});
    const QString left = QStringLiteral("5\u202f000 4\u202f000 3\u202f000");
    QCOMPARE(steps(), left);
    m_fixture->clickRun(1);
    QCOMPARE(steps(), QStringLiteral("4\u202f000 3\u202f000 2\u202f000 1\u202f000")); // of run 6
    emit controller().checkpointsDeleted(7, {3000});
    m_fixture->clickRun(0);
    const QString rest = QStringLiteral("5\u202f000 4\u202f000");
    QCOMPARE(steps(), rest);
    // A list that was read before those messages: of steps 1 000 to 4 000.
    emit library().checkpointsLoaded(7, library().checkpoints.value(7));
    QCOMPARE(steps(), rest);
    m_fixture->clickRun(1);
    m_fixture->clickRun(0);
    QCOMPARE(steps(), rest);
}

void TestRunViewController::aNewRunIsInSight()
{
    m_fixture->click("start.run.6");
    charts().focusFirstCard();
    charts().setCrosshair(3000);
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Plus);
    }
    charts().refreshNow();
    QVERIFY(charts().xRange().first > 0);
    const auto zoomed = charts().xRange();
    m_fixture->openRun(RunState::Running, 4000); // one that goes on begins where somebody looks
    charts().refreshNow();
    QCOMPARE(charts().xRange(), zoomed);
    RunDescription fresh = sampleDescription();
    fresh.id = 8;
    controller().answerState(RunState::Stopped);
    controller().answerOpened(fresh, RunState::Running);
    charts().refreshNow();
    QCOMPARE(charts().xRange().first, 0.);
    QVERIFY(charts().follow());
}

void TestRunViewController::theRunsOfLastTimeAreShownOnceTheStoreAnswers()
{
    m_fixture->clickMarker(1);
    QCOMPARE(charts().runs(), QList<RunId>({6}));
    const QList<RunSummary> stored = std::exchange(library().stored, {});
    m_fixture->makeWindow(); // the next start: the store is still being read
    QVERIFY(charts().runs().isEmpty());
    library().stored = stored;
    library().refresh();
    QCOMPARE(charts().runs(), QList<RunId>({6}));
}

void TestRunViewController::aValueOfStepZeroIsDrawn()
{
    m_fixture->openRun();
    MetricBatch batch;
    batch.run = 7;
    batch.segment = 9;
    batch.tag = QStringLiteral("validation/loss");
    batch.points = {{0, 2.5, 1.0}};
    emit controller().metricsArrived({batch});
    batch.tag = QStringLiteral("weights/norm"); // of which there is nothing else
    emit controller().metricsArrived({batch});
    QVERIFY(charts().findChild<QWidget*>(QStringLiteral("charts.card.weights/norm")));
}

// Of a long run the smoothed values are there once the store has been read through.
void TestRunViewController::theReadoutShowsMeansThatTakeLonger()
{
    QList<MetricSpan> spans;
    for (qint64 step = 1; step < 100'000; step += 100) {
        spans.append({step, step + 99, double(step), 100, 0, 0.5, 0.5, 0.5, 0.5});
    }
    MetricBatch batch{7, 0, QStringLiteral("train/loss")};
    batch.spans = spans;
    library().series[7] = {batch};
    m_fixture->click("start.run.7");
    const auto* table = m_fixture->find<QTableView>("readout.table");
    const auto shown = [table](int column) {
        return table->model()->index(0, column).data().toString();
    };
    QTRY_COMPARE(shown(2), QStringLiteral("≈ 0.5000")); // raw
    QCOMPARE(shown(1), QStringLiteral("—"));
    QTRY_COMPARE(library().streams.size(), 1);
    const PointStream stream = library().streams.constFirst();
    for (qsizetype range = 0; range < stream.ranges.size(); ++range) {
        for (qint64 step = 1; step <= 100'000; ++step) {
            stream.sink->take(range, {step, 0.5, double(step)});
        }
    }
    emit library().streamEnded(stream, true);
    QTRY_VERIFY2(shown(1).contains(QStringLiteral("0.5000")), qPrintable(shown(1)));
}

void TestRunViewController::theReadoutIsCopied()
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
    // A moved crosshair is followed at once; frozen, the readout does not.
    m_fixture->clickMarker(1);
    charts().setCrosshair(100);
    QCOMPARE(table->model()->rowCount(), 1);
    QTest::keyClick(table, Qt::Key_F);
    charts().setCrosshair(200);
    QVERIFY(table->model()->rowCount() > 1);
}

void TestRunViewController::everyColumnAndRowOfTheReadoutIsInSight_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("allColumns");
    QTest::newRow("1280 x 800") << QSize(1280, 800) << true;
    QTest::newRow("960 x 540, with a scroll bar") << QSize(960, 540) << false;
}

void TestRunViewController::everyColumnAndRowOfTheReadoutIsInSight()
{
    QFETCH(QSize, size);
    QFETCH(bool, allColumns);
    for (RunId run : {RunId(6), RunId(7)}) { // both are finished and were tested
        for (const char* tag : {"test/loss", "test/accuracy"}) {
            library().series[run].append({run, 0, QLatin1String(tag), {{4200, 0.9, 5}}});
        }
    }
    window().resize(size);
    m_fixture->click("start.run.7");
    m_fixture->clickMarker(1);
    auto* table = m_fixture->find<QTableView>("readout.table");
    QTRY_COMPARE(table->model()->rowCount(), 3);
    QCOMPARE(table->model()->columnCount(), 10);
    QTRY_COMPARE(table->horizontalScrollBar()->maximum() == 0, allColumns);
    QTRY_VERIFY(table->visualRect(table->model()->index(2, 0)).bottom()
                <= table->viewport()->height());
}

QTEST_MAIN(TestRunViewController)
#include "tst_run_view_controller.moc"
