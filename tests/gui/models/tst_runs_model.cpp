// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/runs_filter_model.h"
#include "gui/models/runs_model.h"
#include "tests/gui/support/fake_run_library.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace gui;

namespace {

RunSummary run(RunId id, const char* name, qint64 step = 0)
{
    return makeRun(id, QLatin1String(name), RunState::Finished, step, 0.25);
}

QStringList names(const QAbstractItemModel& model)
{
    QStringList list;
    for (int row = 0; row < model.rowCount(); ++row) {
        list.append(model.index(row, 0).data().toString());
    }
    return list;
}

} // namespace

class TestRunsModel : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aNewListKeepsRowsThatStay_data();
    void aNewListKeepsRowsThatStay();
    void aRunThatGoesIsNoLongerShown();
    void manyUpdatesAreAnnouncedOnce();
    void anUnknownRunComesOnTop();
    void theCheckStateShowsAndHides();
    void shownRunsNeverShareASlot();
    void aRunTakesItsOldSlotAgain();
    void theRowTellsWhatAReaderNeeds();
    void theFilterWantsEveryWord_data();
    void theFilterWantsEveryWord();
};

void TestRunsModel::aNewListKeepsRowsThatStay_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::newRow("nothing changes") << "abc"
                                     << "abc";
    QTest::newRow("one comes on top") << "bc"
                                      << "abc";
    QTest::newRow("one goes from the middle") << "abc"
                                              << "ac";
    QTest::newRow("all are new") << "abc"
                                 << "def";
    QTest::newRow("order turns round") << "abcd"
                                       << "dcba";
    QTest::newRow("one moves up while another goes") << "abcd"
                                                     << "dab";
    QTest::newRow("everything goes") << "abc"
                                     << "";
}

void TestRunsModel::aNewListKeepsRowsThatStay()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    const auto list = [](const QString& letters) {
        QList<RunSummary> runs;
        for (QChar letter : letters) {
            runs.append(makeRun(letter.unicode(), letter, RunState::Finished, 1, 0.5));
        }
        return runs;
    };
    RunsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRuns(list(before));
    QHash<QString, QPersistentModelIndex> kept;
    for (int row = 0; row < model.rowCount(); ++row) {
        kept.insert(model.index(row).data().toString(), model.index(row));
    }
    model.setRuns(list(after));
    QCOMPARE(names(model).join(QString()), after);
    for (const QString& name : names(model)) {
        if (kept.contains(name)) {
            QVERIFY2(kept.value(name).isValid(), qPrintable(name));
            QCOMPARE(kept.value(name).data().toString(), name);
        }
    }
}

void TestRunsModel::aRunThatGoesIsNoLongerShown()
{
    RunsModel model;
    model.setRuns({run(2, "b"), run(1, "a")});
    model.setShown(2, true);
    QSignalSpy shown(&model, &RunsModel::shownChanged);
    model.setRuns({run(1, "a")});
    QCOMPARE(shown.size(), 1);
    QCOMPARE(shown.first().at(1).toBool(), false);
    QCOMPARE(model.shownCount(), 0);
}

void TestRunsModel::manyUpdatesAreAnnouncedOnce()
{
    RunsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRuns({run(3, "c"), run(2, "b"), run(1, "a")});
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    for (int step = 1; step <= 500; ++step) {
        model.updateRun(run(2, "b", step));
    }
    QVERIFY(changes.isEmpty());
    QTRY_COMPARE(changes.size(), 1);
    QCOMPARE(changes.first().at(0).toModelIndex().row(), 1);
    QCOMPARE(model.find(2)->lastStep, 500);
}

void TestRunsModel::anUnknownRunComesOnTop()
{
    RunsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRuns({run(1, "a")});
    model.updateRun(run(1, "a", 5));
    model.updateRun(run(2, "b"));
    QCOMPARE(names(model), QStringList({QStringLiteral("b"), QStringLiteral("a")}));
}

void TestRunsModel::theCheckStateShowsAndHides()
{
    RunsModel model;
    model.setRuns({run(2, "b"), run(1, "a")});
    QSignalSpy shown(&model, &RunsModel::shownChanged);
    QVERIFY(model.setData(model.index(1), Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(model.shownRuns(), QList<RunId>({1}));
    QCOMPARE(model.index(1).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QVERIFY(model.setData(model.index(1), Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(model.shownRuns().isEmpty());
    QCOMPARE(shown.size(), 2);
}

void TestRunsModel::shownRunsNeverShareASlot()
{
    RunsModel model;
    QList<RunSummary> runs = {run(3, "c"), run(2, "b"), run(1, "a")};
    for (RunSummary& summary : runs) {
        summary.colourSlot = 0; // the store gave all of them the same one
    }
    model.setRuns(runs);
    model.setShownRuns({1, 2, 3});
    QSet<int> used;
    for (RunId id : {1, 2, 3}) {
        used.insert(model.find(id)->colourSlot);
    }
    QCOMPARE(used, QSet<int>({0, 1, 2}));
}

void TestRunsModel::aRunTakesItsOldSlotAgain()
{
    RunsModel model;
    model.setRuns({run(2, "b"), run(1, "a")});
    model.setColourSlots({{1, 5}});
    model.setShown(1, true);
    QCOMPARE(model.find(1)->colourSlot, 5);
    model.setRuns({run(2, "b"), run(1, "a", 7)}); // the store knows nothing of slots
    QCOMPARE(model.find(1)->colourSlot, 5);
    QCOMPARE(model.colourSlots().value(1), 5);
}

void TestRunsModel::theRowTellsWhatAReaderNeeds()
{
    RunsModel model;
    RunSummary summary = makeRun(1, QStringLiteral("fashion-mlp"), RunState::Running, 4210, 0.2116);
    model.setRuns({summary});
    model.setShown(1, true);
    QCOMPARE(model.index(0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("fashion-mlp, running, step 4\u202f210, loss 0.2116, shown"));
    summary.hasLoss = false;
    model.setShown(1, false);
    model.updateRun(summary);
    QCOMPARE(model.index(0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("fashion-mlp, running, step 4\u202f210, no loss, hidden"));
}

void TestRunsModel::theFilterWantsEveryWord_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QStringList>("left");
    const QString wide = QStringLiteral("fashion-wide");
    const QString deep = QStringLiteral("Fashion-deep");
    const QString iris = QStringLiteral("iris");
    QTest::newRow("nothing typed") << QString() << QStringList({wide, deep, iris});
    QTest::newRow("case does not matter") << "FASHION" << QStringList({wide, deep});
    QTest::newRow("two words, both must be there") << "fash deep" << QStringList({deep});
    QTest::newRow("the state is searched too") << "finished" << QStringList({wide, deep, iris});
    QTest::newRow("no match") << "vall" << QStringList();
}

void TestRunsModel::theFilterWantsEveryWord()
{
    QFETCH(QString, filter);
    QFETCH(QStringList, left);
    RunsModel model;
    model.setRuns({run(3, "fashion-wide"), run(2, "Fashion-deep"), run(1, "iris")});
    RunsFilterModel proxy;
    proxy.setSourceModel(&model);
    QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
    proxy.setFilterText(filter);
    QCOMPARE(names(proxy), left);
}

QTEST_GUILESS_MAIN(TestRunsModel)
#include "tst_runs_model.moc"
