// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/formats/tensor_bundle.h"
#include "engine/hooks/checkpoint_saver_hook.h"
#include "tests/engine/hooks/hook_driver.h"
#include "tests/support/errors.h"
#include "tests/support/gated_disk.h"
#include "tests/support/memory_summary_writer.h"

#include <QTemporaryDir>
#include <QTest>

using namespace engine;

using Steps = std::vector<std::int64_t>;

namespace {

struct Listener final : CheckpointSaverListener
{
    void beforeSave(Session&, std::int64_t step) override { before.push_back(step); }
    bool afterSave(Session&, std::int64_t step) override
    {
        after.push_back(step);
        return step == stopsAt;
    }
    Steps before;
    Steps after;
    std::int64_t stopsAt = -1;
};

} // namespace

// Saves that a thread writes while the training goes on.
class TestAsyncCheckpoint : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void trainingGoesOnWhileAThreadWrites();
    void whatIsWrittenIsTheMomentOfTheSave();
    void trainingNeverWaitsForTheSaveBefore();
    void savesOneAfterTheOther();
    void theEndWaitsAndSavesTheRest();
    void aListenersStopIsHeardLater();
    void errorsComeWithTheNextRun();
    void toleratedErrorsLeaveTheTrainingAlone();
    void anUncleanEndStillRecordsWhatIsWhole();
    void askedForSavesAreWholeAtOnce();
    void askedForSavesNeedNotStopTheTraining();

private:
    void make(bool toleratesFailure = false);
    void trainTo(std::int64_t step)
    {
        while (m_driver->step() < step) {
            m_driver->train();
        }
    }
    // Trains until the checkpoint of this step has been announced; the thread needs its time.
    void trainUntilAnnounced(std::int64_t step)
    {
        for (int i = 0;
             i < 100000 && (m_listener->after.empty() || m_listener->after.back() != step); ++i) {
            m_driver->setStep(step); // no other save becomes due
            m_driver->train();
        }
        QCOMPARE(m_listener->after.back(), step);
    }
    std::filesystem::path directory() const { return m_folder->filePath("run").toStdString(); }
    float savedValue(std::int64_t step) const
    {
        const std::string prefix = (directory() / ("model.ckpt-" + std::to_string(step))).string();
        return TensorBundleReader(m_disk, prefix).read("w").scalarValue<float>();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    GatedDisk m_disk;
    NullLogger m_logger;
    std::unique_ptr<TrainingGraph> m_model;
    std::shared_ptr<Saver> m_saver;
    std::shared_ptr<Listener> m_listener;
    std::shared_ptr<MemorySummaryWriter> m_records;
    std::shared_ptr<CheckpointSaverHook> m_hook;
    std::unique_ptr<HookDriver> m_driver;
    Steps m_tolerated;
};

