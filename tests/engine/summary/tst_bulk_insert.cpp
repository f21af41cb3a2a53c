// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/bulk_insert.h"
#include "tests/support/errors.h"

#include <QTest>

#include <limits>

using namespace engine;

namespace {

using Rows = BulkInsert<std::int64_t, double>;

Database emptyTable()
{
    Database database(":memory:", Database::Access::Create);
    database.execute("CREATE TABLE measured (step INTEGER NOT NULL PRIMARY KEY, value REAL)");
    return database;
}

} // namespace

class TestBulkInsert : public QObject
{
    Q_OBJECT

private slots:
    void everyRowArrives_data();
    void everyRowArrives();
    void whatIsForgottenDoesNotArrive();
    void rowsBehindOneThatIsRefusedAreDropped();
};

void TestBulkInsert::everyRowArrives_data()
{
    QTest::addColumn<int>("count");
    QTest::newRow("none") << 0;
    QTest::newRow("one") << 1;
    QTest::newRow("one less than a statement takes") << static_cast<int>(Rows::kRowsAtOnce) - 1;
    QTest::newRow("as many as a statement takes") << static_cast<int>(Rows::kRowsAtOnce);
    QTest::newRow("one more") << static_cast<int>(Rows::kRowsAtOnce) + 1;
    QTest::newRow("many") << 1000;
}

void TestBulkInsert::everyRowArrives()
{
    QFETCH(const int, count);
    Database database = emptyTable();
    Rows rows(database, "measured", "step, value");
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < count; ++i) {
            const int step = round * count + i;
            rows.add(step, i % 3 == 0 ? std::numeric_limits<double>::quiet_NaN() : step * 0.5);
        }
        rows.flush();
    }
    QCOMPARE(database.queryInteger("SELECT count(*) FROM measured"), std::int64_t{2 * count});
    QCOMPARE(database.queryInteger("SELECT count(*) FROM measured WHERE value = step * 0.5"),
             std::int64_t{2 * (count - (count + 2) / 3)});
    QCOMPARE(database.queryInteger("SELECT count(*) FROM measured WHERE value IS NULL"),
             std::int64_t{2 * ((count + 2) / 3)});
}

void TestBulkInsert::whatIsForgottenDoesNotArrive()
{
    Database database = emptyTable();
    Rows rows(database, "measured", "step, value");
    rows.add(1, 1.0);
    rows.forget();
    rows.add(2, 1.0);
    rows.flush();
    QCOMPARE(database.queryInteger("SELECT sum(step) FROM measured"), std::int64_t{2});
}

void TestBulkInsert::rowsBehindOneThatIsRefusedAreDropped()
{
    Database database = emptyTable();
    Rows rows(database, "measured", "step, value");
    for (const int step : {1, 2, 2, 3}) {
        rows.add(step, 1.0);
    }
    VERIFY_THROWS(FailedPreconditionError, "UNIQUE", rows.flush());
    rows.add(7, 1.0);
    rows.flush();
    QCOMPARE(database.queryInteger("SELECT sum(step) FROM measured"), std::int64_t{1 + 2 + 7});
}

QTEST_APPLESS_MAIN(TestBulkInsert)
#include "tst_bulk_insert.moc"
