// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file_system.h"
#include "engine/summary/run_store_reader.h"
#include "engine/summary/schema.h"
#include "tests/support/errors.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace engine;

class TestSchema : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aNewStoreHasTheFormatAndTheViews_data();
    void aNewStoreHasTheFormatAndTheViews();
    void openingAgainChangesNothing();
    void formatOneIsBroughtUp_data();
    void formatOneIsBroughtUp();
    void aNewerFormatIsRefusedAndNotChanged();
    void anotherProgramsDatabaseIsRefused();
    void anEmptyFileBecomesAStore();
    void readersNeedAFile();
    void manyMayCreateItAtOnce();

private:
    std::filesystem::path m_path;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSchema::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_path = std::filesystem::path(m_folder->path().toStdString()) / "runs.sqlite";
}

void TestSchema::aNewStoreHasTheFormatAndTheViews_data()
{
    QTest::addColumn<QByteArray>("view");
    QTest::addColumn<QByteArray>("columns");
    QTest::newRow("runs") << QByteArray("runs")
                          << QByteArray("run_id,name,status,created,steps,last_loss");
    QTest::newRow("scalars") << QByteArray("scalars")
                             << QByteArray("run_id,segment,tag,step,wall_time,value");
    QTest::newRow("events") << QByteArray("events")
                            << QByteArray("run_id,segment,step,wall_time,kind,message");
    QTest::newRow("summaries") << QByteArray("summaries")
                               << QByteArray("run_id,segment,tag,step,wall_time,kind,bytes");
    QTest::newRow("checkpoints")
        << QByteArray("checkpoints")
        << QByteArray("run_id,segment,step,wall_time,prefix,bytes,loss,complete,pinned");
}

void TestSchema::aNewStoreHasTheFormatAndTheViews()
{
    QFETCH(QByteArray, view);
    QFETCH(QByteArray, columns);
    Database store = openRunStore(m_path, Database::Access::Create);
    QCOMPARE(store.queryInteger("PRAGMA user_version"), std::int64_t{kStoreFormat});
    QCOMPARE(store.queryInteger("PRAGMA application_id"), std::int64_t{kApplicationId});
    Statement select(store, "SELECT group_concat(name, ',') FROM pragma_table_info(?)");
    select.bindAll(view.toStdString());
    QVERIFY(select.step());
    QCOMPARE(QByteArray::fromStdString(select.text(0)), columns);
}

void TestSchema::openingAgainChangesNothing()
{
    openRunStore(m_path, Database::Access::Create);
    const std::string before = LocalFileSystem().read(m_path);
    openRunStore(m_path, Database::Access::Create);
    openRunStore(m_path, Database::Access::ReadOnly);
    QVERIFY(LocalFileSystem().read(m_path) == before);
}

void TestSchema::formatOneIsBroughtUp_data()
{
    QTest::addColumn<int>("access");
    QTest::newRow("to look") << static_cast<int>(Database::Access::ReadOnly);
    QTest::newRow("to write") << static_cast<int>(Database::Access::ReadWrite);
    QTest::newRow("to train") << static_cast<int>(Database::Access::Create);
}

// A store of the program's first version: 500 steps of "spirals" in two segments, with a NaN at
// step 77 and an infinity at step 78 of the loss.
void TestSchema::formatOneIsBroughtUp()
{
    QFETCH(const int, access);
    const QString kept =
        qEnvironmentVariable("TRAINSPOTTER_SOURCE_DIR") + "/tests/engine/summary/format-1.sqlite";
    QVERIFY(QFile::copy(kept, QString::fromStdString(m_path.string())));
    Database old(m_path, Database::Access::ReadOnly);
    QCOMPARE(old.queryInteger("PRAGMA user_version"), std::int64_t{1});
    const std::int64_t pointCount = old.queryInteger("SELECT count(*) FROM point");

    Database store = openRunStore(m_path, static_cast<Database::Access>(access));
    QCOMPARE(store.queryInteger("PRAGMA user_version"), std::int64_t{2});
    QCOMPARE(store.queryInteger("SELECT count(*) FROM scalars"), pointCount);
    QCOMPARE(store.queryInteger("SELECT count(*) FROM checkpoints WHERE pinned = 0"),
             std::int64_t{5});
    SystemClock clock;
    RunStoreReader reader(m_path, clock);
    const auto whole = [&](std::int64_t maxRows) {
        return reader.spans(1, 0, "train/loss", 0, 1000, maxRows);
    };
    QCOMPARE(whole(1000).size(), std::size_t{330});
    const std::vector<StoredSpan> spans = whole(30); // 330 = 20 spans of 16 and 10 points
    QCOMPARE(spans.size(), std::size_t{30});
    QCOMPARE(spans.at(4).firstStep, std::int64_t{65});
    QCOMPARE(spans.at(4).lastStep, std::int64_t{80});
    QCOMPARE(spans.at(4).nonFiniteCount, std::int64_t{2});
    QCOMPARE(spans.at(4).pointCount, std::int64_t{16});
}

void TestSchema::aNewerFormatIsRefusedAndNotChanged()
{
    openRunStore(m_path, Database::Access::Create).execute("PRAGMA user_version = 7");
    const std::string before = LocalFileSystem().read(m_path);
    for (const auto access :
         {Database::Access::ReadOnly, Database::Access::ReadWrite, Database::Access::Create}) {
        VERIFY_THROWS(FailedPreconditionError,
                      "This run store was written by a newer version of Trainspotter (format 7, "
                      "this one reads up to 2). It was not changed.",
                      openRunStore(m_path, access));
    }
    QVERIFY(LocalFileSystem().read(m_path) == before);
}

void TestSchema::anotherProgramsDatabaseIsRefused()
{
    Database(m_path, Database::Access::Create).execute("CREATE TABLE bookmarks (url TEXT)");
    const std::string before = LocalFileSystem().read(m_path);
    VERIFY_THROWS(FailedPreconditionError, "is not a run store of Trainspotter",
                  openRunStore(m_path, Database::Access::Create));
    QVERIFY(LocalFileSystem().read(m_path) == before);
}

void TestSchema::anEmptyFileBecomesAStore()
{
    LocalFileSystem().create(m_path)->close();
    Database store = openRunStore(m_path, Database::Access::ReadOnly);
    QCOMPARE(store.queryInteger("SELECT count(*) FROM runs"), std::int64_t{0});
}

void TestSchema::readersNeedAFile()
{
    VERIFY_THROWS(NotFoundError, "runs.sqlite", openRunStore(m_path, Database::Access::ReadOnly));
    QVERIFY(!std::filesystem::exists(m_path));
}

void TestSchema::manyMayCreateItAtOnce()
{
    std::atomic<int> openedCount = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            try {
                openRunStore(m_path, Database::Access::Create);
                ++openedCount;
            } catch (const Error& error) {
                qInfo("%s", error.what());
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    QCOMPARE(openedCount.load(), 8);
}

QTEST_APPLESS_MAIN(TestSchema)
#include "tst_schema.moc"
