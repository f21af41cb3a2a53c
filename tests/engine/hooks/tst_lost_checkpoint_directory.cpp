// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/hooks/checkpoint_saver_hook.h"
#include "tests/engine/hooks/hook_driver.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"
#include "tests/support/fake_clock.h"

#include <QTemporaryDir>
#include <QTest>

using namespace engine;

using Steps = std::vector<std::int64_t>;

// Somebody deletes the directory that a run saves its checkpoints in.
class TestLostCheckpointDirectory : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void itIsMadeAgain_data();
    void itIsMadeAgain();
    void itCannotBeMadeAgain();

private:
    CheckpointSaverHook::Options options()
    {
        CheckpointSaverHook::Options result;
        result.checkpointDir = directory();
        result.period = Period::everySteps(1);
        result.scaffold = m_scaffold;
        result.clock = &m_clock;
        result.logger = m_logger.get();
        return result;
    }
    std::filesystem::path directory() const { return m_folder->filePath("run").toStdString(); }
    Steps saved() const
    {
        Steps steps;
        for (const std::string& prefix : listCheckpoints(m_disk, directory())) {
            steps.push_back(stepOfCheckpoint(prefix).value());
        }
        return steps;
    }
    QStringList warnings() const
    {
        QStringList list;
        for (const MemoryLogger::Entry& entry : m_logger->entries()) {
            if (entry.level == LogLevel::Warning) {
                list.append(QString::fromStdString(entry.message));
            }
        }
        return list;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<TrainingGraph> m_model;
    std::unique_ptr<MemoryLogger> m_logger;
    std::shared_ptr<Scaffold> m_scaffold;
    LocalFileSystem m_disk;
    FakeClock m_clock;
};

void TestLostCheckpointDirectory::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_model = std::make_unique<TrainingGraph>();
    m_logger = std::make_unique<MemoryLogger>();
    m_scaffold = std::make_shared<Scaffold>();
    m_scaffold->finalize(m_model->graph);
}

void TestLostCheckpointDirectory::itIsMadeAgain_data()
{
    QTest::addColumn<bool>("async");
    QTest::newRow("the step writes") << false;
    QTest::newRow("a thread writes") << true;
}

void TestLostCheckpointDirectory::itIsMadeAgain()
{
    QFETCH(const bool, async);
    auto with = options();
    with.asyncCheckpoint = async;
    const auto saver = std::make_shared<CheckpointSaverHook>(with);
    HookDriver driver(*m_model, saver);
    driver.create();
    driver.train();
    saver->saveNow(driver.raw()); // waits for the thread
    QCOMPARE(saved(), (Steps{0, 1}));
    QCOMPARE(warnings(), QStringList());
    std::filesystem::remove_all(directory());
    driver.train();
    saver->saveNow(driver.raw());
    QCOMPARE(saved(), (Steps{2}));
    driver.train();
    driver.end();
    QCOMPARE(saved(), (Steps{2, 3}));
    QCOMPARE(warnings().size(), 1);
    QVERIFY2(warnings()[0].contains("/run, was gone and is made again"), qPrintable(warnings()[0]));
}

void TestLostCheckpointDirectory::itCannotBeMadeAgain()
{
    FailingFileSystem full;
    auto with = options();
    with.files = &full;
    HookDriver driver(*m_model, std::make_shared<CheckpointSaverHook>(with));
    driver.create();
    std::filesystem::remove_all(directory());
    full.failAt("createDirectories");
    VERIFY_THROWS(InvalidArgumentError, "doesn't exist, can't save.", driver.train());
    QVERIFY(!m_disk.exists(directory()));
    QCOMPARE(warnings().size(), 1);
    QVERIFY2(warnings()[0].endsWith("/run, is gone and cannot be made again: the disk is full"),
             qPrintable(warnings()[0]));
    full.failAt({});
    driver.end();
    QCOMPARE(saved(), (Steps{1}));
}

QTEST_GUILESS_MAIN(TestLostCheckpointDirectory)
#include "tst_lost_checkpoint_directory.moc"
