// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/hooks/saving_fixture.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"

#include <QTest>

using namespace engine;

// Somebody deletes the directory that a run saves its checkpoints in.
class TestLostCheckpointDirectory : public QObject, private SavingFixture
{
    Q_OBJECT

private slots:
    void init();
    void itIsMadeAgain_data();
    void itIsMadeAgain();
    void itCannotBeMadeAgain();

private:
    CheckpointSaverHook::Options loggedOptions()
    {
        CheckpointSaverHook::Options result = options(Period::everySteps(1));
        result.logger = m_logger.get();
        return result;
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

    std::unique_ptr<MemoryLogger> m_logger;
};

void TestLostCheckpointDirectory::init()
{
    prepare();
    m_logger = std::make_unique<MemoryLogger>();
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
    auto with = loggedOptions();
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
    auto with = loggedOptions();
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
