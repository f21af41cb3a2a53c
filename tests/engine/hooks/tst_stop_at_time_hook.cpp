// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/stop_at_time_hook.h"
#include "tests/engine/hooks/hook_driver.h"
#include "tests/support/errors.h"
#include "tests/support/fake_clock.h"

#include <QTest>

using namespace engine;

class TestStopAtTimeHook : public QObject
{
    Q_OBJECT

private slots:
    void stopsAfterTheRunThatPasses();
    void recoveryCounts();
    void refused();
};

void TestStopAtTimeHook::stopsAfterTheRunThatPasses()
{
    FakeClock clock;
    TrainingGraph model;
    HookDriver driver(model, std::make_shared<StopAtTimeHook>(2.5, &clock));
    clock.advanceSeconds(100); // before it is ready
    driver.create();
    int runs = 0;
    while (!driver.stops() && runs < 10) {
        clock.advanceSeconds(1);
        driver.train();
        ++runs;
    }
    QCOMPARE(runs, 3);
    QCOMPARE(driver.reason(), std::string("the time of 2.5 s has passed"));
}

void TestStopAtTimeHook::recoveryCounts()
{
    FakeClock clock;
    TrainingGraph model;
    HookDriver driver(model, std::make_shared<StopAtTimeHook>(3, &clock));
    driver.create();
    driver.train();
    clock.advanceSeconds(3);
    driver.create(); // the session was lost
    driver.train();
    QVERIFY(driver.stops());
}

void TestStopAtTimeHook::refused()
{
    VERIFY_THROWS(InvalidArgumentError, "a positive number of seconds", StopAtTimeHook(0));
    VERIFY_THROWS(InvalidArgumentError, "a positive number of seconds", StopAtTimeHook(-1));
}

QTEST_GUILESS_MAIN(TestStopAtTimeHook)
#include "tst_stop_at_time_hook.moc"
