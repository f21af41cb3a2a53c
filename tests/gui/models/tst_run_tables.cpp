// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/checkpoints_model.h"
#include "gui/models/hyper_parameters_model.h"
#include "gui/models/log_model.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace gui;

namespace {

CheckpointInfo checkpoint(qint64 step, double loss, bool complete = true)
{
    CheckpointInfo info;
    info.run = 1;
    info.step = step;
    info.loss = loss;
    info.bytes = 1'900'000;
    info.complete = complete;
    return info;
}

QStringList column(const QAbstractItemModel& model, int column)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row) {
        texts.append(model.index(row, column).data().toString());
    }
    return texts;
}

} // namespace

class TestRunTables : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void checkpointsAreNewestFirst();
    void aNewCheckpointGoesToItsPlace();
    void theSameStepIsReplaced();
    void theLowestLossIsMarked();
    void aDamagedCheckpointIsNeverTheBest();
    void lossesHaveOneNumberOfDecimals();
    void aKeptCheckpointIsMarked();
    void parametersAreCopiedAsTabs();
    void theLogKeepsTheNewestLines();
    void theLogCopiesInListOrder();
};

void TestRunTables::checkpointsAreNewestFirst()
{
    CheckpointsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setCheckpoints({checkpoint(1000, .44), checkpoint(3000, .25), checkpoint(2000, .34)});
    QCOMPARE(column(model, CheckpointsModel::StepColumn),
             QStringList({QStringLiteral("3\u202f000"), QStringLiteral("2\u202f000"),
                          QStringLiteral("1\u202f000")}));
}

void TestRunTables::aNewCheckpointGoesToItsPlace()
{
    CheckpointsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setCheckpoints({checkpoint(1000, .44), checkpoint(3000, .25)});
    model.add(checkpoint(4000, .21));
    model.add(checkpoint(2000, .34));
    QCOMPARE(model.rowOfStep(4000), 0);
    QCOMPARE(model.rowOfStep(2000), 2);
    QCOMPARE(model.rowOfStep(1500), -1);
    QCOMPARE(model.rowCount(), 4);
}

void TestRunTables::theSameStepIsReplaced()
{
    CheckpointsModel model;
    model.setCheckpoints({checkpoint(1000, .44, false)});
    model.add(checkpoint(1000, .44, true));
    QCOMPARE(model.rowCount(), 1);
    QVERIFY(model.at(0).complete);
}

void TestRunTables::theLowestLossIsMarked()
{
    CheckpointsModel model;
    model.setCheckpoints({checkpoint(3000, .30), checkpoint(2000, .25), checkpoint(1000, .44)});
    const auto marks = [&model](int row) {
        return model.index(row, CheckpointsModel::MarksColumn)
            .data(CheckpointsModel::MarksRole)
            .toStringList();
    };
    QCOMPARE(marks(0), QStringList({QStringLiteral("good")}));
    QCOMPARE(marks(1), QStringList({QStringLiteral("star"), QStringLiteral("good")}));
    QCOMPARE(model.index(1, CheckpointsModel::MarksColumn).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("lowest loss, complete"));
}

void TestRunTables::aDamagedCheckpointIsNeverTheBest()
{
    CheckpointsModel model;
    model.setCheckpoints({checkpoint(2000, .10, false), checkpoint(1000, .44)});
    const QModelIndex damaged = model.index(0, CheckpointsModel::MarksColumn);
    QCOMPARE(damaged.data(CheckpointsModel::MarksRole).toStringList(),
             QStringList({QStringLiteral("alert")}));
    QCOMPARE(damaged.data(Qt::ToolTipRole).toString(), QStringLiteral("damaged"));
}

void TestRunTables::lossesHaveOneNumberOfDecimals()
{
    CheckpointsModel model;
    model.setCheckpoints({checkpoint(4000, 43.066), checkpoint(3000, 0.25),
                          checkpoint(2000, qInf()), checkpoint(1000, qQNaN())});
    QCOMPARE(column(model, CheckpointsModel::LossColumn),
             QStringList({QStringLiteral("43.07"), QStringLiteral("0.25"), QStringLiteral("∞"),
                          QStringLiteral("—")}));
}

void TestRunTables::aKeptCheckpointIsMarked()
{
    CheckpointsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setCheckpoints({checkpoint(1000, .44), checkpoint(2000, .34)});
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setPinned(1000, true);
    model.setPinned(1500, true); // which is not there
    QCOMPARE(changed.size(), 1);
    const QModelIndex marks = model.index(1, CheckpointsModel::MarksColumn);
    QCOMPARE(changed[0][0].toModelIndex(), marks);
    QCOMPARE(marks.data(CheckpointsModel::MarksRole).toStringList(),
             QStringList({QStringLiteral("pin"), QStringLiteral("good")}));
    QCOMPARE(marks.data(Qt::AccessibleTextRole).toString(), QStringLiteral("kept, complete"));
    model.setPinned(1000, false);
    QCOMPARE(marks.data(Qt::AccessibleTextRole).toString(), QStringLiteral("complete"));
}

void TestRunTables::parametersAreCopiedAsTabs()
{
    HyperParametersModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setParameters({{QStringLiteral("Optimizer"), QStringLiteral("adam")},
                         {QStringLiteral("Seed"), QStringLiteral("42")}});
    QCOMPARE(model.text(), QStringLiteral("Optimizer\tadam\nSeed\t42\n"));
    QCOMPARE(column(model, HyperParametersModel::ValueColumn),
             QStringList({QStringLiteral("adam"), QStringLiteral("42")}));
}

void TestRunTables::theLogKeepsTheNewestLines()
{
    LogModel model(100);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (int line = 1; line <= 1000; ++line) {
        model.append(QStringLiteral("line %1").arg(line));
    }
    QVERIFY(model.rowCount() <= 100);
    QCOMPARE(model.rowCount() + model.droppedLines(), 1000);
    QCOMPARE(model.index(model.rowCount() - 1).data().toString(), QStringLiteral("line 1000"));
    model.setLines({});
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.droppedLines(), 0);
}

void TestRunTables::theLogCopiesInListOrder()
{
    LogModel model;
    for (const char* line : {"first", "second", "third"}) {
        model.append(QLatin1String(line));
    }
    QCOMPARE(model.text({model.index(2), model.index(0)}), QStringLiteral("first\nthird"));
    QCOMPARE(model.text(), QStringLiteral("first\nsecond\nthird"));
}

QTEST_GUILESS_MAIN(TestRunTables)
#include "tst_run_tables.moc"
