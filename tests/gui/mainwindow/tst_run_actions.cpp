// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Every row of the table of run buttons (design/README.md §5), and what each button asks for.
#include "gui/mainwindow/run_actions.h"
#include "gui/settings/theme_source.h"
#include "tests/gui/support/fake_run_library.h"
#include "tests/gui/support/fake_training_controller.h"

#include <QtTest>

using namespace gui;

namespace {

constexpr RunActions::Delays kShort{.untilRing = 10, .untilAwaiting = 30, .savedShown = 40};

QString sampleText(const char* text)
{
    return QString::fromUtf8(text);
}

RunDescription description(qint64 firstStep)
{
    RunDescription run;
    run.id = 7;
    run.name = sampleText("fashion-mlp");
    run.firstStep = firstStep;
    run.targetSteps = 10'000;
    return run;
}

} // namespace

class TestRunActions : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void theTable_data();
    void theTable();
    void eachButtonAsksTheController_data();
    void eachButtonAsksTheController();
    void aRequestRingsUntilItIsAcknowledged();
    void aLateRequestSaysWhatItWaitsFor();
    void aSavedCheckpointIsShownForAWhile();
    void stoppingTwiceAsks();
    void aFailureTakesTheRequestBack();
    void theSelectedRunIsContinued();
    void aRunBeingTrainedIsNotDisturbedByTheSelection();
    void aFinishedRunThatIsSelectedIsTrainedOn();
    void aRunThatAnotherProcessTrainsIsLeftAlone();
    void whileARunIsPreparedNothingElseCanBeAsked();
    void aJobWithoutCheckpointsIsNotAskedForOne_data();
    void aJobWithoutCheckpointsIsNotAskedForOne();
    void aCheckpointInVainIsAnswered();
    void f6PausesAndResumes();
    void whyAButtonIsOffStandsInItsToolTip();

private:
    void open(RunState state, qint64 firstStep = 0);
    QString marks() const;

    ThemeSource m_theme;
    std::unique_ptr<FakeTrainingController> m_controller;
    std::unique_ptr<RunActions> m_actions;
};

void TestRunActions::init()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    m_actions.reset();
    m_controller = std::make_unique<FakeTrainingController>();
    m_actions = std::make_unique<RunActions>(*m_controller, m_theme, kShort, nullptr);
}

void TestRunActions::open(RunState state, qint64 firstStep)
{
    m_controller->answerOpened(description(firstStep), state);
}

// One letter a button: on, requested, or "." for off.
QString TestRunActions::marks() const
{
    QString text;
    for (RunButton button : kRunButtons) {
        text += m_actions->isRequested(button)       ? u'r'
            : m_actions->action(button)->isEnabled() ? u'o'
                                                     : u'.';
    }
    return text;
}

void TestRunActions::theTable_data()
{
    QTest::addColumn<RunState>("state");
    QTest::addColumn<int>("firstStep");
    QTest::addColumn<QString>("marks");
    QTest::addColumn<QString>("startText");
    QTest::addColumn<QString>("checkpointReason");
    const auto row = [](const char* name, RunState state, const char* marksText, const char* start,
                        const char* reason, int firstStep = 0) {
        QTest::newRow(name) << state << firstStep << sampleText(marksText) << sampleText(start)
                            << sampleText(reason);
    };
    row("no run", RunState::None, ".....", "Start", "Open or create a run first.");
    row("ready", RunState::Ready, "o.o..", "Start", "Nothing to save yet.");
    row("ready from a checkpoint", RunState::Ready, "o.o..", "Continue from 800",
        "Nothing to save yet.", 800);
    row("running", RunState::Running, ".o.oo", "Start", "");
    row("pausing", RunState::Pausing, ".r.oo", "Start", "");
    row("paused", RunState::Paused, "o.ooo", "Resume", "");
    row("stopping", RunState::Stopping, "...r.", "Start", "A final checkpoint is being written.");
    row("halted", RunState::Halted, "...o.", "Start", "The weights are not finite.");
    row("finished", RunState::Finished, "o....", "Train on…", "Saved at step 10\u202f000.", 800);
    row("stopped without a checkpoint", RunState::Stopped, ".....", "Start", "Not running.");
    row("ended by an error", RunState::Failed, ".....", "Start", "Not running.");
}

void TestRunActions::theTable()
{
    QFETCH(RunState, state);
    QFETCH(int, firstStep);
    QFETCH(QString, startText);
    QFETCH(QString, checkpointReason);
    if (state != RunState::None) {
        open(RunState::Ready, firstStep);
        RunProgress progress;
        progress.step = 10'000;
        m_controller->answerProgress(progress);
        if (firstStep > 0) { // a run that goes on saves where it begins
            m_controller->answerCheckpoint(firstStep);
        }
        m_controller->answerState(state);
    }
    QTEST(marks(), "marks");
    QCOMPARE(m_actions->action(RunButton::Start)->text(), startText);
    const QString toolTip = m_actions->action(RunButton::Checkpoint)->toolTip();
    QCOMPARE(toolTip.section(u'\n', 1), checkpointReason);
}

