// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/engine_training_controller.h"

#include "gui/bridge/distribution_values.h"
#include "gui/bridge/store_run_library.h"
#include "tests/gui/support/small_job.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace gui;

namespace {

constexpr int kTimeout = 30'000;

OpenRequest newRun(const SmallJob& job)
{
    OpenRequest request;
    request.jobFile = job.path();
    return request;
}

OpenRequest trainOn(RunId run, qint64 untilStep)
{
    OpenRequest request;
    request.continueRun = run;
    request.steps = untilStep;
    return request;
}

} // namespace

// The controller with the real engine behind it.
class TestEngineTrainingController : public QObject
{
    Q_OBJECT

private slots:
    void everyStepArrivesOnceAndInOrder()
    {
        const SmallJob job(400);
        EngineTrainingController controller(job.store());
        QList<MetricPoint> losses;
        connect(&controller, &TrainingController::metricsArrived, this,
                [&](const QList<MetricBatch>& batches) {
                    for (const MetricBatch& batch : batches) {
                        if (batch.tag == QLatin1String("train/loss")) {
                            losses += batch.points;
                        }
                    }
                });
        const QSignalSpy opened(&controller, &TrainingController::runOpened);
        const QSignalSpy saved(&controller, &TrainingController::checkpointSaved);
        controller.open(newRun(job), true);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Finished, kTimeout);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(controller.description().targetSteps, 400);
        QCOMPARE(controller.description().batchSize, 16);
        QCOMPARE(losses.size(), 400);
        for (int i = 0; i < losses.size(); ++i) {
            QCOMPARE(losses[i].step, i + 1);
        }
        QCOMPARE(saved.size(), 5); // at 0, 100, 200, 300, 400
        QCOMPARE(controller.progress().step, 400);
    }

    void pauseStepAndResumeAreAcknowledged()
    {
        const SmallJob job(kManySteps);
        EngineTrainingController controller(job.store());
        controller.open(newRun(job), false);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Ready, kTimeout);
        controller.requestStep();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Paused, kTimeout);
        QTRY_COMPARE(controller.progress().step, 1);
        controller.requestStep();
        QTRY_COMPARE(controller.progress().step, 2);
        QTRY_COMPARE(controller.state(), RunState::Paused);
        controller.resume();
        QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > 20, kTimeout);
        controller.requestPause();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Paused, kTimeout);
        const qint64 step = controller.progress().step;
        controller.requestCheckpoint();
        QSignalSpy saved(&controller, &TrainingController::checkpointSaved);
        // The periodic one of an earlier step may be announced before it.
        QTRY_VERIFY_WITH_TIMEOUT(
            !saved.isEmpty() && saved.last()[0].value<CheckpointInfo>().step == step, kTimeout);
        controller.requestStop();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Stopped, kTimeout);
        QCOMPARE(controller.progress().step, step);
    }

    void histogramsAreTurnedOnWhileItTrains()
    {
        const SmallJob job(kManySteps);
        EngineTrainingController controller(job.store());
        QSignalSpy applied(&controller, &TrainingController::controlApplied);
        controller.open(newRun(job), true);
        QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > 20, kTimeout);
        QCOMPARE(controller.description().histogramSteps, 0);
        controller.recordHistograms(50);
        QTRY_COMPARE_WITH_TIMEOUT(applied.size(), 1, kTimeout);
        const auto change = applied[0][0].value<ControlChange>();
        QCOMPARE(change.name, kHistogramControlName);
        QCOMPARE(change.after, 50.);
        QCOMPARE(controller.description().histogramSteps, 50);
        QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > change.step + 150, kTimeout);
        controller.requestStop();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Stopped, kTimeout);
        controller.open({{}, controller.description().id}, false); // it goes on recording
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Ready, kTimeout);
        QCOMPARE(controller.description().histogramSteps, 50);
    }

    void aLearningRateIsAppliedAtAStepBoundary()
    {
        const SmallJob job(kManySteps);
        EngineTrainingController controller(job.store());
        controller.open(newRun(job), true);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Running, kTimeout);
        QSignalSpy applied(&controller, &TrainingController::controlApplied);
        controller.setLearningRate(0.002);
        QVERIFY(applied.wait(kTimeout));
        const auto change = applied[0][0].value<ControlChange>();
        QCOMPARE(float(change.before), 0.01F);
        QCOMPARE(float(change.after), 0.002F);
        QVERIFY(change.step >= 0);
        controller.requestStop();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Stopped, kTimeout);

        // Continued, the run has it still, and is the same run with a new segment.
        const RunId run = controller.description().id;
        OpenRequest request;
        request.continueRun = run;
        controller.open(request, false);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Ready, kTimeout);
        QCOMPARE(controller.description().id, run);
        QCOMPARE(float(controller.description().learningRate), 0.002F);
        QVERIFY(controller.description().firstStep > 0);
    }

    void aLearningRateSetBeforeTheFirstStepIsKept()
    {
        const SmallJob job(kManySteps);
        EngineTrainingController controller(job.store());
        controller.open(newRun(job), false);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Ready, kTimeout);
        QSignalSpy applied(&controller, &TrainingController::controlApplied);
        controller.setLearningRate(0.003);
        QVERIFY(applied.wait(kTimeout));
        controller.requestStop();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Stopped, kTimeout);
        OpenRequest request;
        request.continueRun = controller.description().id;
        controller.open(request, false);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Ready, kTimeout);
        QCOMPARE(float(controller.description().learningRate), 0.003F);
    }

    void stopWithoutSavingLeavesTheLastCheckpoint()
    {
        const SmallJob job(kManySteps);
        EngineTrainingController controller(job.store());
        controller.open(newRun(job), true);
        QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > 150, kTimeout);
        QSignalSpy saved(&controller, &TrainingController::checkpointSaved);
        controller.requestStopWithoutSaving();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Stopped, kTimeout);
        for (const QList<QVariant>& arguments : saved) {
            QCOMPARE(arguments[0].value<CheckpointInfo>().step % 100, 0);
        }
    }

    void aLossThatIsNotFiniteHaltsAndOffersAWayBack()
    {
        const SmallJob job(kManySteps, "kind = \"sgd\"\nlearning_rate = 0.1");
        EngineTrainingController controller(job.store());
        QSignalSpy alerts(&controller, &TrainingController::lossBecameNonFinite);
        QList<MetricPoint> losses;
        connect(&controller, &TrainingController::metricsArrived, this,
                [&](const QList<MetricBatch>& batches) {
                    for (const MetricBatch& batch : batches) {
                        losses += batch.tag == QLatin1String("train/loss") ? batch.points
                                                                           : QList<MetricPoint>();
                    }
                });
        controller.open(newRun(job), true);
        QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > 250, kTimeout);
        controller.setLearningRate(1e30);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Halted, kTimeout);
        QCOMPARE(alerts.size(), 1);
        const auto alert = alerts[0][0].value<NonFiniteAlert>();
        QVERIFY(!std::isfinite(alert.value));
        QVERIFY(alert.rewindStep >= 0);
        QVERIFY(alert.rewindStep < alert.climbingSince);
        QVERIFY(alert.climbingSince < alert.step);
        QCOMPARE(losses.last().step, alert.step);
        QVERIFY(!std::isfinite(losses.last().value));

        OpenRequest back;
        back.continueRun = alert.run;
        back.fromStep = alert.rewindStep;
        back.learningRate = 0.05;
        losses.clear();
        controller.open(back, true);
        QTRY_VERIFY_WITH_TIMEOUT(losses.size() > 20, kTimeout);
        controller.requestStop();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Stopped, kTimeout);
        QCOMPARE(controller.description().firstStep, alert.rewindStep);
        QVERIFY(std::isfinite(losses.last().value));
    }

    void aFaultyJobSaysWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("part");
        QTest::newRow("a typo") << QByteArray(
            "[data]\nkind = \"spirals\"\n[model]\nhiden_layers = [8]\n")
                                << QStringLiteral("Did you mean hidden_layers?");
        QTest::newRow("no data") << QByteArray("[run]\nsteps = 3\n") << QStringLiteral("data.kind");
        QTest::newRow("a file that is not there")
            << QByteArray("[data]\nkind = \"csv\"\nfile = \"nowhere.csv\"\n")
            << QStringLiteral("nowhere.csv");
    }

    void aFaultyJobSaysWhatIsWrong()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, part);
        SmallJob job;
        job.write(text);
        EngineTrainingController controller(job.store());
        QSignalSpy failed(&controller, &TrainingController::failed);
        controller.open(newRun(job), true);
        QVERIFY(failed.wait(kTimeout));
        QVERIFY2(failed[0][0].value<EngineFailure>().message.contains(part),
                 qPrintable(failed[0][0].value<EngineFailure>().message));
        QCOMPARE(controller.state(), RunState::None);
        // The controller stays usable.
        const SmallJob good(50);
        controller.open(newRun(good), true);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Finished, kTimeout);
    }

    void aFaultyJobLeavesTheOpenRunAsItIs()
    {
        const SmallJob job(50);
        EngineTrainingController controller(job.store());
        controller.open(newRun(job), true);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Finished, kTimeout);
        const RunDescription open = controller.description();
        SmallJob faulty;
        faulty.write("[data]\nkind = \"spirals\"\nbatch_size = 0\n");
        QSignalSpy failed(&controller, &TrainingController::failed);
        QSignalSpy states(&controller, &TrainingController::stateChanged);
        controller.open(newRun(faulty), true);
        QVERIFY(failed.wait(kTimeout));
        QCOMPARE(controller.state(), RunState::Finished);
        QCOMPARE(states.size(), 0);
        QCOMPARE(controller.description().id, open.id);
        QCOMPARE(controller.progress().step, 50);
        QCOMPARE(controller.progress().targetSteps, 50);
        controller.open(trainOn(open.id, 60), true); // it is still the open run
        QTRY_COMPARE_WITH_TIMEOUT(controller.progress().step, 60, kTimeout);
    }

    void destroyedWhileTrainingItStopsWithACheckpoint()
    {
        const SmallJob job(kManySteps);
        qint64 step = 0;
        {
            EngineTrainingController controller(job.store());
            controller.open(newRun(job), true);
            QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step > 10, kTimeout);
            step = controller.progress().step;
        }
        StoreRunLibrary library(job.store());
        QSignalSpy changed(&library, &RunLibrary::runsChanged);
        library.refresh();
        QVERIFY(changed.wait(kTimeout));
        QCOMPARE(library.runs().size(), 1);
        QCOMPARE(library.runs()[0].state, RunState::Stopped);
        QVERIFY(library.runs()[0].lastCheckpointStep >= step);
        QCOMPARE(library.runs()[0].lastCheckpointStep, library.runs()[0].lastStep);
    }

    void theLibraryGivesBackWhatWasRecorded()
    {
        const SmallJob job(120);
        EngineTrainingController controller(job.store());
        controller.open(newRun(job), true);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Finished, kTimeout);
        controller.open(trainOn(controller.description().id, 150), true);
        QTRY_VERIFY_WITH_TIMEOUT(controller.progress().step == 150, kTimeout);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Finished, kTimeout);

        StoreRunLibrary library(job.store());
        QSignalSpy details(&library, &RunLibrary::detailsLoaded);
        QSignalSpy series(&library, &RunLibrary::seriesLoaded);
        QSignalSpy checkpoints(&library, &RunLibrary::checkpointsLoaded);
        const RunId run = controller.description().id;
        library.load(run);
        QVERIFY(checkpoints.wait(kTimeout));
        const auto stored = details[0][0].value<RunDetails>();
        QCOMPARE(stored.id, run);
        QCOMPARE(stored.hyperParameters, controller.description().hyperParameters);
        QVERIFY(stored.failure.isEmpty());
        const auto segments = series[0][1].value<QList<SegmentInfo>>();
        QCOMPARE(segments.size(), 2);
        QCOMPARE(segments[1].firstStep, 120);
        qint64 losses = 0;
        for (const MetricBatch& batch : series[0][2].value<QList<MetricBatch>>()) {
            losses += batch.tag == QLatin1String("train/loss") ? batch.points.size() : 0;
        }
        QCOMPARE(losses, 150);
        QSignalSpy changed(&library, &RunLibrary::runsChanged);
        library.removeRun(run);
        QVERIFY(changed.wait(kTimeout));
        QVERIFY(library.runs().isEmpty());
        library.restoreRun(run);
        QVERIFY(changed.wait(kTimeout));
        QCOMPARE(library.runs().size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestEngineTrainingController)
#include "tst_engine_training_controller.moc"
