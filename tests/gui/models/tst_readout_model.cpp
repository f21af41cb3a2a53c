// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/readout_model.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace gui;

namespace {

ReadoutColumn column(const char* label, int decimals)
{
    ReadoutColumn result;
    result.label = QLatin1String(label);
    result.decimals = decimals;
    return result;
}

ReadoutRow row(RunId run, const char* name, std::optional<double> loss, std::optional<double> rate)
{
    return {run, QLatin1String(name), int(run) - 1, {loss, rate}};
}

ReadoutTable twoRuns()
{
    ReadoutTable table;
    table.position = QStringLiteral("step 3\u202f620");
    table.columns = {column("loss", 4), column("steps/s", 0)};
    table.rows = {row(1, "b", 0.2229, 808.4), row(2, "a", 0.3328, 592.1)};
    return table;
}

QStringList texts(const ReadoutModel& model, int line)
{
    QStringList list;
    for (int c = 0; c < model.columnCount(); ++c) {
        list.append(model.index(line, c).data().toString());
    }
    return list;
}

} // namespace

class TestReadoutModel : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void twoRunsHaveTheirDifferenceBelow();
    void otherCountsHaveNone_data();
    void otherCountsHaveNone();
    void whatIsNotKnownIsADash();
    void sortingMovesTheRunsAndTurnsTheDifference();
    void nanIsNeverTheLargest();
    void newValuesDoNotResetTheTable();
    void textIsTabsInFullPrecision();
};

void TestReadoutModel::twoRunsHaveTheirDifferenceBelow()
{
    ReadoutModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(twoRuns());
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(texts(model, 0),
             QStringList({QStringLiteral("b"), QStringLiteral("0.2229"), QStringLiteral("808")}));
    QCOMPARE(texts(model, 2),
             QStringList({QStringLiteral("Δ first − second"), QStringLiteral("−0.1099"),
                          QStringLiteral("+216")}));
    QVERIFY(!model.index(2, 0).data(ReadoutModel::ColourSlotRole).isValid());
    QCOMPARE(model.index(1, 0).data(ReadoutModel::ColourSlotRole).toInt(), 1);
}

void TestReadoutModel::otherCountsHaveNone_data()
{
    QTest::addColumn<int>("runs");
    QTest::newRow("no run") << 0;
    QTest::newRow("one run") << 1;
    QTest::newRow("three runs") << 3;
}

void TestReadoutModel::otherCountsHaveNone()
{
    QFETCH(int, runs);
    ReadoutTable table = twoRuns();
    table.rows.clear();
    for (int run = 1; run <= runs; ++run) {
        table.rows.append(row(run, "x", 0.1, 1.));
    }
    ReadoutModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(table);
    QCOMPARE(model.rowCount(), runs);
}

void TestReadoutModel::whatIsNotKnownIsADash()
{
    ReadoutTable table = twoRuns();
    table.rows[1].values[0].reset();
    ReadoutModel model;
    model.setTable(table);
    QCOMPARE(model.index(1, 1).data().toString(), QStringLiteral("—"));
    QCOMPARE(model.index(2, 1).data().toString(), QStringLiteral("—"));
}

void TestReadoutModel::sortingMovesTheRunsAndTurnsTheDifference()
{
    ReadoutModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(twoRuns());
    const QPersistentModelIndex runA(model.index(1, 0));
    model.sort(1, Qt::DescendingOrder);
    QCOMPARE(texts(model, 0).first(), QStringLiteral("a"));
    QCOMPARE(texts(model, 2).at(1), QStringLiteral("+0.1099"));
    QCOMPARE(runA.row(), 0);
    model.sort(0, Qt::AscendingOrder);
    QCOMPARE(texts(model, 0).first(), QStringLiteral("a"));
}

void TestReadoutModel::nanIsNeverTheLargest()
{
    ReadoutTable table = twoRuns();
    table.rows[0].values[0] = qQNaN();
    ReadoutModel model;
    model.setTable(table);
    model.sort(1, Qt::DescendingOrder);
    QCOMPARE(texts(model, 0).first(), QStringLiteral("a"));
    QCOMPARE(texts(model, 1).at(1), QStringLiteral("NaN"));
}

void TestReadoutModel::newValuesDoNotResetTheTable()
{
    ReadoutModel model;
    model.setTable(twoRuns());
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    ReadoutTable table = twoRuns();
    table.rows[0].values[0] = 0.5;
    model.setTable(table);
    QCOMPARE(reset.size(), 0);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(texts(model, 0).at(1), QStringLiteral("0.5000"));
}

void TestReadoutModel::textIsTabsInFullPrecision()
{
    ReadoutTable table = twoRuns();
    table.rows[0].values[0] = 0.21163864;
    table.rows[1].values[1].reset();
    ReadoutModel model;
    model.setTable(table);
    QCOMPARE(model.text(),
             QStringLiteral("run\tloss\tsteps/s\n"
                            "b\t0.21163864\t808.4\n"
                            "a\t0.3328\t\n"));
}

QTEST_GUILESS_MAIN(TestReadoutModel)
#include "tst_readout_model.moc"