void TestRunActions::eachButtonAsksTheController_data()
{
    QTest::addColumn<RunState>("state");
    QTest::addColumn<RunButton>("button");
    QTest::addColumn<QString>("call");
    QTest::newRow("start when ready") << RunState::Ready << RunButton::Start << "start";
    QTest::newRow("step when ready") << RunState::Ready << RunButton::Step << "requestStep";
    QTest::newRow("pause") << RunState::Running << RunButton::Pause << "requestPause";
    QTest::newRow("resume") << RunState::Paused << RunButton::Start << "resume";
    QTest::newRow("step while paused") << RunState::Paused << RunButton::Step << "requestStep";
    QTest::newRow("stop while running") << RunState::Running << RunButton::Stop << "requestStop";
    QTest::newRow("stop while pausing") << RunState::Pausing << RunButton::Stop << "requestStop";
    QTest::newRow("stop when halted") << RunState::Halted << RunButton::Stop << "requestStop";
    QTest::newRow("checkpoint") << RunState::Running << RunButton::Checkpoint
                                << "requestCheckpoint";
}

void TestRunActions::eachButtonAsksTheController()
{
    QFETCH(RunState, state);
    QFETCH(RunButton, button);
    QFETCH(QString, call);
    open(state);
    m_actions->action(button)->trigger();
    QCOMPARE(m_controller->calls, QStringList({call}));
}

void TestRunActions::aRequestRingsUntilItIsAcknowledged()
{
    open(RunState::Running);
    QSignalSpy changed(m_actions.get(), &RunActions::changed);
    m_actions->action(RunButton::Pause)->trigger();
    QCOMPARE(m_actions->word(RunButton::Pause), sampleText("Pausing")); // at once
    QVERIFY(!m_actions->isRinging(RunButton::Pause));
    QTRY_VERIFY(m_actions->isRinging(RunButton::Pause));
    m_controller->answerState(RunState::Pausing);
    QVERIFY(m_actions->isRinging(RunButton::Pause));
    m_controller->answerState(RunState::Paused);
    QVERIFY(!m_actions->isRinging(RunButton::Pause));
    QCOMPARE(m_actions->word(RunButton::Pause), sampleText("Pause"));
    QCOMPARE(m_actions->word(RunButton::Start), sampleText("Resume"));
}

void TestRunActions::aLateRequestSaysWhatItWaitsFor()
{
    open(RunState::Running);
    RunProgress progress;
    progress.step = 4210;
    m_controller->answerProgress(progress);
    QSignalSpy awaiting(m_actions.get(), &RunActions::awaiting);
    m_actions->action(RunButton::Pause)->trigger();
    QTRY_COMPARE(awaiting.size(), 1);
    QCOMPARE(awaiting.last().first().toString(), sampleText("waiting for step 4\u202f211"));
    m_controller->answerState(RunState::Paused);
    QCOMPARE(awaiting.last().first().toString(), QString());
}

void TestRunActions::aSavedCheckpointIsShownForAWhile()
{
    open(RunState::Running);
    m_actions->action(RunButton::Checkpoint)->trigger();
    QCOMPARE(m_actions->word(RunButton::Checkpoint), sampleText("Saving"));
    QCOMPARE(marks(), sampleText(".o.or"));
    m_controller->answerCheckpoint(4300);
    QCOMPARE(m_actions->word(RunButton::Checkpoint), sampleText("Step 4\u202f300"));
    QCOMPARE(marks(), sampleText(".o.oo"));
    QTRY_COMPARE(m_actions->word(RunButton::Checkpoint), sampleText("Checkpoint"));
}

void TestRunActions::stoppingTwiceAsks()
{
    open(RunState::Running);
    QSignalSpy asked(m_actions.get(), &RunActions::stopWithoutSavingAsked);
    m_actions->action(RunButton::Stop)->trigger();
    QCOMPARE(m_actions->word(RunButton::Stop), sampleText("Stopping"));
    QCOMPARE(asked.size(), 0);
    m_actions->action(RunButton::Stop)->trigger();
    QCOMPARE(asked.size(), 1);
    QCOMPARE(m_controller->calls, QStringList({sampleText("requestStop")}));
    m_controller->answerState(RunState::Stopped);
    QCOMPARE(m_actions->word(RunButton::Stop), sampleText("Stop"));
}

void TestRunActions::aFailureTakesTheRequestBack()
{
    open(RunState::Running);
    m_actions->action(RunButton::Checkpoint)->trigger();
    emit m_controller->failed({sampleText("ResourceExhausted"), sampleText("disk full")});
    QCOMPARE(marks(), sampleText(".o.oo"));
}

void TestRunActions::theSelectedRunIsContinued()
{
    m_actions->setSelectedRun(
        makeRun(3, sampleText("spirals-deep"), RunState::EndedUnexpectedly, 812, .22, 800));
    QAction* start = m_actions->action(RunButton::Start);
    QVERIFY(start->isEnabled());
    QCOMPARE(start->text(), sampleText("Continue from 800"));
    QCOMPARE(m_actions->word(RunButton::Start), sampleText("Continue"));
    start->trigger();
    QCOMPARE(m_controller->calls, QStringList({sampleText("open run 3 start")}));
    QVERIFY(m_actions->isRequested(RunButton::Start));
}

