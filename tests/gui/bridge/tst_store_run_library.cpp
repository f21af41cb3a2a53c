// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A store that cannot be read for a while, and runs that other processes train.
#include "gui/bridge/store_run_library.h"

#include "gui/bridge/engine_training_controller.h"
#include "tests/gui/support/small_job.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTest>

using namespace gui;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr int kTimeout = 30'000;

RunId trainedRun(const SmallJob& job)
{
    EngineTrainingController controller(job.store());
    OpenRequest request;
    request.jobFile = job.path();
    controller.open(request, true);
    return QTest::qWaitFor([&] { return controller.state() == RunState::Finished; }, kTimeout)
        ? controller.description().id
        : 0;
}

} // namespace

class TestStoreRunLibrary : public QObject
{
    Q_OBJECT

private slots:
    void whatCannotBeReadIsReadOnceItCan();
    void aRunThatIsGoneIsNotTriedForEver();
    void aTrainerThatWasKilledTrainsNoMore();
    void aRunThatCannotBeRemovedIsSaid();
    void onlyNewerPointsAreRead();
    void anotherFileAtThePathIsRead();
    void aLoadWithoutAStoreIsAnswered();
    void aCheckpointIsPinnedWhileNobodyTrains();
    void distributionsOfSomeTagsAreRead();
};

void TestStoreRunLibrary::whatCannotBeReadIsReadOnceItCan()
{
    const SmallJob job(20);
    const RunId run = trainedRun(job);
    QVERIFY(run != 0);
    QVERIFY(QFile::rename(job.store(), job.filePath(u"aside"_s)));
    QFile damaged(job.store());
    QVERIFY(damaged.open(QIODevice::WriteOnly));
    QVERIFY(damaged.write(QByteArray(4096, 'x')) > 0);
    damaged.close();

    StoreRunLibrary library(job.store(), nullptr, 20ms);
    QSignalSpy loadFailed(&library, &RunLibrary::loadFailed);
    QSignalSpy readingFailed(&library, &RunLibrary::readingFailed);
    QSignalSpy readingWorks(&library, &RunLibrary::readingWorks);
    QSignalSpy series(&library, &RunLibrary::seriesLoaded);
    QSignalSpy failed(&library, &RunLibrary::failed);
    library.load(run);
    QTRY_VERIFY_WITH_TIMEOUT(loadFailed.size() > 2, kTimeout); // it is tried again and again
    QCOMPARE(readingFailed.size(), 1); // and told once
    QVERIFY(series.isEmpty());

    QVERIFY(QFile::remove(job.store()));
    QVERIFY(QFile::rename(job.filePath(u"aside"_s), job.store()));
    QTRY_COMPARE_WITH_TIMEOUT(readingWorks.size(), 1, kTimeout);
    QVERIFY(!series.isEmpty());
    QCOMPARE(series[0][0].toLongLong(), run);
    QVERIFY(!series[0][2].value<QList<MetricBatch>>().isEmpty());
    QCOMPARE(readingFailed.size(), 1);
    QVERIFY(failed.isEmpty());
}

void TestStoreRunLibrary::aRunThatIsGoneIsNotTriedForEver()
{
    const SmallJob job(20);
    const RunId run = trainedRun(job);
    StoreRunLibrary library(job.store());
    QSignalSpy loadFailed(&library, &RunLibrary::loadFailed);
    QSignalSpy readingWorks(&library, &RunLibrary::readingWorks);
    library.load(run + 1);
    QVERIFY(loadFailed.wait(kTimeout));
    library.refresh(); // the list does not have it
    QVERIFY(readingWorks.wait(kTimeout));
    QCOMPARE(loadFailed.size(), 1);
}

