// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Requests to a run that is being opened, waits or ends, and what the run tells of itself.
#include "gui/bridge/engine_training_controller.h"
#include "gui/bridge/store_run_library.h"
#include "tests/gui/support/small_job.h"

#include <QSignalSpy>
#include <QTest>

using namespace gui;

namespace {

constexpr int kTimeout = 30'000;

OpenRequest newRun(const SmallJob& job)
{
    OpenRequest request;
    request.jobFile = job.path();
    return request;
}

QList<RunState> statesOf(const QSignalSpy& spy)
{
    QList<RunState> states;
    for (const QList<QVariant>& arguments : spy) {
        states.append(arguments[0].value<RunState>());
    }
    return states;
}

QList<RunEvent> storedEvents(const SmallJob& job, RunId run)
{
    StoreRunLibrary library(job.store());
    QSignalSpy events(&library, &RunLibrary::eventsLoaded);
    library.load(run);
    return events.wait(kTimeout) ? events[0][1].value<QList<RunEvent>>() : QList<RunEvent>();
}

} // namespace

class TestTrainingWorker : public QObject
{
    Q_OBJECT

private slots:
    void aStopIsNeverTakenBack_data();
    void aStopIsNeverTakenBack();
    void aRunThatIsReadyGivesWayToTheNext();
    void aRunThatTrainsDoesNotGiveWay();
    void openingIsTold();
    void pausesAreRecorded();
    void aJobWithoutCheckpointsSaysSo();
    void checkpointsThatRetentionDeletesAreTold();
    void aCheckpointThatCannotBeSavedIsAnswered();
    void askedForCheckpointsAreAnsweredWhileItTrains_data();
    void askedForCheckpointsAreAnsweredWhileItTrains();
    void aPinnedCheckpointOutlivesTheOthers();
    void histogramsThatCannotBeRecordedAreRefused_data();
    void histogramsThatCannotBeRecordedAreRefused();
    void aStoreThatCannotBeWrittenIsTold();
};

// A stop is requested when the run reaches a point of its life; from there on the state is
// Stopping until the run has ended.
void TestTrainingWorker::aStopIsNeverTakenBack_data()
{
    QTest::addColumn<QString>("moment");
    QTest::newRow("at once, before the job is read") << "opening";
    QTest::newRow("when it is opened, before there is a session") << "opened";
    QTest::newRow("when it is ready") << "ready";
    QTest::newRow("when its first steps are done") << "running";
    QTest::newRow("when a pause is on its way") << "pausing";
    QTest::newRow("when it pauses") << "paused";
}

void TestTrainingWorker::aStopIsNeverTakenBack()
{
    QFETCH(QString, moment);
    const SmallJob job(kManySteps);
    EngineTrainingController controller(job.store());
    QSignalSpy opened(&controller, &TrainingController::runOpened);
    controller.open(newRun(job), moment != u"ready");
    if (moment == u"opened") {
        QVERIFY(opened.wait(kTimeout));
    } else if (moment == u"ready") {
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Ready, kTimeout);
    } else if (moment != u"opening") {
        QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > 5, kTimeout);
    }
    if (moment == u"pausing" || moment == u"paused") {
        controller.requestPause();
        QCOMPARE(controller.state(), RunState::Pausing);
    }
    if (moment == u"paused") {
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Paused, kTimeout);
    }
    QSignalSpy states(&controller, &TrainingController::stateChanged);
    controller.requestStop();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Stopped, kTimeout);
    QCOMPARE(statesOf(states), (QList<RunState>{RunState::Stopping, RunState::Stopped}));
    QCOMPARE(opened.size(), 1);
}

void TestTrainingWorker::aRunThatIsReadyGivesWayToTheNext()
{
    const SmallJob job(kManySteps);
    const SmallJob other(30);
    EngineTrainingController controller(job.store());
    controller.open(newRun(job), false);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Ready, kTimeout);
    const RunId first = controller.description().id;
    QSignalSpy failed(&controller, &TrainingController::failed);
    controller.open(newRun(other), true);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Finished, kTimeout);
    QVERIFY(controller.description().id != first);
    QCOMPARE(controller.progress().step, 30);
    QVERIFY(failed.isEmpty());
    StoreRunLibrary library(job.store());
    QSignalSpy changed(&library, &RunLibrary::runsChanged);
    library.refresh();
    QVERIFY(changed.wait(kTimeout));
    QCOMPARE(library.runs().last().id, first);
    QCOMPARE(library.runs().last().state, RunState::Stopped);
}

