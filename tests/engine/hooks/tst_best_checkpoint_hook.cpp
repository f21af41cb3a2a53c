// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/formats/tensor_bundle.h"
#include "engine/hooks/best_checkpoint_hook.h"
#include "tests/engine/hooks/metric_model.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"
#include "tests/support/gated_disk.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <limits>

using namespace engine;

using Steps = std::vector<std::int64_t>;

class TestBestCheckpointHook : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void keepsTheBest();
    void goesOnInAnotherProcess();
    void stepThatComesAgain();
    void infinityIsKept();
    void damagedListIsReported();
    void failedSaveLeavesTheOlder();
    void trainingGoesOnWhileAThreadWrites();
    void whatAThreadCannotWriteIsTold();
    void refused();

private:
    BestCheckpointHook::Options options(std::size_t keep) const
    {
        BestCheckpointHook::Options options;
        options.directory = directory();
        options.metric.tensor = m_world->metric;
        options.keep = keep;
        options.saver = m_world->saver;
        return options;
    }
    // The best one only, by a saver of its own.
    BestCheckpointHook::Options optionsOn(FileSystem& files) const
    {
        BestCheckpointHook::Options with = options(1);
        SaverOptions saver;
        saver.files = &files;
        with.saver = std::make_shared<Saver>(saver);
        with.saver->build(m_world->model.graph);
        return with;
    }
    std::filesystem::path directory() const { return m_folder->filePath("best").toStdString(); }
    Steps onDisk() const
    {
        Steps steps;
        for (const std::string& prefix : listCheckpoints(LocalFileSystem(), directory())) {
            steps.push_back(stepOfCheckpoint(prefix).value_or(-1));
        }
        return steps;
    }
    static Steps stepsOf(const BestCheckpointHook& hook)
    {
        Steps steps;
        for (const auto& measured : hook.best()) {
            steps.push_back(measured.step);
        }
        return steps;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MetricModel> m_world;
};

void TestBestCheckpointHook::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_world = std::make_unique<MetricModel>();
}

void TestBestCheckpointHook::keepsTheBest()
{
    const auto hook = std::make_shared<BestCheckpointHook>(options(2));
    HookDriver driver(m_world->model, hook);
    driver.create();
    trainFor(driver, 3);
    QCOMPARE(stepsOf(*hook), (Steps{3, 2}));
    trainFor(driver, 4); // 0, then 1, 4, 9: a tie leaves the older
    QCOMPARE(stepsOf(*hook), (Steps{4, 3}));
    QCOMPARE(onDisk(), (Steps{3, 4}));
    const LocalFileSystem files;
    const TensorBundleReader reader(files, (directory() / "best.ckpt-4").string());
    QCOMPARE(reader.read("w").scalarValue<float>(), 4.0F);
    QVERIFY(!QFile::exists(m_folder->filePath("best/checkpoint"))); // nothing resumes from here
    QVERIFY(m_world->saver->lastCheckpoints().empty());
}

void TestBestCheckpointHook::goesOnInAnotherProcess()
{
    {
        HookDriver driver(m_world->model, std::make_shared<BestCheckpointHook>(options(2)));
        driver.create();
        trainFor(driver, 7);
    }
    LocalFileSystem files;
    NullLogger logger;
    removeCheckpoint(files, (directory() / "best.ckpt-3").string(), logger);
    const auto hook = std::make_shared<BestCheckpointHook>(options(2));
    HookDriver driver(m_world->model, hook);
    QCOMPARE(stepsOf(*hook), (Steps{4})); // the other is gone
    QCOMPARE(hook->best()[0].value, 0.0);
    driver.setStep(100);
    driver.create();
    trainFor(driver, 3); // to 0: no better than the older
    QCOMPARE(stepsOf(*hook), (Steps{4, 103}));
    QCOMPARE(onDisk(), (Steps{4, 103}));
}

void TestBestCheckpointHook::stepThatComesAgain()
{
    const auto hook = std::make_shared<BestCheckpointHook>(options(3));
    HookDriver driver(m_world->model, hook);
    driver.create();
    trainFor(driver, 2);
    driver.setStep(0); // lost, but w goes on: to 3, where the metric is 0
    driver.create();
    trainFor(driver, 2);
    QCOMPARE(stepsOf(*hook), (Steps{1, 2}));
    QCOMPARE(hook->best()[0].value, 0.0);
}