void TestStoreRunLibrary::aTrainerThatWasKilledTrainsNoMore()
{
    const SmallJob job(kManySteps);
    QProcess trainer;
    trainer.start(QStringLiteral(TRAIN_PROGRAM), {job.path(), u"--store"_s, job.store()});
    QVERIFY(trainer.waitForStarted(kTimeout));
    StoreRunLibrary library(job.store(), nullptr, 20ms);
    QTRY_VERIFY_WITH_TIMEOUT(!library.runs().isEmpty()
                                 && library.runs().constFirst().state == RunState::Running,
                             kTimeout);
    const qint64 seen = library.runs().constFirst().lastStep;
    QTRY_VERIFY_WITH_TIMEOUT(library.runs().constFirst().lastStep > seen, kTimeout); // it grows
    trainer.kill(); // SIGKILL: it cannot write anything any more
    QVERIFY(trainer.waitForFinished(kTimeout));
    QTRY_COMPARE_WITH_TIMEOUT(library.runs().constFirst().state, RunState::EndedUnexpectedly,
                              kTimeout);
}

void TestStoreRunLibrary::aRunThatCannotBeRemovedIsSaid()
{
    const SmallJob job(20);
    const RunId run = trainedRun(job);
    StoreRunLibrary library(job.store());
    QSignalSpy refused(&library, &RunLibrary::runNotRemoved);
    QSignalSpy readingFailed(&library, &RunLibrary::readingFailed);
    library.removeRun(run + 1);
    QVERIFY(refused.wait(kTimeout));
    QCOMPARE(refused[0][0].value<RunId>(), run + 1);
    QCOMPARE(refused[0][1].value<EngineFailure>().code, u"NotFound"_s);
    QVERIFY(readingFailed.isEmpty());
    QSignalSpy removed(&library, &RunLibrary::runRemoved);
    library.removeRun(run);
    QVERIFY(removed.wait(kTimeout));
    QCOMPARE(removed[0][0].value<RunId>(), run);
    QVERIFY(library.runs().isEmpty());
    QCOMPARE(refused.size(), 1);
}

void TestStoreRunLibrary::onlyNewerPointsAreRead()
{
    const SmallJob job(20);
    const RunId run = trainedRun(job);
    StoreRunLibrary library(job.store());
    QSignalSpy series(&library, &RunLibrary::seriesLoaded);
    library.load(run, {{{0, u"train/loss"_s}, 15}});
    QVERIFY(series.wait(kTimeout));
    int lossPoints = 0;
    int otherPoints = 0;
    for (const MetricBatch& batch : series[0][2].value<QList<MetricBatch>>()) {
        if (batch.tag == u"train/loss"_s) {
            lossPoints = int(batch.points.size());
            QCOMPARE(batch.points.constFirst().step, 16);
        } else if (batch.tag == u"learning_rate"_s) {
            otherPoints = int(batch.points.size());
        }
    }
    QCOMPARE(lossPoints, 5);
    QCOMPARE(otherPoints, 20);
}

// The reader must not hold on to a file that nobody else sees.
void TestStoreRunLibrary::anotherFileAtThePathIsRead()
{
    const SmallJob job(20);
    QVERIFY(trainedRun(job) != 0);
    StoreRunLibrary library(job.store(), nullptr, 20ms);
    QTRY_COMPARE_WITH_TIMEOUT(library.runs().size(), 1, kTimeout);
    QVERIFY(QFile::rename(job.store(), job.filePath(u"aside"_s)));
    QTRY_VERIFY_WITH_TIMEOUT(library.runs().isEmpty(), kTimeout);
    QVERIFY(QFile::rename(job.filePath(u"aside"_s), job.store()));
    QTRY_COMPARE_WITH_TIMEOUT(library.runs().size(), 1, kTimeout);
}

void TestStoreRunLibrary::aLoadWithoutAStoreIsAnswered()
{
    const SmallJob job(20);
    StoreRunLibrary library(job.store());
    QSignalSpy loadFailed(&library, &RunLibrary::loadFailed);
    library.load(1);
    QVERIFY(loadFailed.wait(kTimeout));
}