void TestTrainingWorker::aRunThatTrainsDoesNotGiveWay()
{
    const SmallJob job(kManySteps);
    EngineTrainingController controller(job.store());
    controller.open(newRun(job), true);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Running, kTimeout);
    const RunId run = controller.description().id;
    QSignalSpy opening(&controller, &TrainingController::openingChanged);
    controller.open(newRun(job), true);
    controller.requestStop();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Stopped, kTimeout);
    QCOMPARE(controller.description().id, run);
    QVERIFY(opening.isEmpty());
}

void TestTrainingWorker::openingIsTold()
{
    const SmallJob job(20);
    EngineTrainingController controller(job.store());
    QSignalSpy opening(&controller, &TrainingController::openingChanged);
    controller.open(newRun(job), true);
    QVERIFY(controller.isOpening());
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Finished, kTimeout);
    QVERIFY(!controller.isOpening());
    QCOMPARE(opening.size(), 2);
    QCOMPARE(opening[0][0].toBool(), true);
    QCOMPARE(opening[1][0].toBool(), false);
    OpenRequest nowhere;
    nowhere.jobFile = job.filePath(QStringLiteral("nowhere.toml"));
    QSignalSpy failed(&controller, &TrainingController::failed);
    controller.open(nowhere, true);
    QVERIFY(controller.isOpening());
    QVERIFY(failed.wait(kTimeout));
    QVERIFY(!controller.isOpening());
    QCOMPARE(opening.size(), 4);
}

// Single steps of a pause are not pauses; waiting for Start is none either.
void TestTrainingWorker::pausesAreRecorded()
{
    const SmallJob job(kManySteps);
    EngineTrainingController controller(job.store());
    QSignalSpy events(&controller, &TrainingController::eventRecorded);
    controller.open(newRun(job), false);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Ready, kTimeout);
    controller.start();
    QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > 5, kTimeout);
    controller.requestPause();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Paused, kTimeout);
    const qint64 pausedAt = controller.progress().step;
    for (int i = 1; i <= 3; ++i) {
        controller.requestStep();
        QTRY_COMPARE_WITH_TIMEOUT(controller.progress().step, pausedAt + i, kTimeout);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Paused, kTimeout);
    }
    controller.resume();
    QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > pausedAt + 10, kTimeout);
    controller.requestPause();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Paused, kTimeout);
    const qint64 pausedAgain = controller.progress().step;
    controller.requestStop();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Stopped, kTimeout);

    using Mark = std::pair<RunEventKind, qint64>;
    const QList<Mark> expected{{RunEventKind::Paused, pausedAt},
                               {RunEventKind::PauseEnded, pausedAt + 3},
                               {RunEventKind::Paused, pausedAgain}};
    const auto pausesAmong = [](const QList<RunEvent>& all) {
        QList<Mark> marks;
        for (const RunEvent& event : all) {
            if (event.kind == RunEventKind::Paused || event.kind == RunEventKind::PauseEnded) {
                marks.append({event.kind, event.step});
            }
        }
        return marks;
    };
    QList<RunEvent> told;
    for (const QList<QVariant>& arguments : events) {
        told.append(arguments[0].value<RunEvent>());
    }
    QCOMPARE(pausesAmong(told), expected);
    QCOMPARE(pausesAmong(storedEvents(job, controller.description().id)), expected);
}

void TestTrainingWorker::aJobWithoutCheckpointsSaysSo()
{
    SmallJob job(20);
    EngineTrainingController controller(job.store());
    controller.open(newRun(job), true);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Finished, kTimeout);
    QVERIFY(controller.description().savesCheckpoints);
    job.change("save_checkpoint_steps = 100", "save_checkpoint_steps = 0");
    QSignalSpy opened(&controller, &TrainingController::runOpened);
    controller.open(newRun(job), true);
    QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, kTimeout);
    QVERIFY(!controller.description().savesCheckpoints);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Finished, kTimeout);
}

