// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file_system.h"
#include "engine/summary/schema.h"
#include "tests/support/errors.h"

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

void TestSchema::aNewerFormatIsRefusedAndNotChanged()
{
    openRunStore(m_path, Database::Access::Create).execute("PRAGMA user_version = 7");
    const std::string before = LocalFileSystem().read(m_path);
    for (const auto access :
         {Database::Access::ReadOnly, Database::Access::ReadWrite, Database::Access::Create}) {
        VERIFY_THROWS(FailedPreconditionError,
                      "This run store was written by a newer version of Trainspotter (format 7, "
                      "this one reads up to 1). It was not changed.",
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
