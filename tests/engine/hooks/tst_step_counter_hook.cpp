// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/step_counter_hook.h"
#include "tests/engine/hooks/hook_driver.h"
#include "tests/support/errors.h"
#include "tests/support/fake_clock.h"
#include "tests/support/memory_summary_writer.h"

#include <QTest>

using namespace engine;

using Steps = std::vector<std::int64_t>;
Q_DECLARE_METATYPE(Steps)

class TestStepCounterHook : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void n1_everyNSteps();
    void n2_everyNSecs();
    void n3_globalStepName();
    void n4_warnsIfNotIncreased();
    void n5_severalStepsInOneRun_data();
    void n5_severalStepsInOneRun();
    void n7_tooFewRuns();
    void d27_timerStartsAnewAfterRecovery();
    void d28_equalClockReadings();
    void bothPeriods();

private:
    std::shared_ptr<StepCounterHook> hook(const Period& period)
    {
        StepCounterHook::Options options;
        options.period = period;
        options.summaryWriter = m_writer;
        options.clock = m_clock.get();
        options.logger = m_logger.get();
        return std::make_shared<StepCounterHook>(options);
    }
    void trainFor(HookDriver& driver, int runs, double secondsEach)
    {
        for (int i = 0; i < runs; ++i) {
            m_clock->advanceSeconds(secondsEach);
            driver.train();
        }
    }
    int warnings() const
    {
        int count = 0;
        for (const MemoryLogger::Entry& entry : m_logger->entries()) {
            count += entry.level == LogLevel::Warning ? 1 : 0;
        }
        return count;
    }

    std::shared_ptr<MemorySummaryWriter> m_writer;
    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<MemoryLogger> m_logger;
};

void TestStepCounterHook::init()
{
    m_writer = std::make_shared<MemorySummaryWriter>();
    m_clock = std::make_unique<FakeClock>();
    m_logger = std::make_unique<MemoryLogger>();
}

void TestStepCounterHook::n1_everyNSteps()
{
    TrainingGraph model;
    HookDriver driver(model, hook(Period::everySteps(10)));
    driver.create();
    trainFor(driver, 30, 0.01);
    QCOMPARE(m_writer->stepsOf("global_step/sec"), (Steps{11, 21}));
    QVERIFY(std::abs(m_writer->records[0].value - 100) < 1e-6);
    QCOMPARE(warnings(), 0);
}

void TestStepCounterHook::n2_everyNSecs()
{
    TrainingGraph model;
    HookDriver driver(model, hook(Period::everySecs(0.1)));
    driver.create();
    trainFor(driver, 3, 0.2);
    QCOMPARE(m_writer->stepsOf("global_step/sec"), (Steps{2, 3}));
}

void TestStepCounterHook::n3_globalStepName()
{
    TrainingGraph model(1, "bar/foo");
    HookDriver driver(model, hook(Period::everySteps(1)));
    driver.create();
    trainFor(driver, 2, 1);
    QCOMPARE(m_writer->records.size(), std::size_t(1));
    QCOMPARE(m_writer->stepsOf("bar/foo/sec"), (Steps{2}));
}

void TestStepCounterHook::n4_warnsIfNotIncreased()
{
    TrainingGraph model(0);
    HookDriver driver(model, hook(Period::everySteps(1)));
    driver.create();
    trainFor(driver, 31, 1);
    QCOMPARE(warnings(), 5);
    QVERIFY(m_logger->entries()[0].message.find("has not been increased") != std::string::npos);
}

void TestStepCounterHook::n5_severalStepsInOneRun_data()
{
    QTest::addColumn<int>("period");
    QTest::addColumn<int>("advance");
    QTest::addColumn<Steps>("recorded");
    QTest::newRow("N5 fewer than the period") << 10 << 5 << Steps{15, 25};
    QTest::newRow("N5 as many") << 5 << 5 << Steps{10, 15, 20, 25};
    QTest::newRow("N5 more") << 5 << 10 << Steps{20, 30, 40, 50};
}

void TestStepCounterHook::n5_severalStepsInOneRun()
{
    QFETCH(const int, period);
    QFETCH(const int, advance);
    QFETCH(const Steps, recorded);
    TrainingGraph model(advance);
    HookDriver driver(model, hook(Period::everySteps(period)));
    driver.create();
    trainFor(driver, 5, 1);
    QCOMPARE(m_writer->stepsOf("global_step/sec"), recorded);
}

void TestStepCounterHook::n7_tooFewRuns()
{
    TrainingGraph model;
    HookDriver driver(model, hook(Period::everySteps(10)));
    driver.create();
    trainFor(driver, 10, 1);
    QVERIFY(m_writer->records.empty());
}

void TestStepCounterHook::d27_timerStartsAnewAfterRecovery()
{
    TrainingGraph model;
    HookDriver driver(model, hook(Period::everySteps(10)));
    driver.create();
    trainFor(driver, 15, 1);
    driver.setStep(0); // an older checkpoint
    m_clock->advanceSeconds(1000);
    driver.create();
    trainFor(driver, 11, 1);
    QCOMPARE(m_writer->stepsOf("global_step/sec"), (Steps{11, 11}));
    QVERIFY(std::abs(m_writer->records[1].value - 1) < 1e-9);
}

void TestStepCounterHook::d28_equalClockReadings()
{
    TrainingGraph model;
    HookDriver driver(model, hook(Period::everySteps(1)));
    driver.create();
    trainFor(driver, 1, 1);
    trainFor(driver, 1, 0); // no time has passed
    trainFor(driver, 1, 1);
    QCOMPARE(m_writer->stepsOf("global_step/sec"), (Steps{3}));
    QCOMPARE(m_writer->records[0].value, 2.0); // two steps in one second
}

void TestStepCounterHook::bothPeriods()
{
    VERIFY_THROWS(InvalidArgumentError, "Can not provide both", hook(Period{1.0, 10}));
}

QTEST_GUILESS_MAIN(TestStepCounterHook)
#include "tst_step_counter_hook.moc"
