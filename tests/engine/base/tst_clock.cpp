// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/clock.h"
#include "tests/support/fake_clock.h"

#include <QDateTime>
#include <QTest>

using namespace std::chrono_literals;

class ClockTest : public QObject
{
    Q_OBJECT

private slots:
    void theSystemClockMovesOnlyForward();
    void wallTimeCountsFrom1970();
    void secondsKeepTheFraction();
    void sleepingMovesTheFakeClock();
};

void ClockTest::theSystemClockMovesOnlyForward()
{
    engine::SystemClock clock;
    std::chrono::nanoseconds last = clock.monotonic();
    for (int i = 0; i < 1000; ++i) {
        const std::chrono::nanoseconds now = clock.monotonic();
        QVERIFY(now >= last);
        last = now;
    }
    const std::chrono::nanoseconds before = clock.monotonic();
    clock.sleepFor(1ms);
    QVERIFY(clock.monotonic() - before >= 1ms);
}

void ClockTest::wallTimeCountsFrom1970()
{
    const auto now = std::chrono::microseconds(QDateTime::currentMSecsSinceEpoch() * 1000);
    const std::chrono::microseconds distance = engine::SystemClock().wallTime() - now;
    QVERIFY(std::chrono::abs(distance) < 1min);
}

void ClockTest::secondsKeepTheFraction()
{
    FakeClock clock;
    clock.advanceSeconds(1.25);
    QCOMPARE(clock.monotonicSeconds(), 1.25);
    QCOMPARE(clock.wallSeconds(), 1700000001.25);
}

void ClockTest::sleepingMovesTheFakeClock()
{
    FakeClock clock;
    clock.sleepFor(90s);
    QCOMPARE(clock.monotonicSeconds(), 90.0);
}

QTEST_GUILESS_MAIN(ClockTest)
#include "tst_clock.moc"