void TestRunActions::aRunBeingTrainedIsNotDisturbedByTheSelection()
{
    open(RunState::Running);
    m_actions->setSelectedRun(
        makeRun(3, sampleText("spirals-deep"), RunState::Stopped, 812, .22, 800));
    QCOMPARE(marks(), sampleText(".o.oo"));
}

void TestRunActions::aFinishedRunThatIsSelectedIsTrainedOn()
{
    open(RunState::Stopped);
    m_actions->setSelectedRun(
        makeRun(3, sampleText("iris-3"), RunState::Finished, 1500, .06, 1500));
    QAction* start = m_actions->action(RunButton::Start);
    QCOMPARE(start->text(), sampleText("Train on…"));
    QSignalSpy asked(m_actions.get(), &RunActions::trainOnAsked);
    start->trigger();
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toLongLong(), 3);
    QCOMPARE(asked[0][1].toLongLong(), 1500);
    QVERIFY(m_controller->calls.isEmpty());
    m_actions->setSelectedRun(makeRun(3, sampleText("iris-3"), RunState::Finished, 1500, .06));
    QVERIFY(!start->isEnabled()); // without a checkpoint there is nothing to go on from
}

void TestRunActions::aRunThatAnotherProcessTrainsIsLeftAlone()
{
    m_actions->setSelectedRun(makeRun(3, sampleText("iris-3"), RunState::Running, 700, .06, 600));
    QCOMPARE(marks(), sampleText("....."));
    QVERIFY(m_actions->action(RunButton::Start)
                ->toolTip()
                .contains(sampleText("Another process trains this run.")));
}

void TestRunActions::whileARunIsPreparedNothingElseCanBeAsked()
{
    open(RunState::Stopped);
    m_actions->setSelectedRun(makeRun(3, sampleText("iris-3"), RunState::Stopped, 700, .06, 600));
    QSignalSpy awaiting(m_actions.get(), &RunActions::awaiting);
    m_controller->answerOpening(true);
    QCOMPARE(marks(), sampleText("r....")); // Start rings
    QTRY_COMPARE(awaiting.size(), 1);
    QCOMPARE(awaiting.last().first().toString(), sampleText("preparing the run"));
    m_controller->answerOpening(false);
    open(RunState::Ready);
    QCOMPARE(marks(), sampleText("o.o.."));
}

void TestRunActions::aJobWithoutCheckpointsIsNotAskedForOne_data()
{
    QTest::addColumn<RunState>("state");
    QTest::newRow("ready") << RunState::Ready;
    QTest::newRow("running") << RunState::Running;
    QTest::newRow("pausing") << RunState::Pausing;
    QTest::newRow("paused") << RunState::Paused;
    QTest::newRow("stopping") << RunState::Stopping;
    QTest::newRow("finished") << RunState::Finished;
}

void TestRunActions::aJobWithoutCheckpointsIsNotAskedForOne()
{
    QFETCH(RunState, state);
    RunDescription run = description(0);
    run.savesCheckpoints = false;
    m_controller->answerOpened(run, RunState::Ready);
    m_controller->answerState(state);
    const QAction* save = m_actions->action(RunButton::Checkpoint);
    QVERIFY(!save->isEnabled());
    QCOMPARE(save->toolTip().section(u'\n', 1),
             sampleText("The job of this run saves no checkpoints."));
    if (state == RunState::Finished) {
        QVERIFY(!m_actions->action(RunButton::Start)->isEnabled());
    }
}

void TestRunActions::aCheckpointInVainIsAnswered()
{
    open(RunState::Running);
    m_actions->action(RunButton::Checkpoint)->trigger();
    QCOMPARE(marks(), sampleText(".o.or"));
    emit m_controller->checkpointNotSaved(4300);
    QCOMPARE(marks(), sampleText(".o.oo"));
    QCOMPARE(m_actions->word(RunButton::Checkpoint), sampleText("Checkpoint"));
}

void TestRunActions::f6PausesAndResumes()
{
    const QKeySequence f6(Qt::Key_F6);
    open(RunState::Running);
    QCOMPARE(m_actions->action(RunButton::Pause)->shortcut(), f6);
    QVERIFY(!m_actions->action(RunButton::Start)->shortcuts().contains(f6));
    m_controller->answerState(RunState::Paused);
    QVERIFY(!m_actions->action(RunButton::Pause)->isEnabled());
    QVERIFY(m_actions->action(RunButton::Start)->shortcuts().contains(f6));
}

void TestRunActions::whyAButtonIsOffStandsInItsToolTip()
{
    open(RunState::Running);
    QCOMPARE(m_actions->action(RunButton::Step)->toolTip(),
             sampleText("One Step (F7)\nPause first. A single step is possible only while "
                        "paused."));
    m_controller->answerState(RunState::Paused);
    QCOMPARE(m_actions->action(RunButton::Step)->toolTip(), sampleText("One Step (F7)"));
}

QTEST_MAIN(TestRunActions)
#include "tst_run_actions.moc"