void TestTrainingWorker::checkpointsThatRetentionDeletesAreTold()
{
    SmallJob job(500);
    job.change("max_to_keep = 1000", "max_to_keep = 2");
    EngineTrainingController controller(job.store());
    QSignalSpy deleted(&controller, &TrainingController::checkpointsDeleted);
    controller.open(newRun(job), true);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Finished, kTimeout);
    QList<qint64> steps;
    for (const QList<QVariant>& arguments : deleted) {
        QCOMPARE(arguments[0].toLongLong(), controller.description().id);
        steps += arguments[1].value<QList<qint64>>();
    }
    QCOMPARE(steps, (QList<qint64>{0, 100, 200, 300})); // 400 and 500 are kept
}

void TestTrainingWorker::aCheckpointThatCannotBeSavedIsAnswered()
{
    SmallJob job(kManySteps);
    job.change("save_checkpoint_steps = 100", "save_checkpoint_steps = 90000000"); // only as asked
    EngineTrainingController controller(job.store());
    controller.open(newRun(job), true);
    QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > 5, kTimeout);
    controller.requestPause();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Paused, kTimeout);
    QSignalSpy saved(&controller, &TrainingController::checkpointSaved);
    QSignalSpy notSaved(&controller, &TrainingController::checkpointNotSaved);
    QVERIFY(job.hideCheckpoints());
    for (int i = 1; i <= 2; ++i) { // every time, although the engine tells of the first one only
        controller.requestCheckpoint();
        QTRY_COMPARE_WITH_TIMEOUT(notSaved.size(), i, kTimeout);
    }
    QCOMPARE(notSaved[0][0].toLongLong(), controller.progress().step);
    QVERIFY(saved.isEmpty());
    QVERIFY(job.bringCheckpointsBack());
    controller.requestCheckpoint();
    QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, kTimeout);
    controller.requestStop();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Stopped, kTimeout);
}

void TestTrainingWorker::askedForCheckpointsAreAnsweredWhileItTrains_data()
{
    QTest::addColumn<QByteArray>("async");
    QTest::newRow("a thread writes") << QByteArray("async_checkpoint = true");
    QTest::newRow("the step writes") << QByteArray("async_checkpoint = false");
}

void TestTrainingWorker::askedForCheckpointsAreAnsweredWhileItTrains()
{
    QFETCH(const QByteArray, async);
    SmallJob job(kManySteps);
    job.change("async_checkpoint = false", async);
    job.change("save_checkpoint_steps = 100", "save_checkpoint_steps = 90000000"); // only as asked
    EngineTrainingController controller(job.store());
    QSignalSpy saved(&controller, &TrainingController::checkpointSaved);
    QSignalSpy notSaved(&controller, &TrainingController::checkpointNotSaved);
    controller.open(newRun(job), true);
    QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > 5, kTimeout);
    const auto before = saved.size();
    const qint64 askedAt = controller.progress().step;
    controller.requestCheckpoint();
    QTRY_COMPARE_WITH_TIMEOUT(saved.size(), before + 1, kTimeout);
    QVERIFY(saved.last()[0].value<CheckpointInfo>().step >= askedAt);
    QVERIFY(QFile::exists(saved.last()[0].value<CheckpointInfo>().path + QStringLiteral(".index")));
    QVERIFY(job.hideCheckpoints());
    controller.requestCheckpoint();
    QTRY_COMPARE_WITH_TIMEOUT(notSaved.size(), 1, kTimeout);
    QCOMPARE(saved.size(), before + 1);
    QVERIFY(job.bringCheckpointsBack());
    controller.requestStop();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Stopped, kTimeout);
}

