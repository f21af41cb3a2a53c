// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/pausable_clock.h"
#include "gui/bridge/rate_meter.h"
#include "tests/support/fake_clock.h"

#include <QTest>

using namespace gui;

class TestRateMeter : public QObject
{
    Q_OBJECT

private slots:
    void rateIsOfTheLastSeconds()
    {
        RateMeter meter;
        meter.reset(0, 0);
        for (int second = 1; second <= 10; ++second) {
            meter.add(100 * second, second);
        }
        for (int second = 11; second <= 20; ++second) {
            meter.add(1000 + 10 * (second - 10), second);
        }
        QCOMPARE(meter.stepsPerSecond(), 10.0);
        QCOMPARE(meter.secondsLeft(1200), 10.0);
    }

    void timeLeftIsUnknownForTwentySteps()
    {
        RateMeter meter;
        QCOMPARE(meter.stepsPerSecond(), 0.0);
        meter.reset(500, 0);
        meter.add(519, 1);
        QCOMPARE(meter.secondsLeft(1000), -1.0);
        meter.add(520, 1.1);
        QVERIFY(meter.secondsLeft(1000) > 0);
        QCOMPARE(meter.secondsLeft(10), 0.0); // never negative
    }

    void pausesStandStill()
    {
        FakeClock system;
        PausableClock clock(system);
        system.advanceSeconds(5);
        clock.pause();
        clock.pause();
        const auto wall = clock.wallTime();
        system.advanceSeconds(100);
        QCOMPARE(clock.monotonicSeconds(), 5.0);
        QVERIFY(clock.wallTime() > wall);
        clock.resume();
        system.advanceSeconds(2);
        QCOMPARE(clock.monotonicSeconds(), 7.0);
    }
};

QTEST_APPLESS_MAIN(TestRateMeter)
#include "tst_rate_meter.moc"
