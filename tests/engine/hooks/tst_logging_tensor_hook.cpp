// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/logging_tensor_hook.h"
#include "tests/engine/hooks/hook_driver.h"
#include "tests/support/errors.h"
#include "tests/support/fake_clock.h"

#include <QTest>

using namespace engine;

Q_DECLARE_METATYPE(std::optional<int>)

class TestLoggingTensorHook : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void l1_periods_data();
    void l1_periods();
    void l3_everyNRuns();
    void l4_atEnd();
    void l5_firstLineHasNoSeconds();
    void l7_formatter();
    void l8_order();
    void l9_unknownName();
    void l10_countsRuns();

private:
    LoggingTensorHook::Options options(std::optional<std::int64_t> everyNIter)
    {
        LoggingTensorHook::Options result;
        result.everyNIter = everyNIter;
        result.clock = m_clock.get();
        result.logger = m_logger.get();
        return result;
    }
    std::size_t lines() const { return m_logger->entries().size(); }
    std::string lastLine() const { return m_logger->entries().back().message; }

    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<MemoryLogger> m_logger;
};

void TestLoggingTensorHook::init()
{
    m_clock = std::make_unique<FakeClock>();
    m_logger = std::make_unique<MemoryLogger>();
}

void TestLoggingTensorHook::l1_periods_data()
{
    QTest::addColumn<std::optional<int>>("iterations");
    QTest::addColumn<std::optional<int>>("secs");
    QTest::addColumn<QByteArray>("error");
    const std::optional<int> none;
    QTest::newRow("L1 zero") << std::optional(0) << none << QByteArray("nvalid every_n_iter");
    QTest::newRow("L1 negative") << std::optional(-10) << none << QByteArray("nvalid every_n_iter");
    QTest::newRow("L1 both") << std::optional(5) << std::optional(5) << QByteArray("xactly one of");
    QTest::newRow("L1 neither") << none << none << QByteArray("xactly one of");
}

void TestLoggingTensorHook::l1_periods()
{
    QFETCH(const std::optional<int>, iterations);
    QFETCH(const std::optional<int>, secs);
    QFETCH(const QByteArray, error);
    LoggingTensorHook::Options wrong;
    wrong.everyNIter = iterations;
    wrong.everyNSecs = secs;
    VERIFY_THROWS(InvalidArgumentError, error.constData(),
                  LoggingTensorHook(std::vector<std::string>{"w"}, wrong));
}

void TestLoggingTensorHook::l3_everyNRuns()
{
    TrainingGraph model;
    HookDriver driver(
        model, std::make_shared<LoggingTensorHook>(std::vector<std::string>{"w"}, options(10)));
    driver.create();
    std::size_t expected = 0;
    for (int i = 0; i < 31; ++i) {
        expected += i % 10 == 0 ? 1 : 0;
        driver.train();
        QCOMPARE(lines(), expected);
    }
    driver.train();
    driver.end();
    QCOMPARE(lines(), expected);
}

void TestLoggingTensorHook::l4_atEnd()
{
    TrainingGraph model;
    auto with = options(10);
    with.atEnd = true;
    HookDriver driver(model,
                      std::make_shared<LoggingTensorHook>(std::vector<std::string>{"w"}, with));
    driver.create();
    driver.train();
    driver.train();
    driver.end();
    QCOMPARE(lines(), std::size_t(2));
    QCOMPARE(lastLine(), std::string("w = 2.0 (0.000 sec)"));
}

void TestLoggingTensorHook::l5_firstLineHasNoSeconds()
{
    TrainingGraph model;
    HookDriver driver(
        model, std::make_shared<LoggingTensorHook>(std::vector<std::string>{"w"}, options(1)));
    driver.create();
    driver.train();
    QCOMPARE(lastLine(), std::string("w = 0.0"));
    m_clock->advanceSeconds(1.5);
    driver.train();
    QCOMPARE(lastLine(), std::string("w = 1.0 (1.500 sec)"));
}

void TestLoggingTensorHook::l7_formatter()
{
    TrainingGraph model;
    auto formatted = options(1);
    formatted.formatter = [](const LoggingTensorHook::Values& values) {
        return "formatted " + values[0].first;
    };
    HookDriver driver(
        model, std::make_shared<LoggingTensorHook>(std::vector<std::string>{"w"}, formatted));
    driver.create();
    driver.train();
    QCOMPARE(lastLine(), std::string("formatted w"));
}

void TestLoggingTensorHook::l8_order()
{
    TrainingGraph model;
    HookDriver listed(model,
                      std::make_shared<LoggingTensorHook>(
                          std::vector<std::string>{"w", "global_step"}, options(1)));
    listed.create();
    listed.train();
    QCOMPARE(lastLine(), std::string("w = 0.0, global_step = 0"));
    HookDriver sorted(
        model,
        std::make_shared<LoggingTensorHook>(
            std::map<std::string, std::string>{{"z", "w"}, {"a", "global_step"}}, options(1)));
    sorted.create();
    sorted.train();
    QCOMPARE(lastLine(), std::string("a = 0, z = 0.0"));
}

void TestLoggingTensorHook::l9_unknownName()
{
    TrainingGraph model;
    LoggingTensorHook hook(std::vector<std::string>{"nowhere"}, options(1));
    VERIFY_THROWS(NotFoundError, "nowhere", hook.begin(model.graph));
}

void TestLoggingTensorHook::l10_countsRuns()
{
    TrainingGraph model(100);
    HookDriver driver(
        model, std::make_shared<LoggingTensorHook>(std::vector<std::string>{"w"}, options(3)));
    driver.create();
    for (int i = 0; i < 4; ++i) {
        driver.train();
    }
    QCOMPARE(lines(), std::size_t(2));
}

QTEST_GUILESS_MAIN(TestLoggingTensorHook)
#include "tst_logging_tensor_hook.moc"
