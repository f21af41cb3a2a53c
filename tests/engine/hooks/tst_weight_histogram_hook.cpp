// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/weight_histogram_hook.h"

#include "tests/engine/hooks/hook_driver.h"
#include "tests/support/errors.h"
#include "tests/support/memory_summary_writer.h"

#include <QTest>

#include <limits>

using namespace engine;

class TestWeightHistogramHook : public QObject
{
    Q_OBJECT

private slots:
    void valuesAreThoseAfterTheStep();
    void whatIsNotFiniteIsToldAndLeftOut();
    void oneThatIsOffIsTurnedOn();
    void refused();
};

// w is 1 after the first step, 2 after the second …
void TestWeightHistogramHook::valuesAreThoseAfterTheStep()
{
    TrainingGraph model;
    const auto writer = std::make_shared<MemorySummaryWriter>();
    WeightHistogramHook::Options options;
    options.period = Period::everySteps(2);
    options.summaryWriter = writer;
    HookDriver driver(model, std::make_shared<WeightHistogramHook>(options));
    driver.create();
    for (int i = 0; i < 5; ++i) {
        driver.train();
    }
    QCOMPARE(writer->summaries.size(), std::size_t{3});
    std::int64_t expected = 1;
    for (const auto& summary : writer->summaries) {
        QCOMPARE(summary.tag, std::string("w"));
        QCOMPARE(summary.step, expected);
        const auto& histogram = std::get<Histogram>(summary.content);
        QCOMPARE(histogram.count, 1.0);
        QCOMPARE(histogram.sum, static_cast<double>(expected));
        expected += 2;
    }
}

void TestWeightHistogramHook::whatIsNotFiniteIsToldAndLeftOut()
{
    TrainingGraph model;
    const auto other = makeVariable("v", scalarConstant(model.graph, DataType::Float, 7));
    Operation& spoil = assign(model.w->value(),
                              scalarConstant(model.graph, DataType::Float,
                                             std::numeric_limits<double>::infinity()))
                           .operation();
    const auto writer = std::make_shared<MemorySummaryWriter>();
    MemoryLogger logger;
    WeightHistogramHook::Options options;
    options.period = Period::everySteps(1);
    options.summaryWriter = writer;
    options.logger = &logger;
    HookDriver driver(model, std::make_shared<WeightHistogramHook>(options));
    driver.create();
    driver.raw().run(&other->initializer());
    driver.raw().run(&spoil);
    driver.train();
    QCOMPARE(writer->summaries.size(), std::size_t{1});
    QCOMPARE(writer->summaries[0].tag, std::string("v"));
    QCOMPARE(logger.entries().size(), std::size_t{1});
    const std::string message = logger.entries()[0].message;
    QVERIFY2(message.find("Infinity in Histogram for: w") != std::string::npos, message.c_str());
}

void TestWeightHistogramHook::oneThatIsOffIsTurnedOn()
{
    TrainingGraph model;
    const auto writer = std::make_shared<MemorySummaryWriter>();
    WeightHistogramHook::Options options;
    options.period.reset();
    options.summaryWriter = writer;
    const auto hook = std::make_shared<WeightHistogramHook>(options);
    HookDriver driver(model, hook);
    driver.create();
    driver.train();
    driver.train();
    QVERIFY(writer->summaries.empty());
    VERIFY_THROWS(InvalidArgumentError, "", hook->setPeriod(Period::everySteps(0)));
    hook->setPeriod(Period::everySteps(2));
    for (int i = 0; i < 4; ++i) {
        driver.train();
    }
    QCOMPARE(writer->summaries.size(), std::size_t{2});
    QCOMPARE(writer->summaries[0].step, std::int64_t{3});
    QCOMPARE(writer->summaries[1].step, std::int64_t{5});
    hook->setPeriod(Period::everySteps(100));
    driver.create(); // a recovery: it is still on, and there is one at once
    driver.train();
    QCOMPARE(writer->summaries.size(), std::size_t{3});
}

void TestWeightHistogramHook::refused()
{
    VERIFY_THROWS(InvalidArgumentError, "needs a summary writer", WeightHistogramHook({}));
    WeightHistogramHook::Options options;
    options.summaryWriter = std::make_shared<MemorySummaryWriter>();
    options.period = Period{};
    VERIFY_THROWS(InvalidArgumentError, "", WeightHistogramHook(options));
}

QTEST_APPLESS_MAIN(TestWeightHistogramHook)
#include "tst_weight_histogram_hook.moc"
