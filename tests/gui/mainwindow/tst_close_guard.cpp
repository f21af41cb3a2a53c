// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Closing and stopping while a run trains.
#include "tests/gui/support/window_fixture.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestCloseGuard : public WindowTest
{
    Q_OBJECT

private slots:
    void closingAnIdleWindowAsksNothing();
    void closingAWindowWithAReadyRunAsksNothing();
    void aJobWithoutCheckpointsIsNotPromisedOne();
    void keepTrainingKeepsTheWindow_data();
    void keepTrainingKeepsTheWindow();
    void saveAndQuitWaitsForTheStop();
    void aFailedStopKeepsTheWindow();
    void stoppingTwiceCanGiveUpTheCheckpoint();
};

void TestCloseGuard::closingAnIdleWindowAsksNothing()
{
    QVERIFY(window().close());
}

void TestCloseGuard::closingAWindowWithAReadyRunAsksNothing()
{
    m_fixture->openRun(RunState::Ready);
    QVERIFY(window().close());
}

void TestCloseGuard::aJobWithoutCheckpointsIsNotPromisedOne()
{
    RunDescription run = sampleDescription();
    run.savesCheckpoints = false;
    controller().answerOpened(run, RunState::Running);
    QVERIFY(!window().close());
    QCOMPARE(m_fixture->find<QPushButton>("close.saveAndQuit")->text(),
             QStringLiteral("Stop and Quit"));
    m_fixture->click("close.saveAndQuit");
    const auto* waiting = m_fixture->find<QDialog>("closeWaiting");
    const auto labels = waiting->findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        QVERIFY2(!label->text().contains(QStringLiteral("checkpoint")), qPrintable(label->text()));
    }
}

void TestCloseGuard::keepTrainingKeepsTheWindow_data()
{
    QTest::addColumn<QString>("button");
    QTest::newRow("keep training") << "close.keepTraining";
    QTest::newRow("cancel") << "close.cancel";
}

void TestCloseGuard::keepTrainingKeepsTheWindow()
{
    QFETCH(QString, button);
    m_fixture->openRun();
    RunProgress progress;
    progress.step = 4087;
    controller().answerProgress(progress);
    controller().answerCheckpoint(4000);
    QVERIFY(!window().close());
    QVERIFY(!window().close()); // asks once
    QCOMPARE(window().findChildren<QDialog*>(QStringLiteral("closeQuestion")).size(), 1);
    bool said = false;
    const auto labels = m_fixture->find<QDialog>("closeQuestion")->findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        said |= label->text() == QStringLiteral("The last checkpoint is 87 steps old.");
    }
    QVERIFY(said);
    m_fixture->click(qPrintable(button));
    QVERIFY(window().isVisible());
    QVERIFY(calls().isEmpty());
    QTRY_VERIFY(!m_fixture->find<QDialog>("closeQuestion"));
    QVERIFY(!window().close()); // and again when asked again
    QVERIFY(m_fixture->find<QDialog>("closeQuestion"));
}

void TestCloseGuard::saveAndQuitWaitsForTheStop()
{
    m_fixture->openRun();
    QVERIFY(!window().close());
    m_fixture->click("close.saveAndQuit");
    QCOMPARE(calls(), QStringList({QStringLiteral("requestStop")}));
    QVERIFY(window().isVisible());
    QVERIFY(m_fixture->find<QDialog>("closeWaiting")->isVisible());
    controller().answerState(RunState::Stopping);
    QVERIFY(window().isVisible());
    controller().answerState(RunState::Stopped);
    QTRY_VERIFY(!window().isVisible());
}

void TestCloseGuard::aFailedStopKeepsTheWindow()
{
    m_fixture->openRun();
    QVERIFY(!window().close());
    m_fixture->click("close.saveAndQuit");
    emit controller().failed({QStringLiteral("ResourceExhausted"), QStringLiteral("disk full")});
    controller().answerState(RunState::Failed);
    QVERIFY(window().isVisible());
    QVERIFY(m_fixture->find<QDialog>("failureDialog"));
}

void TestCloseGuard::stoppingTwiceCanGiveUpTheCheckpoint()
{
    m_fixture->openRun();
    m_fixture->click("toolbar.stop");
    controller().answerState(RunState::Stopping);
    m_fixture->click("toolbar.stop");
    m_fixture->click("stop.withoutSaving");
    QCOMPARE(
        calls(),
        QStringList({QStringLiteral("requestStop"), QStringLiteral("requestStopWithoutSaving")}));
}

QTEST_MAIN(TestCloseGuard)
#include "tst_close_guard.moc"
