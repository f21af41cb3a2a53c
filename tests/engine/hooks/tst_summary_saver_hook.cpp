// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/histogram.h"
#include "engine/hooks/summary_saver_hook.h"
#include "engine/ops/content_summary_ops.h"
#include "engine/ops/summary_ops.h"
#include "tests/engine/hooks/hook_driver.h"
#include "tests/support/errors.h"
#include "tests/support/memory_summary_writer.h"

#include <QTest>

#include <limits>

using namespace engine;

using Steps = std::vector<std::int64_t>;

class TestSummarySaverHook : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_writer = std::make_shared<MemorySummaryWriter>(); }
    void o1_exactlyOneSource();
    void o3_o10_evaluatedOnlyWhenDue();
    void o4_severalSummaryOps();
    void o7_startOnceAtTheStepAfterTheFirstRun();
    void o8_noSummaries();
    void o9_flushedAtTheEnd();
    void histogramsOfTheStepsThatAreDue();
    void imagesAreNumbered();
    void whatAScaffoldMergedIsWritten();
    void o11_aNanInAHistogramEndsTheRun();
    void noGlobalStep();
    void d27_startsAnewAfterRecovery();

private:
    std::shared_ptr<SummarySaverHook> hook(std::vector<Output> summaries)
    {
        SummarySaverHook::Options options;
        options.period.steps = 8;
        options.summaryWriter = m_writer;
        options.summaryOps = std::move(summaries);
        return std::make_shared<SummarySaverHook>(options);
    }
    static void trainFor(HookDriver& driver, int runs)
    {
        for (int i = 0; i < runs; ++i) {
            driver.train();
        }
    }

    std::shared_ptr<MemorySummaryWriter> m_writer;
};

void TestSummarySaverHook::o1_exactlyOneSource()
{
    TrainingGraph model;
    SummarySaverHook::Options both;
    both.period.steps = 1;
    both.scaffold = std::make_shared<Scaffold>();
    both.summaryOps = {scalarSummary("a", model.w->value())};
    VERIFY_THROWS(InvalidArgumentError, "Exactly one of", SummarySaverHook(both));
    VERIFY_THROWS(InvalidArgumentError, "Exactly one of", hook({}));
}

void TestSummarySaverHook::o3_o10_evaluatedOnlyWhenDue()
{
    TrainingGraph model;
    const auto counter = makeVariable("counter", scalarConstant(model.graph, DataType::Float, 0));
    const Output counted =
        assignAdd(counter->value(), scalarConstant(model.graph, DataType::Float, 1));
    HookDriver driver(model, hook({scalarSummary("my", counted)}));
    driver.raw().run(&counter->initializer());
    driver.create();
    trainFor(driver, 30);
    QCOMPARE(m_writer->stepsOf("my"), (Steps{1, 9, 17, 25}));
    std::vector<double> values;
    for (const auto& record : m_writer->records) {
        if (record.what == "my") {
            values.push_back(record.value);
        }
    }
    QCOMPARE(values, (std::vector<double>{1, 2, 3, 4}));
}

void TestSummarySaverHook::o4_severalSummaryOps()
{
    TrainingGraph model;
    HookDriver driver(
        model, hook({scalarSummary("a", model.w->value()), scalarSummary("b", model.w->value())}));
    driver.create();
    trainFor(driver, 10);
    QCOMPARE(m_writer->stepsOf("a"), (Steps{1, 9}));
    QCOMPARE(m_writer->stepsOf("b"), (Steps{1, 9}));
}

void TestSummarySaverHook::o7_startOnceAtTheStepAfterTheFirstRun()
{
    TrainingGraph model;
    HookDriver driver(model, hook({scalarSummary("a", model.w->value())}));
    driver.setStep(40);
    driver.create();
    trainFor(driver, 20);
    QCOMPARE(m_writer->stepsOf("START"), (Steps{41}));
}

void TestSummarySaverHook::o8_noSummaries()
{
    TrainingGraph model;
    SummarySaverHook::Options options;
    options.period.steps = 8;
    options.summaryWriter = m_writer;
    options.scaffold = std::make_shared<Scaffold>();
    options.scaffold->finalize(model.graph);
    HookDriver driver(model, std::make_shared<SummarySaverHook>(options));
    driver.create();
    trainFor(driver, 10);
    QCOMPARE(m_writer->records.size(), std::size_t(1));
    QCOMPARE(m_writer->stepsOf("START"), (Steps{1}));
}

