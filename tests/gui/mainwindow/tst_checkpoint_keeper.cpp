// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Keep below the list of checkpoints: whom it asks, what the row shows, and what becomes of a
// request that nobody answers.
#include "gui/models/checkpoints_model.h"
#include "gui/panels/banner.h"
#include "tests/gui/support/window_fixture.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestCheckpointKeeper : public WindowTest
{
    Q_OBJECT

private slots:
    void theTrainingKeepsThoseOfItsRun();
    void othersAreKeptInTheirDirectory();
    void whatATrainingDidNotComeToIsDoneAfterwards();
    void aCheckpointThatIsSavedAgainStaysKept();
    void aFailureIsSaid_data();
    void aFailureIsSaid();
    void whatCannotBeKeptNowIsOffAndSaysWhy();
    void theChoiceIsAStepAndNotARow();
    void aClickBesideTheRowsChoosesNone();
    void theKeyboardKeepsOne();

private:
    QTableView& table() const { return *m_fixture->find<QTableView>("inspector.checkpoints"); }
    int chosenRow() const
    {
        const QModelIndexList rows = table().selectionModel()->selectedRows();
        return rows.isEmpty() ? -1 : rows.constFirst().row();
    }
    QPushButton& onward() const { return *m_fixture->find<QPushButton>("inspector.continue"); }
    QPushButton& button() const { return *m_fixture->find<QPushButton>("inspector.keep"); }
    QStringList marks(int row) const
    {
        return table()
            .model()
            ->index(row, CheckpointsModel::MarksColumn)
            .data(CheckpointsModel::MarksRole)
            .toStringList();
    }
    QStringList libraryPins() const { return library().calls.filter(QStringLiteral("pin ")); }
};

void TestCheckpointKeeper::theTrainingKeepsThoseOfItsRun()
{
    m_fixture->openRun(RunState::Running, 4000);
    table().selectRow(1);
    QVERIFY(!button().isChecked());
    m_fixture->click("inspector.keep");
    QCOMPARE(calls(), QStringList{QStringLiteral("pin 3000")});
    QVERIFY(button().isChecked()); // what was asked for
    QVERIFY(!marks(1).contains(QStringLiteral("pin"))); // it is not yet
    emit controller().checkpointPinned({7, 3000, true});
    QCOMPARE(marks(1), QStringList({QStringLiteral("pin"), QStringLiteral("good")}));
    table().selectRow(0);
    QVERIFY(!button().isChecked());
    table().selectRow(1);
    QVERIFY(button().isChecked());
    m_fixture->clickRun(1); // and back
    m_fixture->clickRun(0);
    QVERIFY(marks(1).contains(QStringLiteral("pin")));

    table().selectRow(1);
    m_fixture->click("inspector.keep");
    QCOMPARE(calls().last(), QStringLiteral("unpin 3000"));
    emit controller().checkpointPinned({7, 3000, false});
    QVERIFY(!button().isChecked());
    QVERIFY(!marks(1).contains(QStringLiteral("pin")));
    QVERIFY(libraryPins().isEmpty());
}

void TestCheckpointKeeper::othersAreKeptInTheirDirectory()
{
    library().checkpoints[6][0].isPinned = true; // of step 1 000
    m_fixture->openRun(); // another run trains
    m_fixture->clickRun(1);
    QCOMPARE(marks(3), QStringList({QStringLiteral("pin"), QStringLiteral("good")}));
    table().selectRow(2);
    m_fixture->click("inspector.keep");
    QCOMPARE(libraryPins(), QStringList{QStringLiteral("pin 2000 of 6")});
    emit library().checkpointPinned({6, 2000, true});
    QVERIFY(marks(2).contains(QStringLiteral("pin")));
    table().selectRow(3);
    m_fixture->click("inspector.keep");
    QCOMPARE(libraryPins().last(), QStringLiteral("unpin 1000 of 6"));
    QVERIFY(calls().isEmpty());
}

void TestCheckpointKeeper::whatATrainingDidNotComeToIsDoneAfterwards()
{
    m_fixture->openRun(RunState::Running, 4000);
    for (const int row : {1, 2}) {
        table().selectRow(row);
        m_fixture->click("inspector.keep");
    }
    emit controller().checkpointPinned({7, 3000, true});
    controller().answerState(RunState::Stopping);
    QVERIFY(libraryPins().isEmpty());
    controller().answerState(RunState::Stopped);
    QCOMPARE(libraryPins(), QStringList{QStringLiteral("pin 2000 of 7")});
    controller().answerState(RunState::Finished);
    QCOMPARE(libraryPins().size(), 1); // once
}

void TestCheckpointKeeper::aCheckpointThatIsSavedAgainStaysKept()
{
    m_fixture->openRun(RunState::Running, 4000);
    emit controller().checkpointPinned({7, 4000, true});
    controller().answerCheckpoint(4000); // as after every resume
    QVERIFY(marks(0).contains(QStringLiteral("pin")));
    controller().answerCheckpoint(5000);
    QVERIFY(!marks(0).contains(QStringLiteral("pin")));
}

