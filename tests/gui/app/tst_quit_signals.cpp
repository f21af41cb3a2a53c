// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/quit_signals.h"

#include "gui/bridge/engine_training_controller.h"
#include "gui/bridge/store_run_library.h"
#include "tests/gui/support/small_job.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTest>

#include <csignal>

using namespace gui;

class TestQuitSignals : public QObject
{
    Q_OBJECT

private slots:
    void theEventLoopReturns_data();
    void theEventLoopReturns();
    void aRunThatTrainsIsSaved();
};

void TestQuitSignals::theEventLoopReturns_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGINT") << SIGINT;
}

void TestQuitSignals::theEventLoopReturns()
{
    QFETCH(int, number);
    const QuitSignals quit;
    QCOMPARE(std::raise(number), 0);
    QCOMPARE(QCoreApplication::exec(), 0);
}

// As main() ends: the loop returns, the controller goes, the store tells of a stopped run.
void TestQuitSignals::aRunThatTrainsIsSaved()
{
    const SmallJob job(1'000'000);
    {
        const QuitSignals quit;
        EngineTrainingController controller(job.store());
        connect(&controller, &TrainingController::progressChanged, this,
                [](const RunProgress& progress) {
                    if (progress.step > 20) {
                        QCOMPARE(std::raise(SIGTERM), 0);
                    }
                });
        OpenRequest request;
        request.jobFile = job.path();
        controller.open(request, true);
        QCOMPARE(QCoreApplication::exec(), 0);
    }
    StoreRunLibrary library(job.store());
    QSignalSpy changed(&library, &RunLibrary::runsChanged);
    library.refresh();
    QVERIFY(changed.wait());
    const RunSummary run = library.runs().constFirst();
    QCOMPARE(run.state, RunState::Stopped);
    QVERIFY(run.lastStep > 20);
    QCOMPARE(run.lastCheckpointStep, run.lastStep);
}

QTEST_GUILESS_MAIN(TestQuitSignals)
#include "tst_quit_signals.moc"
