// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/sqlite.h"
#include "tests/support/errors.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

using namespace engine;

class TestSqlite : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void numbersComeBack_data();
    void numbersComeBack();
    void textsComeBack_data();
    void textsComeBack();
    void aTransactionThatIsNotCommittedLeavesNothing();
    void errorsHaveTheirClass();
    void aDamagedFileIsDataLoss();
    void aLockedFileIsUnavailable();
    void aFullFileIsResourceExhausted();
    void aLookKnowsWhenTheFileHasChanged();

private:
    std::filesystem::path file(const char* name) const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSqlite::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestSqlite::numbersComeBack_data()
{
    QTest::addColumn<double>("value");
    QTest::newRow("zero") << 0.0;
    QTest::newRow("whole") << 4096.0;
    QTest::newRow("fraction") << 0.1;
    QTest::newRow("smallest") << std::numeric_limits<double>::denorm_min();
    QTest::newRow("largest") << std::numeric_limits<double>::max();
    QTest::newRow("infinity") << std::numeric_limits<double>::infinity();
    QTest::newRow("minus infinity") << -std::numeric_limits<double>::infinity();
    QTest::newRow("NaN") << std::numeric_limits<double>::quiet_NaN();
}

void TestSqlite::numbersComeBack()
{
    QFETCH(double, value);
    Database database(file("numbers.db"), Database::Access::Create);
    database.execute("CREATE TABLE t (value REAL)");
    Statement(database, "INSERT INTO t VALUES (?)").run(value);
    Statement select(database, "SELECT value FROM t");
    QVERIFY(select.step());
    QVERIFY(std::isnan(value) ? std::isnan(select.real(0)) : select.real(0) == value);
    QCOMPARE(select.isNull(0), std::isnan(value));
    QVERIFY(!select.step());
}

void TestSqlite::textsComeBack_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("quotes") << QByteArray("it's \"here\"");
    QTest::newRow("Unicode") << QByteArray("потеря/损失");
    QTest::newRow("zero byte inside") << QByteArray("a\0b", 3);
}

void TestSqlite::textsComeBack()
{
    QFETCH(QByteArray, text);
    Database database(file("texts.db"), Database::Access::Create);
    database.execute("CREATE TABLE t (value TEXT NOT NULL)");
    Statement(database, "INSERT INTO t VALUES (?)").run(text.toStdString());
    Statement select(database, "SELECT value FROM t");
    QVERIFY(select.step());
    QCOMPARE(QByteArray::fromStdString(select.text(0)), text);
}

void TestSqlite::aTransactionThatIsNotCommittedLeavesNothing()
{
    Database database(file("transaction.db"), Database::Access::Create);
    database.execute("CREATE TABLE t (value)");
    {
        Transaction transaction(database);
        database.execute("INSERT INTO t VALUES (1)");
        QVERIFY(database.isInTransaction());
    }
    QCOMPARE(database.queryInteger("SELECT count(*) FROM t"), std::int64_t{0});
    {
        Transaction transaction(database);
        database.execute("INSERT INTO t VALUES (1)");
        QCOMPARE(database.changeCount(), std::int64_t{1});
        transaction.commit();
    }
    QCOMPARE(database.queryInteger("SELECT count(*) FROM t"), std::int64_t{1});
}

void TestSqlite::errorsHaveTheirClass()
{
    const std::filesystem::path path = file("errors.db");
    VERIFY_THROWS(NotFoundError, "errors.db", Database(path, Database::Access::ReadOnly));
    VERIFY_THROWS(NotFoundError, "errors.db", Database(path, Database::Access::ReadWrite));
    VERIFY_THROWS(NotFoundError, "nowhere",
                  Database(file("nowhere") / "x.db", Database::Access::Create));
    Database database(path, Database::Access::Create);
    database.execute("CREATE TABLE parent (id INTEGER PRIMARY KEY);"
                     "CREATE TABLE child (id INTEGER REFERENCES parent)");
    VERIFY_THROWS(UnknownError, "no such table: absent",
                  Statement(database, "SELECT * FROM absent"));
    VERIFY_THROWS(FailedPreconditionError, "FOREIGN KEY",
                  database.execute("INSERT INTO child VALUES (1)"));
    VERIFY_THROWS(NotFoundError, "no row", database.queryInteger("SELECT id FROM parent"));
    Database reader(path, Database::Access::ReadOnly);
    VERIFY_THROWS(PermissionDeniedError, "readonly",
                  reader.execute("INSERT INTO parent VALUES (1)"));
}

void TestSqlite::aDamagedFileIsDataLoss()
{
    const std::filesystem::path path = file("garbage.db");
    std::ofstream(path) << std::string(5000, 'x');
    Database database(path, Database::Access::ReadOnly);
    VERIFY_THROWS(DataLossError, "not a database",
                  database.queryInteger("SELECT count(*) FROM sqlite_master"));
}

void TestSqlite::aLockedFileIsUnavailable()
{
    const std::filesystem::path path = file("locked.db");
    Database first(path, Database::Access::Create);
    first.execute("CREATE TABLE t (value)");
    Database second(path, Database::Access::ReadWrite);
    second.execute("PRAGMA busy_timeout = 0");
    Transaction transaction(first);
    VERIFY_THROWS(UnavailableError, "locked", second.execute("INSERT INTO t VALUES (1)"));
}

void TestSqlite::aFullFileIsResourceExhausted()
{
    Database database(file("full.db"), Database::Access::Create);
    database.execute("CREATE TABLE t (value)");
    database.execute("PRAGMA max_page_count = 4");
    VERIFY_THROWS(ResourceExhaustedError, "full",
                  database.execute("INSERT INTO t VALUES (zeroblob(100000))"));
}

// For a look the file is taken as one that nobody changes.
void TestSqlite::aLookKnowsWhenTheFileHasChanged()
{
    const std::filesystem::path path = file("looked-at.sqlite");
    Database(path, Database::Access::Create).execute("CREATE TABLE t (x)");
    const Database look(path, Database::Access::Snapshot);
    const Database copy = look.temporaryCopy();
    QVERIFY(!look.hasMoved());
    QVERIFY(!copy.hasMoved());
    Database(path, Database::Access::ReadWrite)
        .execute("INSERT INTO t VALUES (hex(randomblob(100000)))");
    QVERIFY(look.hasMoved());
    QVERIFY(copy.hasMoved());
}

QTEST_APPLESS_MAIN(TestSqlite)
#include "tst_sqlite.moc"
