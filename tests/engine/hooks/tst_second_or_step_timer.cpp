// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/second_or_step_timer.h"
#include "tests/support/errors.h"
#include "tests/support/fake_clock.h"

#include <QTest>

using namespace engine;

class TestSecondOrStepTimer : public QObject
{
    Q_OBJECT

private slots:
    void periods_data();
    void periods();
    void j3_everySecs();
    void j4_everySteps();
    void j5_elapsed();
    void j6_reset();
};

void TestSecondOrStepTimer::periods_data()
{
    QTest::addColumn<double>("secs");
    QTest::addColumn<int>("steps");
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("J1 both") << 2.0 << 10
                             << QByteArray("Can not provide both save_secs (2) and "
                                           "save_steps (10)");
    QTest::newRow("J2 none") << 0.0 << 0 << QByteArray("Either save_secs or save_steps");
    QTest::newRow("J2 both negative") << -1.0 << -1 << QByteArray("Either save_secs");
    QTest::newRow("D19 zero steps are absent") << 60.0 << 0 << QByteArray();
    QTest::newRow("D19 negative secs are absent") << -5.0 << 10 << QByteArray();
}

void TestSecondOrStepTimer::periods()
{
    QFETCH(const double, secs);
    QFETCH(const int, steps);
    QFETCH(const QByteArray, error);
    const Period period{secs, steps};
    if (error.isEmpty()) {
        QVERIFY(SecondOrStepTimer(period, nullptr, "save").shouldTriggerForStep(0));
    } else {
        VERIFY_THROWS(InvalidArgumentError, error.constData(),
                      SecondOrStepTimer(period, nullptr, "save"));
    }
}

void TestSecondOrStepTimer::j3_everySecs()
{
    FakeClock clock;
    SecondOrStepTimer timer(Period::everySecs(1), &clock);
    QVERIFY(timer.shouldTriggerForStep(1));
    timer.updateLastTriggeredStep(1);
    QVERIFY(!timer.shouldTriggerForStep(1));
    QVERIFY(!timer.shouldTriggerForStep(2));
    clock.advanceSeconds(1);
    QVERIFY(!timer.shouldTriggerForStep(1)); // the same step
    QVERIFY(timer.shouldTriggerForStep(2));
}

void TestSecondOrStepTimer::j4_everySteps()
{
    SecondOrStepTimer timer(Period::everySteps(3));
    QVERIFY(timer.shouldTriggerForStep(1));
    timer.updateLastTriggeredStep(1);
    for (const int step : {1, 2, 3}) {
        QVERIFY2(!timer.shouldTriggerForStep(step), qPrintable(QString::number(step)));
    }
    QVERIFY(timer.shouldTriggerForStep(4));
    QCOMPARE(timer.lastTriggeredStep().value(), 1);
}

void TestSecondOrStepTimer::j5_elapsed()
{
    FakeClock clock;
    SecondOrStepTimer timer(Period::everySecs(1), &clock);
    QVERIFY(!timer.updateLastTriggeredStep(1));
    clock.advanceSeconds(2);
    const auto first = timer.updateLastTriggeredStep(5);
    QCOMPARE(first.value().steps, 4);
    QCOMPARE(first.value().secs, 2.0);
    clock.advanceSeconds(0.5);
    const auto second = timer.updateLastTriggeredStep(7);
    QCOMPARE(second.value().steps, 2);
    QCOMPARE(second.value().secs, 0.5);
}

void TestSecondOrStepTimer::j6_reset()
{
    SecondOrStepTimer timer(Period::everySteps(1000));
    timer.updateLastTriggeredStep(5);
    QVERIFY(!timer.shouldTriggerForStep(6));
    timer.reset();
    QVERIFY(timer.shouldTriggerForStep(5));
    QVERIFY(!timer.lastTriggeredStep());
}

QTEST_GUILESS_MAIN(TestSecondOrStepTimer)
#include "tst_second_or_step_timer.moc"
