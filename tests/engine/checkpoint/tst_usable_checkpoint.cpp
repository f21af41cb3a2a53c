// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/checkpoint_state.h"
#include "engine/checkpoint/usable_checkpoint.h"
#include "engine/formats/tensor_bundle.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"
#include "tests/support/golden.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace engine;

// Checkpoints on the disk: found, verified, set aside, removed.
class TestUsableCheckpoint : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void stepsComeFromNames_data();
    void stepsComeFromNames();
    void checkpointsAreListedByStep();
    void t17_checkpointExistsFromSaveToRemoval();
    void removalTakesNoOtherFiles();
    void removalGoesOnAfterAFailure();
    void latestIsTheOneOfTheStateFile();
    void newestIsUsedIfItIsWhole();
    void damagedNewestIsSetAside_data();
    void damagedNewestIsSetAside();
    void missingNewestIsReported();
    void d26_unreadableStateFileMeansSearch_data();
    void d26_unreadableStateFileMeansSearch();
    void newerThanTheStateFileIsNotUsed();
    void afterARewindTheLineThatWasLeftIsNotUsed();
    void t25_d12_movedDirectoryIsUsable();
    void noUsableCheckpointIsDataLossAndTouchesNothing();
    void emptyDirectoryHoldsNothing();
    void stateFileWithoutCheckpointsIsReported();
    void otherErrorsAreNoDamage();

private:
    std::filesystem::path folder() const { return m_folder->path().toStdString(); }
    std::string prefix(int step) const
    {
        return (folder() / ("model.ckpt-" + std::to_string(step))).string();
    }
    QString path(int step, const QString& suffix) const
    {
        return QString::fromStdString(prefix(step)) + suffix;
    }
    void save(std::initializer_list<int> steps);
    void write(const QString& path, const QByteArray& bytes);
    QStringList messages(LogLevel level) const;
    QStringList damagedFiles() const
    {
        return QDir(m_folder->path()).entryList({"*.damaged"}, QDir::Files, QDir::Name);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MemoryLogger> m_logger;
    LocalFileSystem m_files;
};

namespace {

const QString kIndex = ".index";
const QString kData = ".data-00000-of-00001";

} // namespace

void TestUsableCheckpoint::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_logger = std::make_unique<MemoryLogger>();
}

// Checkpoints of these steps and the state file that lists them.
void TestUsableCheckpoint::save(std::initializer_list<int> steps)
{
    std::vector<std::string> all;
    for (const int step : steps) {
        all.push_back(prefix(step));
        writeTensorBundle(m_files, all.back(),
                          {{"global_step", Tensor::scalar<std::int64_t>(step)}});
    }
    writeCheckpointState(m_files, folder(), makeCheckpointState(folder(), all.back(), all));
}

void TestUsableCheckpoint::write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

QStringList TestUsableCheckpoint::messages(LogLevel level) const
{
    QStringList result;
    for (const MemoryLogger::Entry& entry : m_logger->entries()) {
        if (entry.level == level) {
            result += QString::fromStdString(entry.message);
        }
    }
    return result;
}

void TestUsableCheckpoint::stepsComeFromNames_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<qint64>("step"); // -1: none
    QTest::newRow("step") << QByteArray("dir/model.ckpt-200") << qint64{200};
    QTest::newRow("padded") << QByteArray("model-00000005") << qint64{5};
    QTest::newRow("none") << QByteArray("dir-7/model.ckpt") << qint64{-1};
    QTest::newRow("no digits") << QByteArray("model-") << qint64{-1};
    QTest::newRow("other letters") << QByteArray("model-5a") << qint64{-1};
    QTest::newRow("too large") << QByteArray("model-99999999999999999999") << qint64{-1};
}

void TestUsableCheckpoint::stepsComeFromNames()
{
    QFETCH(QByteArray, name);
    QFETCH(qint64, step);
    QCOMPARE(stepOfCheckpoint(name.toStdString()).value_or(-1), step);
}

void TestUsableCheckpoint::checkpointsAreListedByStep()
{
    save({100, 20, 3});
    write(path(7, kIndex + ".tmp00"), "x");
    write(path(8, kIndex + ".damaged"), "x");
    QCOMPARE(listCheckpoints(m_files, folder()),
             (std::vector<std::string>{prefix(3), prefix(20), prefix(100)}));
    QVERIFY(listCheckpoints(m_files, folder() / "absent").empty());
}

void TestUsableCheckpoint::t17_checkpointExistsFromSaveToRemoval()
{
    QVERIFY(!checkpointExists(m_files, prefix(1)));
    save({1});
    QVERIFY(checkpointExists(m_files, prefix(1)));
    removeCheckpoint(m_files, prefix(1), *m_logger);
    QVERIFY(!checkpointExists(m_files, prefix(1)));
    QCOMPARE(m_files.list(folder()), std::vector<std::string>{"checkpoint"});
}

