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
#include <latch>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

using namespace engine;

namespace {

// Nobody's rights while it lives: root may write everywhere.
class Unprivileged
{
public:
    Unprivileged() : m_user(::geteuid())
    {
        if (m_user == 0) {
            ::seteuid(65534);
        }
    }
    ~Unprivileged()
    {
        if (m_user == 0) {
            ::seteuid(m_user);
        }
    }
    Unprivileged(const Unprivileged&) = delete;
    Unprivileged& operator=(const Unprivileged&) = delete;

private:
    uid_t m_user;
};

} // namespace

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
    void formatTwoIsBroughtUp();
    void aLookChangesNothing_data();
    void aLookChangesNothing();
    void whereNothingCanBeWrittenStoresAreRead_data();
    void whereNothingCanBeWrittenStoresAreRead();
    void aNewerFormatIsRefusedAndNotChanged();
    void anotherProgramsDatabaseIsRefused();
    void anEmptyFileBecomesAStore();
    void readersNeedAFile();
    void manyMayCreateItAtOnce();

private:
    static QString keptStore(const QString& name)
    {
        return qEnvironmentVariable("TRAINSPOTTER_SOURCE_DIR") + '/' + name;
    }
    QString qPath() const { return QString::fromStdString(m_path.string()); }
    // A copy of a kept one, or an empty one of today's format.
    void makeStore(const QString& kept) const
    {
        if (kept.isEmpty()) {
            openRunStore(m_path, Database::Access::Create);
        } else {
            QVERIFY(QFile::copy(keptStore(kept), qPath()));
        }
    }

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
    QTest::newRow("parameters") << QByteArray("parameters") << QByteArray("run_id,key,value");
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
    QVERIFY(QFile::copy(keptStore("tests/engine/summary/format-1.sqlite"), qPath()));
    Database old(m_path, Database::Access::ReadOnly);
    QCOMPARE(old.queryInteger("PRAGMA user_version"), std::int64_t{1});
    const std::int64_t pointCount = old.queryInteger("SELECT count(*) FROM point");

    Database store = openRunStore(m_path, static_cast<Database::Access>(access));
    QCOMPARE(store.queryInteger("PRAGMA user_version"), std::int64_t{kStoreFormat});
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

void TestSchema::formatTwoIsBroughtUp()
{
    QVERIFY(QFile::copy(keptStore("tests/fuzz/corpus/store/format-2"), qPath()));
    QCOMPARE(Database(m_path, Database::Access::ReadOnly).queryInteger("PRAGMA user_version"),
             std::int64_t{2});
    Database store = openRunStore(m_path, Database::Access::ReadWrite);
    QCOMPARE(store.queryInteger("PRAGMA user_version"), std::int64_t{3});
    QCOMPARE(store.queryInteger("SELECT count(*) FROM parameters"), std::int64_t{0});
    QVERIFY(store.queryInteger("SELECT count(*) FROM runs") > 0);
}

void TestSchema::aLookChangesNothing_data()
{
    QTest::addColumn<QString>("kept");
    QTest::newRow("format 1") << "tests/engine/summary/format-1.sqlite";
    QTest::newRow("format 2") << "tests/fuzz/corpus/store/format-2";
    QTest::newRow("new, in WAL mode") << QString();
}

// Neither in the file nor beside it.
void TestSchema::aLookChangesNothing()
{
    QFETCH(const QString, kept);
    makeStore(kept);
    const std::string before = LocalFileSystem().read(m_path);
    {
        SystemClock clock;
        RunStoreReader reader(m_path, clock, Database::Access::Snapshot);
        QCOMPARE(reader.runs(true).size(), std::size_t{kept.isEmpty() ? 0U : 1U});
        QCOMPARE(LocalFileSystem().list(m_path.parent_path()).size(), std::size_t{1});
    }
    QVERIFY(LocalFileSystem().read(m_path) == before);
    QCOMPARE(LocalFileSystem().list(m_path.parent_path()).size(), std::size_t{1});
}

void TestSchema::whereNothingCanBeWrittenStoresAreRead_data()
{
    QTest::addColumn<QString>("kept");
    QTest::addColumn<int>("access");
    for (const auto access : {Database::Access::ReadOnly, Database::Access::Snapshot}) {
        const int look = static_cast<int>(access);
        QTest::addRow("format 1, %d", look) << "tests/engine/summary/format-1.sqlite" << look;
        QTest::addRow("format 2, %d", look) << "tests/fuzz/corpus/store/format-2" << look;
        QTest::addRow("new, in WAL mode, %d", look) << QString() << look;
    }
}

void TestSchema::whereNothingCanBeWrittenStoresAreRead()
{
    QFETCH(const QString, kept);
    QFETCH(const int, access);
    makeStore(kept);
    const std::string before = LocalFileSystem().read(m_path);
    const std::filesystem::path folder = m_path.parent_path();
    std::filesystem::permissions(m_path, std::filesystem::perms(0444));
    std::filesystem::permissions(folder, std::filesystem::perms(0555));
    {
        const Unprivileged nobody;
        SystemClock clock;
        RunStoreReader reader(m_path, clock, static_cast<Database::Access>(access));
        QCOMPARE(reader.runs(true).size(), std::size_t{kept.isEmpty() ? 0U : 1U});
    }
    QCOMPARE(LocalFileSystem().list(folder).size(), std::size_t{1});
    QVERIFY(LocalFileSystem().read(m_path) == before);
    std::filesystem::permissions(folder, std::filesystem::perms(0755));
}

void TestSchema::aNewerFormatIsRefusedAndNotChanged()
{
    openRunStore(m_path, Database::Access::Create).execute("PRAGMA user_version = 7");
    const std::string before = LocalFileSystem().read(m_path);
    for (const auto access :
         {Database::Access::ReadOnly, Database::Access::ReadWrite, Database::Access::Create}) {
        VERIFY_THROWS(FailedPreconditionError,
                      "This run store was written by a newer version of Trainspotter (format 7, "
                      "this one reads up to 3). It was not changed.",
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
    constexpr int kThreads = 8;
    for (int round = 0; round < 25; ++round) {
        const std::filesystem::path path = m_path.string() + std::to_string(round);
        std::atomic<int> openedCount = 0;
        std::latch start(kThreads);
        std::vector<std::thread> threads;
        for (int i = 0; i < kThreads; ++i) {
            threads.emplace_back([&] {
                start.arrive_and_wait();
                try {
                    openRunStore(path, Database::Access::Create);
                    ++openedCount;
                } catch (const Error& error) {
                    qInfo("%s", error.what());
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        QCOMPARE(openedCount.load(), kThreads);
    }
}

QTEST_APPLESS_MAIN(TestSchema)
#include "tst_schema.moc"