void TestTrainingWorker::aPinnedCheckpointOutlivesTheOthers()
{
    SmallJob job(kManySteps);
    job.change("max_to_keep = 1000", "max_to_keep = 2");
    EngineTrainingController controller(job.store());
    QSignalSpy saved(&controller, &TrainingController::checkpointSaved);
    QSignalSpy pinned(&controller, &TrainingController::checkpointPinned);
    QSignalSpy refused(&controller, &TrainingController::checkpointNotPinned);
    controller.open(newRun(job), false);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Ready, kTimeout);
    controller.start();
    QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > 150, kTimeout);
    controller.requestPause();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Paused, kTimeout);
    const auto kept = saved.last()[0].value<CheckpointInfo>();
    controller.setCheckpointPinned(kept.step, true); // while it waits
    QTRY_COMPARE_WITH_TIMEOUT(pinned.size(), 1, kTimeout);
    controller.resume();
    QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > kept.step + 400, kTimeout);
    controller.setCheckpointPinned(kept.step + 1, true); // while it trains
    QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, kTimeout);
    QCOMPARE(refused[0][0].value<CheckpointPin>().step, kept.step + 1);
    QCOMPARE(refused[0][1].value<EngineFailure>().code, QStringLiteral("NotFound"));
    QCOMPARE(controller.state(), RunState::Running);
    const QString file = kept.path + QStringLiteral(".index");
    QVERIFY(QFile::exists(file));
    controller.setCheckpointPinned(kept.step, false);
    QTRY_COMPARE_WITH_TIMEOUT(pinned.size(), 2, kTimeout);
    QVERIFY(!pinned[1][0].value<CheckpointPin>().isPinned);
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(file), kTimeout); // it is its turn
    controller.requestStop();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Stopped, kTimeout);
}

void TestTrainingWorker::histogramsThatCannotBeRecordedAreRefused_data()
{
    QTest::addColumn<qint64>("everySteps");
    QTest::newRow("zero") << qint64(0);
    QTest::newRow("negative") << qint64(-5);
}

void TestTrainingWorker::histogramsThatCannotBeRecordedAreRefused()
{
    QFETCH(qint64, everySteps);
    const SmallJob job(kManySteps);
    EngineTrainingController controller(job.store());
    QSignalSpy applied(&controller, &TrainingController::controlApplied);
    QSignalSpy refused(&controller, &TrainingController::controlNotApplied);
    controller.open(newRun(job), true);
    QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > 5, kTimeout);
    controller.recordHistograms(everySteps);
    QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, kTimeout);
    QCOMPARE(refused[0][0].toString(), kHistogramControlName);
    QCOMPARE(refused[0][1].value<EngineFailure>().code, QStringLiteral("InvalidArgument"));
    QVERIFY(applied.isEmpty());
    QCOMPARE(controller.description().histogramSteps, 0);
    const qint64 step = controller.progress().step;
    QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > step + 20, kTimeout); // it goes on
    controller.recordHistograms(50);
    QTRY_COMPARE_WITH_TIMEOUT(applied.size(), 1, kTimeout);
    controller.requestStop();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Stopped, kTimeout);
}

void TestTrainingWorker::aStoreThatCannotBeWrittenIsTold()
{
    const SmallJob job(kManySteps);
    EngineTrainingController controller(job.store());
    QSignalSpy trouble(&controller, &TrainingController::storeTrouble);
    controller.open(newRun(job), true);
    QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > 5, kTimeout);
    QVERIFY(QFile::rename(job.store(), job.filePath(QStringLiteral("away.sqlite"))));
    QTRY_COMPARE_WITH_TIMEOUT(trouble.size(), 1, kTimeout);
    QVERIFY2(trouble[0][0].toString().contains(QStringLiteral("runs.sqlite")),
             qPrintable(trouble[0][0].toString()));
    QCOMPARE(controller.state(), RunState::Running);
    QVERIFY(QFile::rename(job.filePath(QStringLiteral("away.sqlite")), job.store()));
    QTRY_COMPARE_WITH_TIMEOUT(trouble.size(), 2, kTimeout);
    QCOMPARE(trouble[1][0].toString(), QString());
    controller.requestStop();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Stopped, kTimeout);
}

QTEST_GUILESS_MAIN(TestTrainingWorker)
#include "tst_training_worker.moc"