void TestCheckpointKeeper::aFailureIsSaid_data()
{
    QTest::addColumn<bool>("isKept");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("another process trains") << true << "FailedPrecondition"
                                            << "could not be marked as kept";
    QTest::newRow("it is gone") << true << "NotFound"
                                << "could not be marked as kept";
    QTest::newRow("let go, the disk is full") << false << "ResourceExhausted"
                                              << "It is still kept";
}

void TestCheckpointKeeper::aFailureIsSaid()
{
    QFETCH(bool, isKept);
    QFETCH(QString, code);
    QFETCH(QString, words);
    library().checkpoints[7][2].isPinned = !isKept; // of step 3 000
    m_fixture->click("start.run.7");
    table().selectRow(1);
    m_fixture->click("inspector.keep");
    QCOMPARE(button().isChecked(), isKept);
    emit library().checkpointNotPinned({7, 3000, isKept}, {code, QStringLiteral("/data: why")});
    QCOMPARE(button().isChecked(), !isKept);
    QCOMPARE(marks(1).contains(QStringLiteral("pin")), !isKept);
    const auto* banner = window().findChild<Banner*>();
    QVERIFY(banner);
    QVERIFY2(banner->sentence().contains(QStringLiteral("step 3\u202f000")),
             qPrintable(banner->sentence()));
    QVERIFY2(banner->sentence().contains(words), qPrintable(banner->sentence()));
    m_fixture->click("banner.details");
    QCOMPARE(m_fixture->find<QPlainTextEdit>("details.text")->toPlainText(),
             QStringLiteral("/data: why"));
    m_fixture->click("failure.close");
    emit library().checkpointPinned({7, 3000, isKept}); // now it works
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(!window().findChild<Banner*>());
}

void TestCheckpointKeeper::whatCannotBeKeptNowIsOffAndSaysWhy()
{
    library().stored[1].state = RunState::Running; // by another process
    library().checkpoints[7][3].complete = false; // of step 4 000
    library().refresh();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the old links
    m_fixture->click("start.run.7");
    QVERIFY(!button().isEnabled());
    QCOMPARE(button().toolTip(), QStringLiteral("Choose a checkpoint first."));
    table().selectRow(0);
    QVERIFY(!button().isEnabled());
    QCOMPARE(button().toolTip(), QStringLiteral("This checkpoint is damaged."));
    table().selectRow(1);
    QVERIFY(button().isEnabled());
    controller().answerOpening(true);
    QVERIFY(!button().isEnabled());
    controller().answerOpening(false);
    QVERIFY(button().isEnabled());
    m_fixture->clickRun(1);
    table().selectRow(1);
    QVERIFY(!button().isEnabled());
    QCOMPARE(button().toolTip(), QStringLiteral("Another process trains this run."));
    library().stored[1].state = RunState::Stopped;
    library().refresh();
    QVERIFY(button().isEnabled());
}

void TestCheckpointKeeper::theChoiceIsAStepAndNotARow()
{
    m_fixture->openRun(RunState::Running, 4000);
    table().selectRow(1); // step 3 000
    controller().answerCheckpoint(5000);
    emit controller().checkpointsDeleted(7, {1000, 2000});
    QCOMPARE(chosenRow(), 2);
    QVERIFY(button().isEnabled());
    emit controller().checkpointsDeleted(7, {3000});
    QCOMPARE(table().model()->rowCount(), 2);
    QCOMPARE(chosenRow(), -1);
    QVERIFY(!button().isEnabled());
    QCOMPARE(button().toolTip(), QStringLiteral("Choose a checkpoint first."));
    QVERIFY(!onward().isEnabled());
    QCOMPARE(onward().toolTip(), QStringLiteral("Choose a checkpoint first."));
    controller().answerCheckpoint(6000);
    QCOMPARE(chosenRow(), -1);
    button().click();
    QVERIFY(calls().isEmpty());
}

void TestCheckpointKeeper::aClickBesideTheRowsChoosesNone()
{
    m_fixture->click("start.run.7");
    table().selectRow(1);
    QVERIFY(button().isEnabled());
    QVERIFY(onward().isEnabled());
    emit controller().checkpointsDeleted(7, {1000, 2000}); // some room below the rows
    table().resize(table().width(), 400);
    const QPoint below(10, table().viewport()->height() - 3);
    QVERIFY(!table().indexAt(below).isValid());
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, below);
    QCOMPARE(chosenRow(), -1);
    QVERIFY(!button().isEnabled());
    QVERIFY(!onward().isEnabled());
    emit controller().checkpointsDeleted(7, {3000}); // where the keys would go on
    QCOMPARE(chosenRow(), -1);
    QVERIFY(!button().isEnabled());
}

void TestCheckpointKeeper::theKeyboardKeepsOne()
{
    m_fixture->click("start.run.7");
    table().setFocus();
    QTest::keyClick(&table(), Qt::Key_Down);
    for (int i = 0; i < 3 && QApplication::focusWidget() != &button(); ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    QCOMPARE(QApplication::focusWidget(), &button());
    QCOMPARE(button().accessibleName(), QStringLiteral("Keep checkpoint"));
    QTest::keyClick(&button(), Qt::Key_Space);
    QCOMPARE(libraryPins().size(), 1);
}

QTEST_MAIN(TestCheckpointKeeper)
#include "tst_checkpoint_keeper.moc"