// Names are no patterns, and one may begin like another.
void TestUsableCheckpoint::removalTakesNoOtherFiles()
{
    save({1, 10});
    write(path(1, ".meta"), "graph");
    write(path(1, ".data-00001-of-00003"), "shard");
    const QStringList others{".notes", ".data-1-of-2", ".index.damaged", "[1].index"};
    for (const QString& other : others) {
        write(path(1, other), "mine");
    }
    removeCheckpoint(m_files, prefix(1), *m_logger);
    for (const QString& other : others) {
        QVERIFY2(QFile::exists(path(1, other)), qPrintable(other));
    }
    for (const QString& gone : {QString(".meta"), kIndex, kData, QString(".data-00001-of-00003")}) {
        QVERIFY2(!QFile::exists(path(1, gone)), qPrintable(gone));
    }
    verifyCheckpoint(m_files, prefix(10));
}

void TestUsableCheckpoint::removalGoesOnAfterAFailure()
{
    save({1});
    FailingFileSystem failing;
    failing.failAt("remove");
    removeCheckpoint(failing, prefix(1), *m_logger);
    QCOMPARE(messages(LogLevel::Warning).size(), 2); // index and data
    QVERIFY(checkpointExists(m_files, prefix(1)));
}

void TestUsableCheckpoint::latestIsTheOneOfTheStateFile()
{
    QVERIFY(!latestCheckpoint(m_files, folder(), *m_logger));
    save({100, 200});
    QCOMPARE(latestCheckpoint(m_files, folder(), *m_logger).value_or(""), prefix(200));
    QVERIFY(QFile::remove(path(200, kIndex)));
    QVERIFY(!latestCheckpoint(m_files, folder(), *m_logger));
    QCOMPARE(messages(LogLevel::Error).size(), 1);
}

void TestUsableCheckpoint::newestIsUsedIfItIsWhole()
{
    save({100, 200});
    const auto usable = findUsableCheckpoint(m_files, folder(), *m_logger);
    QVERIFY(usable.has_value());
    QCOMPARE(usable->prefix, prefix(200));
    QCOMPARE(usable->keptPrefixes, (std::vector<std::string>{prefix(100), prefix(200)}));
    QVERIFY(usable->rejected.empty());
    QVERIFY(m_logger->entries().empty());
}

void TestUsableCheckpoint::damagedNewestIsSetAside_data()
{
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<int>("keptBytes"); // -1: one bit is flipped, -2: the file is gone
    QTest::newRow("empty index") << kIndex << 0;
    QTest::newRow("cut index") << kIndex << 60;
    QTest::newRow("bit in the index") << kIndex << -1;
    QTest::newRow("empty data") << kData << 0;
    QTest::newRow("cut data") << kData << 7;
    QTest::newRow("bit in the data") << kData << -1;
    QTest::newRow("no data") << kData << -2;
}

void TestUsableCheckpoint::damagedNewestIsSetAside()
{
    QFETCH(QString, suffix);
    QFETCH(int, keptBytes);
    save({100, 200, 300});
    const QString file = path(300, suffix);
    QByteArray bytes = fileBytes(file);
    if (keptBytes == -2) {
        QVERIFY(QFile::remove(file));
    } else {
        bytes[3] = static_cast<char>(bytes[3] ^ 4);
        write(file, keptBytes < 0 ? bytes : bytes.first(keptBytes));
    }
    const auto usable = findUsableCheckpoint(m_files, folder(), *m_logger);
    QVERIFY(usable.has_value());
    QCOMPARE(usable->prefix, prefix(200));
    QCOMPARE(usable->keptPrefixes, (std::vector<std::string>{prefix(100), prefix(200)}));
    QCOMPARE(usable->rejected.size(), std::size_t{1});
    QCOMPARE(usable->rejected[0].prefix, prefix(300));
    QVERIFY(QByteArray::fromStdString(usable->rejected[0].reason)
                .startsWith(QByteArray::fromStdString("Checkpoint " + prefix(300) + " is ")));
    QVERIFY(!checkpointExists(m_files, prefix(300)));
    QCOMPARE(damagedFiles().size(), keptBytes == -2 ? 1 : 2);
    QVERIFY(messages(LogLevel::Error).value(0).contains("model.ckpt-300"));
    QVERIFY(messages(LogLevel::Warning).value(0).contains("model.ckpt-200"));
}

void TestUsableCheckpoint::missingNewestIsReported()
{
    save({100, 200});
    removeCheckpoint(m_files, prefix(200), *m_logger);
    const auto usable = findUsableCheckpoint(m_files, folder(), *m_logger);
    QVERIFY(usable.has_value());
    QCOMPARE(usable->prefix, prefix(100));
    QVERIFY(messages(LogLevel::Error).value(0).contains("model.ckpt-200 is missing"));
}

