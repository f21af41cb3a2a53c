// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/checkpoint_store.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"
#include "tests/support/fake_clock.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace engine;

class TestCheckpointStore : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void oldestIsDeleted();
    void t2_savingAgainMovesToTheEnd();
    void t3_givenListIsGoneOnWith();
    void t5_allAreKeptWithoutALimit_data();
    void t5_allAreKeptWithoutALimit();
    void t8_recoveredListHoldsWhatExists();
    void t26_restartGoesOnDeleting();
    void oneEveryHoursIsKeptForEver();
    void withoutStateNothingIsRememberedOrDeleted();
    void stepsMayBePadded();
    void t9_prefixMayStandWithoutAStep();
    void impossiblePathIsRefused_data();
    void impossiblePathIsRefused();
    void t10_relativeDirectoryIsUsable();
    void failedSaveLeavesEverythingAsItWas_data();
    void failedSaveLeavesEverythingAsItWas();
    void failedDeletionDoesNotFailTheSave();

private:
    std::string base() const { return m_folder->filePath("s").toStdString(); }
    std::string prefix(int step) const { return base() + '-' + std::to_string(step); }
    CheckpointStore store(CheckpointStoreOptions options)
    {
        return CheckpointStore(m_files, m_clock, m_logger, options);
    }
    std::string save(CheckpointStore& store, int step);
    // The steps of the checkpoints on the disk and of those listed in the state file.
    QList<int> onDisk() const;
    QList<int> inState();

    std::unique_ptr<QTemporaryDir> m_folder;
    FailingFileSystem m_files;
    FakeClock m_clock;
    MemoryLogger m_logger;
};

namespace {

NamedTensors tensors(int step)
{
    return {{"global_step", Tensor::scalar<std::int64_t>(step)}};
}

QList<int> stepsOf(const std::vector<std::string>& prefixes)
{
    QList<int> steps;
    for (const std::string& prefix : prefixes) {
        steps += static_cast<int>(stepOfCheckpoint(prefix).value_or(-1));
    }
    return steps;
}

} // namespace

void TestCheckpointStore::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_files.failAt({});
}

std::string TestCheckpointStore::save(CheckpointStore& store, int step)
{
    SaveRequest request;
    request.path = base();
    request.globalStep = step;
    return store.save(request, tensors(step));
}

QList<int> TestCheckpointStore::onDisk() const
{
    return stepsOf(listCheckpoints(m_files, m_folder->path().toStdString()));
}

QList<int> TestCheckpointStore::inState()
{
    const auto state = readCheckpointState(m_files, m_folder->path().toStdString(), m_logger);
    if (!state || state->allModelCheckpointPaths.back() != state->modelCheckpointPath) {
        return {};
    }
    return stepsOf(state->allModelCheckpointPaths);
}

void TestCheckpointStore::oldestIsDeleted()
{
    CheckpointStore two = store({.maxToKeep = 2});
    QCOMPARE(save(two, 1), prefix(1));
    save(two, 2);
    save(two, 3);
    QCOMPARE(stepsOf(two.lastCheckpoints()), (QList<int>{2, 3}));
    QCOMPARE(onDisk(), (QList<int>{2, 3}));
    QCOMPARE(inState(), (QList<int>{2, 3}));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 5); // index, data; state
    QCOMPARE(TensorBundleReader(m_files, prefix(3)).read("global_step").scalarAsDouble(), 3.0);
}

void TestCheckpointStore::t2_savingAgainMovesToTheEnd()
{
    CheckpointStore two = store({.maxToKeep = 2});
    for (const int step : {1, 2, 3, 2}) {
        save(two, step);
    }
    QCOMPARE(inState(), (QList<int>{3, 2}));
    QCOMPARE(onDisk(), (QList<int>{2, 3}));
    save(two, 1);
    QCOMPARE(inState(), (QList<int>{2, 1}));
    QCOMPARE(onDisk(), (QList<int>{1, 2}));
}

void TestCheckpointStore::t3_givenListIsGoneOnWith()
{
    CheckpointStore first = store({.maxToKeep = 2});
    save(first, 2);
    save(first, 3);
    CheckpointStore second = store({.maxToKeep = 2});
    second.setLastCheckpoints(first.lastCheckpoints());
    removeCheckpoint(m_files, prefix(2), m_logger); // it is gone already
    save(second, 4);
    QCOMPARE(inState(), (QList<int>{3, 4}));
    QCOMPARE(onDisk(), (QList<int>{3, 4}));

    CheckpointStore third = store({.maxToKeep = 2});
    save(third, 5);
    QCOMPARE(inState(), QList<int>{5});
    QCOMPARE(onDisk(), (QList<int>{3, 4, 5}));
}