void TestBestCheckpointHook::infinityIsKept()
{
    auto with = options(1);
    with.metric.tensor = Output();
    with.metric.latest = [] {
        return WatchedMetric::Measured{1, std::numeric_limits<double>::infinity()};
    };
    {
        HookDriver driver(m_world->model, std::make_shared<BestCheckpointHook>(with));
        driver.create();
        trainFor(driver, 1);
    }
    BestCheckpointHook hook(with);
    hook.begin(m_world->model.graph);
    QCOMPARE(hook.best().at(0).value, std::numeric_limits<double>::infinity());
}

void TestBestCheckpointHook::damagedListIsReported()
{
    QVERIFY(QDir(m_folder->path()).mkdir("best"));
    std::ofstream(directory() / "best.json") << "{\"checkpoints\": [{}]}";
    BestCheckpointHook hook(options(1));
    VERIFY_THROWS(DataLossError, "best.json", hook.begin(m_world->model.graph));
}

void TestBestCheckpointHook::failedSaveLeavesTheOlder()
{
    FailingFileSystem full;
    auto with = optionsOn(full);
    HookDriver driver(m_world->model, std::make_shared<BestCheckpointHook>(with));
    driver.create();
    trainFor(driver, 1);
    full.failAt("sync");
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", trainFor(driver, 1));
    QCOMPARE(onDisk(), (Steps{1}));
}

void TestBestCheckpointHook::trainingGoesOnWhileAThreadWrites()
{
    GatedDisk disk;
    auto with = optionsOn(disk);
    with.asyncCheckpoint = true;
    WatchedMetric::Measured newest{1, 5.0};
    with.metric.tensor = Output();
    with.metric.latest = [&] { return newest; };
    const auto hook = std::make_shared<BestCheckpointHook>(with);
    HookDriver driver(m_world->model, hook);
    driver.create();
    const auto opened = qScopeGuard([&] { disk.setOpen(true); }); // a saver waits for its thread
    disk.setOpen(false);
    trainFor(driver, 5);
    QCOMPARE(driver.step(), std::int64_t{5});
    QVERIFY(hook->best().empty());
    disk.setOpen(true);
    with.saver->finishSaving();
    trainFor(driver, 1);
    QCOMPARE(stepsOf(*hook), Steps{1});
    const LocalFileSystem files;
    QCOMPARE(TensorBundleReader(files, (directory() / "best.ckpt-1").string())
                 .read("w")
                 .scalarValue<float>(),
             1.0F); // of its step, not of the one at which it was written

    newest = {7, 4.0};
    trainFor(driver, 1);
    newest = {8, 3.0}; // waits for the one of 7
    trainFor(driver, 1);
    driver.end();
    QCOMPARE(stepsOf(*hook), Steps{8});
    QCOMPARE(onDisk(), Steps{8});
    BestCheckpointHook next(with); // knows it from the list
    next.begin(m_world->model.graph);
    QCOMPARE(stepsOf(next), Steps{8});
}

void TestBestCheckpointHook::whatAThreadCannotWriteIsTold()
{
    FailingFileSystem full;
    auto with = optionsOn(full);
    with.asyncCheckpoint = true;
    const auto hook = std::make_shared<BestCheckpointHook>(with);
    HookDriver driver(m_world->model, hook);
    driver.create();
    trainFor(driver, 1);
    with.saver->finishSaving();
    full.failAt("sync");
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", (trainFor(driver, 1), driver.end()));
    full.failAt("");
    QCOMPARE(stepsOf(*hook), Steps{1});
    QCOMPARE(onDisk(), Steps{1});
}

void TestBestCheckpointHook::refused()
{
    VERIFY_THROWS(InvalidArgumentError, "something to keep (0)", BestCheckpointHook(options(0)));
    auto nowhere = options(1);
    nowhere.directory.clear();
    VERIFY_THROWS(InvalidArgumentError, "needs a directory", BestCheckpointHook(nowhere));
}

QTEST_GUILESS_MAIN(TestBestCheckpointHook)
#include "tst_best_checkpoint_hook.moc"