void TestUsableCheckpoint::d26_unreadableStateFileMeansSearch_data()
{
    QTest::addColumn<QByteArray>("text"); // null: no file
    QTest::newRow("missing") << QByteArray();
    QTest::newRow("T15 empty") << QByteArray("");
    QTest::newRow("T18 garbage") << QByteArray("!@#$");
}

void TestUsableCheckpoint::d26_unreadableStateFileMeansSearch()
{
    QFETCH(QByteArray, text);
    save({100, 30, 200});
    write(path(200, kData), "short");
    if (text.isNull()) {
        QVERIFY(QFile::remove(m_folder->filePath("checkpoint")));
    } else {
        write(m_folder->filePath("checkpoint"), text);
    }
    const auto usable = findUsableCheckpoint(m_files, folder(), *m_logger);
    QVERIFY(usable.has_value());
    QCOMPARE(usable->prefix, prefix(100));
    QCOMPARE(usable->keptPrefixes, (std::vector<std::string>{prefix(30), prefix(100)}));
    QVERIFY(!messages(LogLevel::Warning).isEmpty());
}

// A person may have gone back: what the state file names counts.
void TestUsableCheckpoint::newerThanTheStateFileIsNotUsed()
{
    save({300});
    save({100, 200});
    QCOMPARE(findUsableCheckpoint(m_files, folder(), *m_logger)->prefix, prefix(200));
    write(path(200, kData), "");
    QCOMPARE(findUsableCheckpoint(m_files, folder(), *m_logger)->prefix, prefix(100));
}

// The state file lists what retention still keeps of the line that was left.
void TestUsableCheckpoint::afterARewindTheLineThatWasLeftIsNotUsed()
{
    save({200, 400, 1000});
    writeCheckpointState(
        m_files, folder(),
        makeCheckpointState(folder(), prefix(400), {prefix(200), prefix(1000), prefix(400)}));
    QCOMPARE(findUsableCheckpoint(m_files, folder(), *m_logger)->prefix, prefix(400));
    write(path(400, kData), "");
    QCOMPARE(findUsableCheckpoint(m_files, folder(), *m_logger)->prefix, prefix(200));
}

// TensorFlow writes absolute paths, which then lead to where the directory once was.
void TestUsableCheckpoint::t25_d12_movedDirectoryIsUsable()
{
    save({100, 200});
    write(m_folder->filePath("checkpoint"),
          "model_checkpoint_path: \"/once/model.ckpt-200\"\n"
          "all_model_checkpoint_paths: \"/once/model.ckpt-100\"\n"
          "all_model_checkpoint_paths: \"/once/model.ckpt-200\"\n");
    const auto usable = findUsableCheckpoint(m_files, folder(), *m_logger);
    QVERIFY(usable.has_value());
    QCOMPARE(usable->prefix, prefix(200));
    QVERIFY(messages(LogLevel::Error).value(0).contains("/once/model.ckpt-200 is missing"));
}

void TestUsableCheckpoint::noUsableCheckpointIsDataLossAndTouchesNothing()
{
    save({100, 200});
    write(path(100, kData), "");
    write(path(200, kIndex), "");
    const std::vector<std::string> before = m_files.list(folder());
    for (int start = 0; start < 2; ++start) {
        VERIFY_THROWS(DataLossError, "none of the 2 checkpoints",
                      findUsableCheckpoint(m_files, folder(), *m_logger));
        QCOMPARE(m_files.list(folder()), before);
    }
}

void TestUsableCheckpoint::emptyDirectoryHoldsNothing()
{
    QVERIFY(!findUsableCheckpoint(m_files, folder(), *m_logger));
    QVERIFY(!findUsableCheckpoint(m_files, folder() / "absent", *m_logger));
    QVERIFY(m_logger->entries().empty());
}

void TestUsableCheckpoint::stateFileWithoutCheckpointsIsReported()
{
    save({100});
    removeCheckpoint(m_files, prefix(100), *m_logger);
    QVERIFY(!findUsableCheckpoint(m_files, folder(), *m_logger));
    QVERIFY(messages(LogLevel::Error).last().contains("there are none"));
}

void TestUsableCheckpoint::otherErrorsAreNoDamage()
{
    save({100, 200});
    QVERIFY(QFile::remove(path(200, kData)));
    QVERIFY(QDir().mkdir(path(200, kData)));
    VERIFY_THROWS(FailedPreconditionError, "is a directory",
                  findUsableCheckpoint(m_files, folder(), *m_logger));
    QVERIFY(damagedFiles().isEmpty());
}

QTEST_APPLESS_MAIN(TestUsableCheckpoint)
#include "tst_usable_checkpoint.moc"