void TestCheckpointStore::t5_allAreKeptWithoutALimit_data()
{
    QTest::addColumn<int>("maxToKeep");
    QTest::newRow("0") << 0;
    QTest::newRow("negative") << -1;
}

void TestCheckpointStore::t5_allAreKeptWithoutALimit()
{
    QFETCH(int, maxToKeep);
    CheckpointStore all = store({.maxToKeep = maxToKeep});
    for (const int step : {1, 2, 3}) {
        save(all, step);
        QVERIFY(all.lastCheckpoints().empty());
        QCOMPARE(inState(), QList<int>{step});
    }
    QCOMPARE(onDisk(), (QList<int>{1, 2, 3}));
}

void TestCheckpointStore::t8_recoveredListHoldsWhatExists()
{
    CheckpointStore first = store({});
    for (const int step : {1, 2, 3}) {
        save(first, step);
    }
    CheckpointStore second = store({});
    second.recoverLastCheckpoints(first.lastCheckpoints());
    QCOMPARE(stepsOf(second.lastCheckpoints()), (QList<int>{1, 2, 3}));
    removeCheckpoint(m_files, prefix(1), m_logger);
    second.recoverLastCheckpoints(first.lastCheckpoints());
    QCOMPARE(stepsOf(second.lastCheckpoints()), (QList<int>{2, 3}));
    save(second, 4);
    QCOMPARE(inState(), (QList<int>{2, 3, 4}));
}

void TestCheckpointStore::t26_restartGoesOnDeleting()
{
    CheckpointStore first = store({.maxToKeep = 3});
    for (const int step : {1, 2, 3}) {
        save(first, step);
    }
    CheckpointStore second = store({.maxToKeep = 3});
    second.recoverLastCheckpoints(first.lastCheckpoints());
    for (const int step : {4, 5, 6}) {
        save(second, step);
        QCOMPARE(onDisk(), (QList<int>{step - 2, step - 1, step}));
    }
}

// Half an hour between saves, one kept an hour: those that are evicted with a time past the next
// full hour since the construction stay.
void TestCheckpointStore::oneEveryHoursIsKeptForEver()
{
    CheckpointStore hourly = store({.maxToKeep = 2, .keepCheckpointEveryNHours = 1});
    for (const int step : {1, 2, 3, 4, 5, 6, 7, 8}) {
        m_clock.advanceSeconds(1800);
        save(hourly, step);
    }
    QCOMPARE(onDisk(), (QList<int>{3, 5, 7, 8}));
    QCOMPARE(inState(), (QList<int>{7, 8}));
}

void TestCheckpointStore::withoutStateNothingIsRememberedOrDeleted()
{
    CheckpointStore one = store({.maxToKeep = 1});
    save(one, 1);
    SaveRequest request;
    request.path = base();
    request.globalStep = 2;
    request.writeState = false;
    QCOMPARE(one.save(request, tensors(2)), prefix(2));
    QCOMPARE(inState(), QList<int>{1});
    QCOMPARE(onDisk(), (QList<int>{1, 2}));
}

void TestCheckpointStore::stepsMayBePadded()
{
    CheckpointStore padded = store({.padStepNumber = true});
    QCOMPARE(save(padded, 5), base() + "-00000005");
    QCOMPARE(save(padded, 123456789), base() + "-123456789");
}

void TestCheckpointStore::t9_prefixMayStandWithoutAStep()
{
    CheckpointStore any = store({});
    SaveRequest request;
    request.path = base();
    QCOMPARE(any.save(request, tensors(1)), base());
    verifyCheckpoint(m_files, base());
    request.path = m_folder->filePath("checkpoint").toStdString(); // with a step it is no collision
    request.globalStep = 1;
    QCOMPARE(any.save(request, tensors(1)), request.path + "-1");
}