void TestAsyncCheckpoint::init()
{
    m_disk.setFull(false);
    m_disk.setOpen(true);
    m_tolerated.clear();
    m_driver.reset();
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestAsyncCheckpoint::make(bool toleratesFailure)
{
    m_driver.reset();
    m_hook.reset();
    m_model = std::make_unique<TrainingGraph>();
    SaverOptions saver;
    saver.files = &m_disk;
    m_saver = std::make_shared<Saver>(saver);
    m_saver->build(m_model->graph);
    m_listener = std::make_shared<Listener>();
    m_records = std::make_shared<MemorySummaryWriter>();
    CheckpointSaverHook::Options options;
    options.checkpointDir = directory();
    options.period = Period::everySteps(10);
    options.saver = m_saver;
    options.listeners = {m_listener};
    options.summaryWriter = m_records;
    options.asyncCheckpoint = true;
    options.files = &m_disk;
    options.logger = &m_logger;
    if (toleratesFailure) {
        options.toleratesFailure = [this](const Error&, std::int64_t step) {
            m_tolerated.push_back(step);
            return true;
        };
    }
    m_hook = std::make_shared<CheckpointSaverHook>(options);
    m_driver = std::make_unique<HookDriver>(*m_model, m_hook);
    m_driver->create();
}

void TestAsyncCheckpoint::trainingGoesOnWhileAThreadWrites()
{
    make();
    QCOMPARE(m_listener->after, (Steps{0})); // the first is whole before training begins
    m_disk.setOpen(false);
    trainTo(15);
    QCOMPARE(m_listener->before, (Steps{0, 10}));
    QCOMPARE(m_listener->after, (Steps{0}));
    QCOMPARE(m_records->stepsOf("CHECKPOINT"), (Steps{0}));
    QVERIFY(!checkpointExists(m_disk, (directory() / "model.ckpt-10").string()));
    m_disk.setOpen(true);
    trainUntilAnnounced(10);
    QCOMPARE(m_records->stepsOf("CHECKPOINT"), (Steps{0, 10}));
    verifyCheckpoint(m_disk, (directory() / "model.ckpt-10").string());
}

void TestAsyncCheckpoint::whatIsWrittenIsTheMomentOfTheSave()
{
    make();
    m_disk.setOpen(false);
    trainTo(19);
    m_disk.setOpen(true);
    m_saver->finishSaving();
    QCOMPARE(savedValue(10), 10.0F); // w counts the updates
}

// What is due while a checkpoint is being written is saved once that is whole.
void TestAsyncCheckpoint::trainingNeverWaitsForTheSaveBefore()
{
    make();
    m_disk.setOpen(false);
    trainTo(35);
    QCOMPARE(m_listener->before, (Steps{0, 10}));
    m_disk.setOpen(true);
    m_saver->finishSaving();
    m_driver->train();
    QCOMPARE(m_listener->before, (Steps{0, 10, 36}));
    m_saver->finishSaving();
    trainTo(46); // the plan has not moved
    m_driver->end();
    QCOMPARE(m_listener->after, (Steps{0, 10, 36, 40, 46}));
    QCOMPARE(savedValue(36), 36.0F);
}

void TestAsyncCheckpoint::savesOneAfterTheOther()
{
    make();
    for (const std::int64_t step : {10, 20, 30}) {
        trainTo(step);
        m_saver->finishSaving();
    }
    trainTo(35);
    QCOMPARE(m_listener->before, (Steps{0, 10, 20, 30}));
    m_driver->end();
    QCOMPARE(m_listener->after, (Steps{0, 10, 20, 30, 35}));
    QCOMPARE(m_records->stepsOf("CHECKPOINT"), (Steps{0, 10, 20, 30, 35}));
    QCOMPARE(savedValue(20), 20.0F);
    QCOMPARE(savedValue(35), 35.0F);
}

void TestAsyncCheckpoint::theEndWaitsAndSavesTheRest()
{
    make();
    trainTo(10);
    m_driver->end();
    QCOMPARE(m_listener->after, (Steps{0, 10})); // nothing new to save
    QCOMPARE(savedValue(10), 10.0F);
}

void TestAsyncCheckpoint::aListenersStopIsHeardLater()
{
    make();
    m_listener->stopsAt = 10;
    trainTo(10);
    m_saver->finishSaving();
    QVERIFY(!m_driver->stops());
    m_driver->train();
    QVERIFY(m_driver->stops());
}

void TestAsyncCheckpoint::errorsComeWithTheNextRun()
{
    make();
    m_disk.setFull(true);
    trainTo(10);
    m_saver->finishSaving();
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", m_driver->train());
    QCOMPARE(m_listener->after, (Steps{0}));
}

void TestAsyncCheckpoint::toleratedErrorsLeaveTheTrainingAlone()
{
    make(true);
    m_disk.setFull(true);
    trainTo(10);
    m_saver->finishSaving();
    trainTo(20);
    m_saver->finishSaving();
    trainTo(26);
    QCOMPARE(m_tolerated, (Steps{10, 20}));
    m_disk.setFull(false);
    m_driver->end(); // what was not saved is saved now
    QCOMPARE(m_listener->after, (Steps{0, 26}));
    QCOMPARE(savedValue(26), 26.0F);

    make(true);
    trainTo(10);
    m_disk.setFull(true);
    m_saver->finishSaving();
    trainTo(15);
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", m_driver->end());
}

void TestAsyncCheckpoint::anUncleanEndStillRecordsWhatIsWhole()
{
    make();
    trainTo(10);
    m_hook->onError(AbortedError("gone"));
    QCOMPARE(m_records->stepsOf("CHECKPOINT"), (Steps{0, 10}));
    QCOMPARE(savedValue(10), 10.0F);

    make();
    m_disk.setFull(true);
    trainTo(10);
    m_hook->onError(AbortedError("gone"));
    QCOMPARE(m_records->stepsOf("CHECKPOINT"), (Steps{0}));
}

void TestAsyncCheckpoint::askedForSavesAreWholeAtOnce()
{
    make();
    trainTo(13);
    m_hook->saveNow(m_driver->raw());
    QCOMPARE(m_listener->after, (Steps{0, 10, 13}));
    QCOMPARE(savedValue(13), 13.0F);
}

void TestAsyncCheckpoint::askedForSavesNeedNotStopTheTraining()
{
    make();
    m_disk.setOpen(false);
    trainTo(3);
    m_hook->saveSoon(m_driver->raw());
    m_hook->saveSoon(m_driver->raw()); // is on its way
    trainTo(5);
    m_hook->requestSave(); // comes when the one of 3 is whole
    trainTo(7);
    QCOMPARE(m_listener->before, (Steps{0, 3}));
    QCOMPARE(m_listener->after, (Steps{0}));
    m_disk.setOpen(true);
    m_saver->finishSaving();
    trainTo(8);
    QCOMPARE(m_listener->before, (Steps{0, 3, 8}));
    m_saver->finishSaving();
    trainTo(9);
    QCOMPARE(m_listener->after, (Steps{0, 3, 8}));
    QCOMPARE(savedValue(3), 3.0F);
    QCOMPARE(savedValue(8), 8.0F);
}

QTEST_GUILESS_MAIN(TestAsyncCheckpoint)
#include "tst_async_checkpoint.moc"
