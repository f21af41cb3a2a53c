// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the Log page shows of the run that trains and of stored ones.
#include "tests/gui/support/window_fixture.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestRunLog : public WindowTest
{
    Q_OBJECT

private slots:
    void changesAndEndsAreLinesWithTheirTime();
    void aStoredRunHasTheLinesOfTheStore();
    void whatHappenedIsNamed();
    void theRunThatTrainsHasTheLog();

private:
    QStringList lines() const
    {
        const QAbstractItemModel& model = *m_fixture->find<QListView>("log.list")->model();
        QStringList lines;
        for (int row = 0; row < model.rowCount(); ++row) {
            lines.append(model.index(row, 0).data().toString());
        }
        return lines;
    }
};

void TestRunLog::changesAndEndsAreLinesWithTheirTime()
{
    m_fixture->openRun();
    emit controller().logLine(QStringLiteral("summaries go to runs.sqlite"));
    emit controller().controlApplied({QStringLiteral("learning_rate"), 0.1, 0.05, 2600});
    emit controller().eventRecorded({7, 0, 2800, 1.0, RunEventKind::Paused, {}});
    emit controller().eventRecorded({7, 0, 2801, 2.0, RunEventKind::PauseEnded, {}});
    RunProgress progress;
    progress.step = 3000;
    controller().answerProgress(progress);
    controller().answerState(RunState::Stopped);
    const QStringList expected{QStringLiteral("summaries go to runs.sqlite"),
                               QStringLiteral("step 2\u202f600: learning_rate 0.1000 → 0.0500"),
                               QStringLiteral("step 2\u202f800: paused"),
                               QStringLiteral("step 2\u202f801: resumed"),
                               QStringLiteral("step 3\u202f000: stopped")};
    const QStringList said = lines();
    QCOMPARE(said.size(), expected.size());
    const QRegularExpression time(QStringLiteral("^\\d\\d:\\d\\d:\\d\\d  "));
    for (int i = 0; i < int(said.size()); ++i) {
        QVERIFY2(time.match(said[i]).hasMatch(), qPrintable(said[i]));
        QCOMPARE(said[i].mid(10), expected[i]);
    }
}

void TestRunLog::aStoredRunHasTheLinesOfTheStore()
{
    emit controller().logLine(QStringLiteral("of this session"));
    m_fixture->library.events[6].append(
        {6, 0, 4600, 1'773'500'006, RunEventKind::Stopped, QStringLiteral("stopped by the user")});
    m_fixture->click("start.run.6");
    const QStringList said = lines();
    QCOMPARE(said.size(), 5); // four checkpoints before
    QVERIFY2(
        said.last().endsWith(QStringLiteral("  step 4\u202f600: stopped, stopped by the user")),
        qPrintable(said.last()));
    QCOMPARE(m_fixture->find<QLabel>("log.count")->text(), QStringLiteral("5 lines"));
    m_fixture->clickRun(2); // nothing is recorded of it
    QVERIFY(lines().isEmpty());
}

void TestRunLog::whatHappenedIsNamed()
{
    const QString why = QStringLiteral("why");
    m_fixture->library.events[6] = {
        {6, 0, 0, 1'773'500'006, RunEventKind::Initialized, why},
        {6, 0, 40, 1'773'500'007, RunEventKind::CheckpointDamaged, why},
        {6, 0, 50, 1'773'500'008, RunEventKind::CheckpointPinned, why},
        {6, 0, 60, 1'773'500'009, RunEventKind::CheckpointUnpinned, why}};
    m_fixture->click("start.run.6");
    const QStringList said = lines();
    QCOMPARE(said.size(), 4);
    QVERIFY2(said[0].endsWith(QStringLiteral("step 0: initialized, why")), qPrintable(said[0]));
    QVERIFY2(said[1].endsWith(QStringLiteral("step 40: checkpoint damaged, why")),
             qPrintable(said[1]));
    QVERIFY2(said[2].endsWith(QStringLiteral("step 50: checkpoint pinned, why")),
             qPrintable(said[2]));
    QVERIFY2(said[3].endsWith(QStringLiteral("step 60: checkpoint unpinned, why")),
             qPrintable(said[3]));
}

void TestRunLog::theRunThatTrainsHasTheLog()
{
    m_fixture->click("start.run.6");
    emit controller().logLine(QStringLiteral("of this session"));
    QCOMPARE(lines().size(), 4);
    m_fixture->openRun();
    QCOMPARE(lines().size(), 1);
    m_fixture->clickRun(1);
    QCOMPARE(lines().size(), 1);
    controller().answerState(RunState::Finished);
    QCOMPARE(lines().size(), 4); // run 6 is selected, and nothing trains
    m_fixture->clickRun(0);
    QCOMPARE(lines().size(), 2);
}

QTEST_MAIN(TestRunLog)
#include "tst_run_log.moc"