void TestCheckpointStore::impossiblePathIsRefused_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("step"); // -1: none
    QTest::addColumn<QString>("stateFile");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("T20 no parent directory")
        << "absent/s" << 1 << "checkpoint" << QByteArray("Parent directory");
    QTest::newRow("state file in a directory")
        << "s" << 1 << "sub/checkpoint" << QByteArray("without a directory");
    QTest::newRow("state file without a name")
        << "s" << 1 << QString() << QByteArray("without a directory");
    QTest::newRow("T9 checkpoint where the state file is")
        << "checkpoint" << -1 << "checkpoint" << QByteArray("collides with");
    QTest::newRow("state file of the name with the step")
        << "s" << 1 << "s-1" << QByteArray("collides with");
}

void TestCheckpointStore::impossiblePathIsRefused()
{
    QFETCH(QString, path);
    QFETCH(int, step);
    QFETCH(QString, stateFile);
    QFETCH(QByteArray, part);
    SaveRequest request;
    request.path = m_folder->filePath(path).toStdString();
    if (step >= 0) {
        request.globalStep = step;
    }
    request.latestFilename = stateFile.toStdString();
    CheckpointStore any = store({});
    VERIFY_THROWS(InvalidArgumentError, part.constData(), any.save(request, tensors(1)));
    QVERIFY(QDir(m_folder->path()).isEmpty());
}

void TestCheckpointStore::t10_relativeDirectoryIsUsable()
{
    const QString before = QDir::currentPath();
    QVERIFY(QDir(m_folder->path()).mkdir("train"));
    QVERIFY(QDir::setCurrent(m_folder->path()));
    CheckpointStore any = store({});
    SaveRequest request;
    request.path = "train/snapshot";
    for (const int step : {0, 1, 2}) {
        request.globalStep = step;
        any.save(request, tensors(step));
    }
    const std::string text = m_files.read("train/checkpoint");
    const auto latest = latestCheckpoint(m_files, "train", m_logger);
    const bool isWhole = latest && TensorBundleReader(m_files, *latest).find("global_step");
    QVERIFY(QDir::setCurrent(before));
    QCOMPARE(latest.value_or(""), std::string("train/snapshot-2"));
    QVERIFY(isWhole);
    QVERIFY(text.starts_with("model_checkpoint_path: \"snapshot-2\"\n"));
}

void TestCheckpointStore::failedSaveLeavesEverythingAsItWas_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("passes");
    QTest::addColumn<bool>("isWritten"); // the new checkpoint, but not the state file
    for (const int passes : {0, 1}) {
        const char* const file = passes == 0 ? "data" : "index";
        for (const char* call : {"create", "append", "sync", "close", "rename"}) {
            QTest::addRow("%s of the %s fails", call, file) << call << passes << false;
        }
    }
    for (const char* call : {"create", "append", "sync", "close", "rename"}) {
        QTest::addRow("%s of the state file fails", call) << call << 2 << true;
    }
}

void TestCheckpointStore::failedSaveLeavesEverythingAsItWas()
{
    QFETCH(QString, call);
    QFETCH(int, passes);
    QFETCH(bool, isWritten);
    CheckpointStore two = store({.maxToKeep = 2});
    save(two, 1);
    save(two, 2);
    m_files.failAt(call.toStdString(), passes);
    VERIFY_THROWS(ResourceExhaustedError, "full", save(two, 3));
    m_files.failAt({});
    QCOMPARE(inState(), (QList<int>{1, 2}));
    QCOMPARE(onDisk(), isWritten ? (QList<int>{1, 2, 3}) : (QList<int>{1, 2}));
    verifyCheckpoint(m_files, prefix(1));
    verifyCheckpoint(m_files, prefix(2));
    QVERIFY(QDir(m_folder->path()).entryList({"*.tmp*"}).isEmpty());

    save(two, 4);
    QCOMPARE(inState(), isWritten ? (QList<int>{3, 4}) : (QList<int>{2, 4}));
}

void TestCheckpointStore::failedDeletionDoesNotFailTheSave()
{
    CheckpointStore one = store({.maxToKeep = 1});
    save(one, 1);
    m_files.failAt("remove");
    save(one, 2);
    QCOMPARE(inState(), QList<int>{2});
    QCOMPARE(onDisk(), (QList<int>{1, 2}));
    QVERIFY(!m_logger.entries().empty());
}

QTEST_APPLESS_MAIN(TestCheckpointStore)
#include "tst_checkpoint_store.moc"