void TestSummarySaverHook::o9_flushedAtTheEnd()
{
    TrainingGraph model;
    HookDriver driver(model, hook({scalarSummary("a", model.w->value())}));
    driver.create();
    trainFor(driver, 10);
    driver.end();
    QCOMPARE(m_writer->flushedRecords, std::size_t(3));
}

void TestSummarySaverHook::histogramsOfTheStepsThatAreDue()
{
    TrainingGraph model;
    HookDriver driver(model, hook({histogramSummary("w", model.w->value())}));
    driver.create();
    trainFor(driver, 10);
    QCOMPARE(m_writer->summaries.size(), std::size_t{2});
    QCOMPARE(m_writer->summaries[1].tag, std::string("w"));
    QCOMPARE(m_writer->summaries[1].step, std::int64_t{9});
    // w is 8 before the ninth step adds to it.
    QVERIFY(std::get<Histogram>(m_writer->summaries[1].content) == makeHistogram({{8}}, "w"));
}

void TestSummarySaverHook::imagesAreNumbered()
{
    TrainingGraph model;
    const Tensor grey = Tensor::fromValues<std::uint8_t>({3, 1, 2, 1}, {1, 2, 3, 4, 5, 6});
    const Tensor real = Tensor::fromValues<float>({2, 1, 1, 1}, {0.5F, 1});
    HookDriver driver(model,
                      hook({imageSummary("two", constant(model.graph, grey), 2),
                            imageSummary("one", constant(model.graph, real), 1)}));
    driver.create();
    driver.train();
    std::vector<std::string> tags;
    for (const auto& summary : m_writer->summaries) {
        tags.push_back(summary.tag);
    }
    QCOMPARE(tags, (std::vector<std::string>{"two/image/0", "two/image/1", "one/image"}));
    QVERIFY(std::get<EncodedImage>(m_writer->summaries[1].content) == encodePng({1, 2, 1, {3, 4}}));
    QVERIFY(std::get<EncodedImage>(m_writer->summaries[2].content)
            == encodePng(pixelsOf(std::vector<float>{0.5F}, 1, 1, 1)));
}

void TestSummarySaverHook::whatAScaffoldMergedIsWritten()
{
    TrainingGraph model;
    scalarSummary("a", model.w->value());
    histogramSummary("h", model.w->value());
    SummarySaverHook::Options options;
    options.period.steps = 8;
    options.summaryWriter = m_writer;
    options.scaffold = std::make_shared<Scaffold>();
    options.scaffold->finalize(model.graph);
    HookDriver driver(model, std::make_shared<SummarySaverHook>(options));
    driver.create();
    driver.train();
    QCOMPARE(m_writer->stepsOf("a"), (Steps{1}));
    QCOMPARE(m_writer->summaries.size(), std::size_t{1});
    QCOMPARE(m_writer->summaries[0].tag, std::string("h"));
}

void TestSummarySaverHook::o11_aNanInAHistogramEndsTheRun()
{
    TrainingGraph model;
    const Output none =
        constant(model.graph, Tensor::scalar(std::numeric_limits<float>::quiet_NaN()));
    HookDriver driver(model, hook({histogramSummary("w", none)}));
    driver.create();
    VERIFY_THROWS(InvalidArgumentError, "Nan in summary histogram for: w", driver.train());
}

void TestSummarySaverHook::noGlobalStep()
{
    Graph graph;
    const auto summaries = hook({scalarSummary("a", scalarConstant(graph, DataType::Float, 0))});
    VERIFY_THROWS(FailedPreconditionError, "Global step", summaries->begin(graph));
}

void TestSummarySaverHook::d27_startsAnewAfterRecovery()
{
    TrainingGraph model;
    HookDriver driver(model, hook({scalarSummary("a", model.w->value())}));
    driver.create();
    trainFor(driver, 20);
    driver.setStep(3);
    driver.create();
    trainFor(driver, 9);
    QCOMPARE(m_writer->stepsOf("a"), (Steps{1, 9, 17, 4, 12}));
    QCOMPARE(m_writer->stepsOf("START"), (Steps{1, 4})); // readers void what follows step 4
}

QTEST_GUILESS_MAIN(TestSummarySaverHook)
#include "tst_summary_saver_hook.moc"