void TestStoreRunLibrary::aCheckpointIsPinnedWhileNobodyTrains()
{
    const SmallJob job(300);
    const RunId run = trainedRun(job);
    QVERIFY(run != 0);
    StoreRunLibrary library(job.store());
    QSignalSpy checkpoints(&library, &RunLibrary::checkpointsLoaded);
    QSignalSpy pinned(&library, &RunLibrary::checkpointPinned);
    QSignalSpy refused(&library, &RunLibrary::checkpointNotPinned);
    const auto stored = [&](qint64 step) {
        checkpoints.clear();
        library.load(run);
        CheckpointInfo found;
        if (checkpoints.wait(kTimeout)) {
            for (const auto& one : checkpoints[0][1].value<QList<CheckpointInfo>>()) {
                found = one.step == step ? one : found;
            }
        }
        return found;
    };
    const CheckpointInfo checkpoint = stored(200);
    QCOMPARE(checkpoint.step, 200);
    QVERIFY(!checkpoint.isPinned);
    library.setCheckpointPinned(checkpoint, true);
    QTRY_COMPARE_WITH_TIMEOUT(pinned.size(), 1, kTimeout);
    QVERIFY(stored(200).isPinned);
    QVERIFY(!stored(100).isPinned);

    CheckpointInfo gone = checkpoint;
    gone.step = 250;
    library.setCheckpointPinned(gone, true);
    QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, kTimeout);
    QCOMPARE(refused[0][1].value<EngineFailure>().code, u"NotFound"_s);
    {
        EngineTrainingController controller(job.store());
        OpenRequest request;
        request.continueRun = run;
        request.steps = 400;
        controller.open(request, false);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), RunState::Ready, kTimeout);
        library.setCheckpointPinned(checkpoint, false); // its directory is the training's
        QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 2, kTimeout);
        QCOMPARE(refused[1][1].value<EngineFailure>().code, u"FailedPrecondition"_s);
        QVERIFY(stored(200).isPinned);
    }
    library.setCheckpointPinned(checkpoint, false);
    QTRY_COMPARE_WITH_TIMEOUT(pinned.size(), 2, kTimeout);
    QVERIFY(!stored(200).isPinned);
}

void TestStoreRunLibrary::distributionsOfSomeTagsAreRead()
{
    SmallJob job(100);
    job.change("[evaluation]", "[hooks.histograms]\nevery_n_steps = 2\n[evaluation]");
    const RunId run = trainedRun(job);
    QVERIFY(run != 0);
    StoreRunLibrary library(job.store());
    QSignalSpy loaded(&library, &RunLibrary::distributionsLoaded);
    QSignalSpy notLoaded(&library, &RunLibrary::distributionsNotLoaded);
    library.loadDistributions(run, {});
    QTRY_COMPARE_WITH_TIMEOUT(loaded.size(), 1, kTimeout);
    const auto first = loaded[0][0].value<RunDistributions>();
    QCOMPARE(first.run, run);
    QCOMPARE(first.tags.size(), 4); // weights and biases of two layers
    QVERIFY(first.read.isEmpty());
    library.loadDistributions(run, {first.tags[0], u"nowhere"_s});
    QTRY_COMPARE_WITH_TIMEOUT(loaded.size(), 2, kTimeout);
    const auto second = loaded[1][0].value<RunDistributions>();
    QCOMPARE(second.read.size(), 1);
    QCOMPARE(second.read[0].tag, first.tags[0]);
    QVERIFY(second.read[0].problem.isEmpty());
    const QList<Distribution>& some = second.read[0].distributions; // of 50
    QVERIFY(some.size() > 15 && some.size() <= 33);
    QCOMPARE(some.first().step, 1);
    QCOMPARE(some.last().step, 99);
    QVERIFY(some.last().deviation > 0 && some.last().count > 0);
    QCOMPARE(some.last().limits.size(), some.last().counts.size());

    QVERIFY(QFile::rename(job.store(), job.filePath(u"aside"_s)));
    QFile damaged(job.store());
    QVERIFY(damaged.open(QIODevice::WriteOnly));
    QVERIFY(damaged.write(QByteArray(4096, 'x')) > 0);
    damaged.close();
    library.loadDistributions(run, {});
    QTRY_COMPARE_WITH_TIMEOUT(notLoaded.size(), 1, kTimeout);
    QCOMPARE(loaded.size(), 2);
}

QTEST_GUILESS_MAIN(TestStoreRunLibrary)
#include "tst_store_run_library.moc"
