// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/looper_thread.h"
#include "tests/support/errors.h"

#include <QStringList>
#include <QTest>

using namespace engine;

class TestLooperThread : public QObject
{
    Q_OBJECT

private slots:
    void q15_countsDown_data();
    void q15_countsDown();
    void startAndStop();
    void errorIsReported();
    void nothingToRun();
};

void TestLooperThread::q15_countsDown_data()
{
    QTest::addColumn<double>("interval"); // negative: none
    QTest::newRow("Q15 interval 0") << 0.0;
    QTest::newRow("back to back") << -1.0;
    QTest::newRow("a millisecond") << 0.001;
}

void TestLooperThread::q15_countsDown()
{
    QFETCH(const double, interval);
    Coordinator coordinator;
    int count = 3;
    LooperThread::Options options;
    if (interval >= 0) {
        options.timerIntervalSecs = interval;
    }
    options.runLoop = [&] {
        if (--count == 0) {
            coordinator.requestStop();
        }
    };
    LooperThread::loop(coordinator, options);
    coordinator.join();
    QCOMPARE(count, 0);
}

void TestLooperThread::startAndStop()
{
    Coordinator coordinator;
    QStringList calls;
    LooperThread::Options options;
    options.startLoop = [&] { calls.append("start"); };
    options.runLoop = [&] {
        calls.append("run");
        coordinator.requestStop();
    };
    options.stopLoop = [&] { calls.append("stop"); };
    LooperThread::loop(coordinator, options);
    coordinator.join();
    QCOMPARE(calls, (QStringList{"start", "run", "stop"}));
}

void TestLooperThread::errorIsReported()
{
    Coordinator coordinator;
    bool isStopped = false;
    LooperThread::Options options;
    options.runLoop = [] { throw InternalError("in the loop"); };
    options.stopLoop = [&] { isStopped = true; };
    LooperThread::loop(coordinator, options);
    VERIFY_THROWS(InternalError, "in the loop", coordinator.join());
    QVERIFY(!isStopped);
}

void TestLooperThread::nothingToRun()
{
    Coordinator coordinator;
    VERIFY_THROWS(InvalidArgumentError, "something to run", LooperThread::loop(coordinator, {}));
}

QTEST_APPLESS_MAIN(TestLooperThread)
#include "tst_looper_thread.moc"
